/** What rich text may hold. The sanitizer, the editor and the view follow this list; all else is dropped, its text kept. */
export const richTextTags = ['p', 'br', 'strong', 'em', 'u', 's', 'ul', 'ol', 'li', 'a'] as const

/** Other spellings of a tag, in older notes and in pasted text. */
export const richTextAliases = { b: 'strong', i: 'em', strike: 's', del: 's' } as const

/** Schemes of links. A relative link would lead into the product itself. */
export const richTextSchemes = ['http', 'https', 'mailto', 'tel'] as const

/** Values of `data-align` of a paragraph. */
export const richTextAlignments = ['left', 'center', 'right', 'justify'] as const
