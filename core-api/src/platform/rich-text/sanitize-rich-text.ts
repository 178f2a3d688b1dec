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

const options: IOptions = {
  nestingLimit: deepest,
  allowedTags: [...richTextTags],
  allowedAttributes: Object.fromEntries(
    Object.entries(richTextAttributes).map(([tag, attributes]) => [tag, [...attributes]]),
  ),
  allowedSchemes: [...richTextSchemes],
  allowProtocolRelative: false,
  transformTags: { ...richTextAliases, p: paragraph, a: link },
}

/**
 * Keeps the rich text that the contract allows, and nothing that runs.
 * @returns the sanitised HTML; null if no text in it is visible
 */
export function sanitizeRichText(html: string): string | null {
  const clean = sanitizeHtml(html, options)
  const text = sanitizeHtml(clean, { allowedTags: [], allowedAttributes: {} })
  return text.replace(/&nbsp;|[\s\u00a0\u200b]/g, '') === '' ? null : clean
}
