import type { ChainedCommands, Editor } from '@tiptap/react'
import type { IconName } from '../icons/icons.tsx'

export interface RichTextAction {
  name: string
  icon: IconName
  /** For aria-keyshortcuts; Control stands for Command on Apple's keyboards too. */
  keys: string
  run: (chain: ChainedCommands) => ChainedCommands
  isPressed?: (editor: Editor) => boolean
  isPossible?: (editor: Editor) => boolean
}

/** In groups, as the toolbar shows them. */
export const RICH_TEXT_ACTIONS: readonly (readonly RichTextAction[])[] = [
  [
    mark('Bold', 'bold', 'Control+B', (chain) => chain.toggleBold()),
    mark('Italic', 'italic', 'Control+I', (chain) => chain.toggleItalic()),
    mark('Underline', 'underline', 'Control+U', (chain) => chain.toggleUnderline()),
    mark('Strikethrough', 'strike', 'Control+Shift+S', (chain) => chain.toggleStrike()),
  ],
  [
    alignment('Align left', 'left', 'alignLeft', 'Control+Shift+L'),
    alignment('Align center', 'center', 'alignCenter', 'Control+Shift+E'),
    alignment('Align right', 'right', 'alignRight', 'Control+Shift+R'),
    alignment('Justify', 'justify', 'alignJustify', 'Control+Shift+J'),
  ],
  [
    { name: 'Undo', icon: 'undo', keys: 'Control+Z', run: (chain) => chain.undo(), isPossible: (e) => e.can().undo() },
    {
      name: 'Redo',
      icon: 'redo',
      keys: 'Control+Shift+Z',
      run: (chain) => chain.redo(),
      isPossible: (e) => e.can().redo(),
    },
  ],
]

function mark(name: string, type: IconName, keys: string, run: RichTextAction['run']): RichTextAction {
  return { name, icon: type, keys, run, isPressed: (editor) => editor.isActive(type) }
}

function alignment(name: string, side: string, icon: IconName, keys: string): RichTextAction {
  return {
    name,
    icon,
    keys,
    run: (chain) => chain.setTextAlign(side),
    isPressed: (editor) => (editor.getAttributes('paragraph').textAlign ?? 'left') === side,
  }
}
