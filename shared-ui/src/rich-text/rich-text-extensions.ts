import { Bold } from '@tiptap/extension-bold'
import { Document } from '@tiptap/extension-document'
import { HardBreak } from '@tiptap/extension-hard-break'
import { Italic } from '@tiptap/extension-italic'
import { Link } from '@tiptap/extension-link'
import { BulletList, ListItem, ListKeymap, OrderedList } from '@tiptap/extension-list'
import { Paragraph } from '@tiptap/extension-paragraph'
import { Strike } from '@tiptap/extension-strike'
import { Text } from '@tiptap/extension-text'
import { TextAlign } from '@tiptap/extension-text-align'
import { Underline } from '@tiptap/extension-underline'
import { Placeholder } from '@tiptap/extensions/placeholder'
import { UndoRedo } from '@tiptap/extensions/undo-redo'

/** Schemes of links, as in the allow-list of rich text (@agency/contract/rich-text). Relative links are dropped. */
const linkSchemes: readonly string[] = ['http:', 'https:', 'mailto:', 'tel:']

function isAllowedLink(address: string): boolean {
  try {
    return linkSchemes.includes(new URL(address).protocol)
  } catch {
    return false
  }
}

/** A strict Content-Security-Policy drops style attributes; style-attributes.ts converts stored ones. */
const DataAlign = TextAlign.extend({
  addGlobalAttributes() {
    const { types, alignments } = this.options
    return [
      {
        types,
        attributes: {
          textAlign: {
            default: null,
            parseHTML: (element) => {
              const found = element.dataset.align
              return found && alignments.includes(found) ? found : null
            },
            renderHTML: ({ textAlign }) => (textAlign ? { 'data-align': textAlign } : {}),
          },
        },
      },
    ]
  },
})

/** Lists have no attributes, and typing `- ` or `1. ` starts none. */
const plainList = { addAttributes: () => ({}), addInputRules: () => [] }

/** The content of notes, as in the allow-list of rich text: other pasted or stored markup becomes plain paragraphs. */
export function richTextExtensions(placeholder: string) {
  return [
    Document,
    Paragraph,
    Text,
    HardBreak,
    Bold,
    Italic,
    Underline,
    Strike,
    BulletList.extend(plainList),
    OrderedList.extend(plainList),
    ListItem,
    ListKeymap,
    Link.configure({
      autolink: false,
      openOnClick: false,
      isAllowedUri: isAllowedLink,
      HTMLAttributes: { target: null, rel: 'noopener noreferrer', class: null },
    }),
    DataAlign.configure({ types: ['paragraph'] }),
    UndoRedo.configure({ depth: 100, newGroupDelay: 500 }),
    Placeholder.configure({ placeholder }),
  ]
}
