import sanitizeHtml from 'sanitize-html'

const alignments = new Set(['left', 'center', 'right', 'justify'])

/** Deeper than any editor makes, and shallow enough for every parser; what is below it is dropped. */
const deepest = 60

/** A link leads to another site or nowhere: a relative one would lead into the product itself. */
function absolute(href: string | undefined): sanitizeHtml.Attributes {
  if (href === undefined || !URL.canParse(href)) return {}
  return { href: new URL(href).href }
}

const options: sanitizeHtml.IOptions = {
  nestingLimit: deepest,
  allowedTags: ['p', 'br', 'strong', 'b', 'em', 'i', 'u', 's', 'strike', 'del', 'ul', 'ol', 'li', 'a'],
  allowedAttributes: { p: ['data-align'], a: ['href', 'rel'] },
  allowedSchemes: ['http', 'https'],
  allowProtocolRelative: false,
  transformTags: {
    // Alignment as the editor writes it; older HTML says it in a style, which the page's policy would drop.
    p: (tagName, { style, 'data-align': align }) => {
      const alignment = align ?? style?.match(/text-align:\s*(\w+)/)?.[1]
      const attribs: sanitizeHtml.Attributes = {}
      if (alignment && alignments.has(alignment)) attribs['data-align'] = alignment
      return { tagName, attribs }
    },
    a: (tagName, { href }) => ({ tagName, attribs: { ...absolute(href), rel: 'noopener noreferrer' } }),
  },
}

/** Keeps of the HTML what the editor can make, and nothing that runs. Without visible text: null. */
export function sanitizeRichText(html: string): string | null {
  const clean = sanitizeHtml(html, options)
  const visible = sanitizeHtml(clean, { allowedTags: [], allowedAttributes: {} }).replace(
    /&nbsp;|[\s\u00a0\u200b]/g,
    '',
  )
  return visible === '' ? null : clean
}
