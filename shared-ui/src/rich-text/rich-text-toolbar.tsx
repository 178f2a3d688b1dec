import { type Editor, useEditorState } from '@tiptap/react'
import { type KeyboardEvent, type MouseEvent, useRef, useState } from 'react'
import { Icon } from '../icons/icons.tsx'
import styles from './rich-text.module.css'
import { RICH_TEXT_ACTIONS, type RichTextAction } from './rich-text-actions.ts'

const ACTIONS = RICH_TEXT_ACTIONS.flat()

/** The index of the button that an arrow key moves to, of `count` buttons, wrapping around; undefined for other keys. */
function destination(key: string, from: number, count: number): number | undefined {
  if (key === 'ArrowRight') return (from + 1) % count
  if (key === 'ArrowLeft') return (from - 1 + count) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : undefined
}

/** The toolbar pattern of the WAI-ARIA APG: one tab stop, arrow keys inside. */
export function RichTextToolbar({ editor, label, controls }: { editor: Editor; label: string; controls: string }) {
  const [stop, setStop] = useState(0)
  const toolbar = useRef<HTMLDivElement>(null)

  function handleKeyDown(event: KeyboardEvent) {
    const next = destination(event.key, stop, ACTIONS.length)
    if (next === undefined) return
    event.preventDefault()
    toolbar.current?.querySelectorAll('button')[next]?.focus()
  }

  return (
    <div
      ref={toolbar}
      role="toolbar"
      aria-label={`${label} formatting`}
      aria-controls={controls}
      className={styles.toolbar}
      onKeyDown={handleKeyDown}
    >
      {RICH_TEXT_ACTIONS.map((group) => (
        <span key={group[0]?.name} className={styles.group}>
          {group.map((action) => {
            const index = ACTIONS.indexOf(action)
            return (
              <ToolbarButton
                key={action.name}
                editor={editor}
                action={action}
                isStop={index === stop}
                onFocus={() => setStop(index)}
              />
            )
          })}
        </span>
      ))}
    </div>
  )
}

interface ToolbarButtonProps {
  editor: Editor
  action: RichTextAction
  isStop: boolean
  onFocus: () => void
}

function ToolbarButton({ editor, action, isStop, onFocus }: ToolbarButtonProps) {
  const { pressed, possible } = useEditorState({
    editor,
    selector: ({ editor: current }) => ({
      pressed: action.isPressed?.(current),
      possible: action.isPossible ? action.isPossible(current) : true,
    }),
  })

  function handleClick(event: MouseEvent) {
    if (!possible) return
    // After a click the text gets the focus. After a key press (detail 0) the button keeps it, to announce its state.
    const chain = event.detail > 0 ? editor.chain().focus() : editor.chain()
    action.run(chain).run()
  }

  return (
    <button
      type="button"
      className={styles.tool}
      aria-label={action.name}
      aria-keyshortcuts={action.keys}
      aria-pressed={pressed}
      aria-disabled={possible ? undefined : true}
      title={action.name}
      tabIndex={isStop ? 0 : -1}
      onFocus={onFocus}
      onMouseDown={(event) => event.preventDefault()}
      onClick={handleClick}
    >
      <Icon name={action.icon} />
    </button>
  )
}
