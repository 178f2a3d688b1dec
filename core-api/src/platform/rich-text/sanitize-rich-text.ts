import {
  richTextAliases,
  richTextAlignments,
  richTextAttributes,
  richTextLinkRel,
  richTextLinkTarget,
  richTextSchemes,
  richTextTags,
} from '@agency/contract/rich-text'
import sanitizeHtml, { type Attributes, type IOptions, type Transformer } from 'sanitize-html'

/** Deeper than any editor nests, and shallow enough for every parser; deeper elements are dropped. */
const deepest = 60

/** Characters that `URL` leaves as they are in links such as `tel:`. */
const unsafeInLink = /[\s"'<>]/g

const percentEncoded = (character: string): string => `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`

/** An absolute link as browsers write it. The list of schemes decides whether it is kept. */
function absolute(href: string | undefined): Attributes {
  if (href === undefined || !URL.canParse(href)) return {}
  return { href: new URL(href).href.replace(unsafeInLink, percentEncoded) }
}

/** Alignment as the editor writes it. Older HTML has it in a style, which the content security policy forbids. */
const paragraph: Transformer = (tagName, { style, 'data-align': align }) => {
  const wanted = align ?? style?.match(/text-align:\s*(\w+)/)?.[1]
  const alignment = richTextAlignments.find((known) => known === wanted)
  const attribs: Attributes = alignment ? { 'data-align': alignment } : {}
  return { tagName, attribs }
}

const link: Transformer = (tagName, { href, target }) => ({
  tagName,
  attribs: {
    ...absolute(href),
    rel: richTextLinkRel,
    ...(target === richTextLinkTarget ? { target } : {}),
  },
})

/** The mark that a style stands for. It is read before attributes are dropped. */
const styled: Transformer = (tagName, { style = '' }) => {
  if (/font-weight:\s*(?:bold|[6-9]\d\d)/i.test(style)) return { tagName: 'strong', attribs: {} }
  if (/font-style:\s*(?:italic|oblique)/i.test(style)) return { tagName: 'em', attribs: {} }
  if (/text-decoration[^;]*:[^;]*underline/i.test(style)) return { tagName: 'u', attribs: {} }
  if (/text-decoration[^;]*:[^;]*line-through/i.test(style)) return { tagName: 's', attribs: {} }
  return { tagName, attribs: {} }
}

/** Google Docs wraps all that it copies into such a `b`. */
const bold: Transformer = (_tagName, { style = '' }) => ({
  tagName: /font-weight:\s*(?:normal|[1-5]\d\d)/i.test(style) ? 'span' : 'strong',
  attribs: {},
})

const options: IOptions = {
  nestingLimit: deepest,
  allowedTags: [...richTextTags],
  allowedAttributes: Object.fromEntries(
    Object.entries(richTextAttributes).map(([tag, attributes]) => [tag, [...attributes]]),
  ),
  allowedSchemes: [...richTextSchemes],
  allowProtocolRelative: false,
  transformTags: { ...richTextAliases, p: paragraph, a: link, b: bold, strong: bold, span: styled },
}

const blocks =
  'address article aside blockquote caption center dd div dl dt fieldset figcaption figure footer h1 h2 h3 h4 h5 h6 header main nav pre section table tbody tfoot thead tr'.split(
    ' ',
  )
const hasBlocks = new RegExp(`<(?:${blocks.join('|')})\\b`, 'i')

/** As the editor parts the cells of a row that is pasted. */
const cellStart = /(?<!<tr\b[^>]*>\s*)<t[dh]\b/gi

/** A block that begins with another one, or ends with one, and the whole of what is left as a paragraph. */
const wrapperStart = /<div(?: data-align="\w+")?>\s*(?=<(?:div|p|ul|ol)\b)/g
const wrapperEnd = /(?<=<\/(?:div|p|ul|ol)>\s*)<\/div>/g

const asDiv: Transformer = (tagName, attribs) => ({ ...paragraph(tagName, attribs), tagName: 'div' })

/** HTML with each block that notes do not have as a paragraph. */
function withParagraphs(html: string): string {
  const marked = sanitizeHtml(html.replace(cellStart, ' · $&'), {
    ...options,
    allowedTags: [...richTextTags, 'div'],
    allowedAttributes: { ...options.allowedAttributes, div: ['data-align'] },
    transformTags: { ...options.transformTags, ...Object.fromEntries(blocks.map((name) => [name, asDiv])) },
  })
  let unwrapped = marked
  for (let depth = 0; depth < deepest; depth += 1) {
    const inner = unwrapped.replace(wrapperStart, '').replace(wrapperEnd, '')
    if (inner === unwrapped) break
    unwrapped = inner
  }
  return unwrapped.replaceAll('<div', '<p').replaceAll('</div>', '</p>')
}

/** Nothing that runs. @returns null if no text in it is visible */
export function sanitizeRichText(html: string): string | null {
  const clean = sanitizeHtml(hasBlocks.test(html) ? withParagraphs(html) : html, options)
  const text = sanitizeHtml(clean, { allowedTags: [], allowedAttributes: {} })
  return text.replace(/&nbsp;|[\s\u00a0\u200b]/g, '') === '' ? null : clean
}
