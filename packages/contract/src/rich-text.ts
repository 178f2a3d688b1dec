/** The editor can write all of it, core-api stores nothing else, and views show all of it. */

export const richTextTags = ['p', 'br', 'strong', 'em', 'u', 's', 'ul', 'ol', 'li', 'a'] as const
export type RichTextTag = (typeof richTextTags)[number]

/** Older notes and pasted HTML have these names; they are stored as the tag of the same meaning. */
export const richTextAliases: Readonly<Record<string, RichTextTag>> = { b: 'strong', i: 'em', strike: 's', del: 's' }

/** A paragraph names its alignment in `data-align`: the content security policy forbids styles. */
export const richTextAttributes: { readonly [Tag in RichTextTag]?: readonly string[] } = {
  p: ['data-align'],
  a: ['href', 'rel', 'target'],
}

export const richTextAlignments = ['left', 'center', 'right', 'justify'] as const

/** Schemes of links, all absolute: a relative link would lead into the product itself. */
export const richTextSchemes = ['http', 'https', 'mailto', 'tel'] as const

/** `rel` of each link: the linked site learns neither the page nor its window. */
export const richTextLinkRel = 'noopener noreferrer'
export const richTextLinkTarget = '_blank'
