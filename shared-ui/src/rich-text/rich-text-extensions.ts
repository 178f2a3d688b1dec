import { Bold } from '@tiptap/extension-bold'
import { Document } from '@tiptap/extension-document'
import { Italic } from '@tiptap/extension-italic'
import { Paragraph } from '@tiptap/extension-paragraph'
import { Strike } from '@tiptap/extension-strike'
import { Text } from '@tiptap/extension-text'
import { Underline } from '@tiptap/extension-underline'
import { Placeholder } from '@tiptap/extensions/placeholder'
import { UndoRedo } from '@tiptap/extensions/undo-redo'
import { TextAlignData } from './text-align-data.ts'

/** What a note may hold, and nothing else: pasted headings, links and pictures come in as plain paragraphs. */
export function richTextExtensions(placeholder: string) {
  return [
    Document,
    Paragraph,
    Text,
    Bold,
    Italic,
    Underline,
    Strike,
    TextAlignData.configure({ types: ['paragraph'] }),
    UndoRedo.configure({ depth: 100, newGroupDelay: 500 }),
    Placeholder.configure({ placeholder }),
  ]
}
