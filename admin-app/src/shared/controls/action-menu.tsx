import Ellipsis from 'lucide-react/icons/ellipsis'
import { type ReactNode, useRef, useState } from 'react'
import { useOfferedCommands } from '../page-commands'
import styles from './action-menu.module.css'

interface MenuAction {
  readonly label: string
  readonly icon: ReactNode
  /** Whether it can't be undone. It stands apart from the others. */
  readonly danger?: boolean
  readonly onChoose: () => void
}

interface ActionMenuProps {
  readonly label: string
  readonly actions: readonly MenuAction[]
}

/**
 * A button that shows further actions of the page (disclosure pattern of the WAI-ARIA APG). Esc and leaving close it. The
 * command palette offers them too.
 */
export function ActionMenu({ label, actions }: ActionMenuProps) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  useOfferedCommands(actions.map((action) => ({ label: action.label, run: action.onChoose })))
  const close = () => {
    setOpen(false)
    // A dialog that the action opens gives the focus back to where it was: the entry is gone by then.
    button.current?.focus()
  }
  return (
    <fieldset
      className={styles.menu}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setOpen(false)
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open) return
        event.stopPropagation()
        close()
      }}
    >
      <legend className="visually-hidden">{label}</legend>
      <button
        ref={button}
        type="button"
        className={styles.button}
        aria-label={label}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <Ellipsis size={18} />
      </button>
      {open && (
        <ul className={styles.list}>
          {actions.map(({ label: name, icon, danger, onChoose }) => (
            <li key={name} data-tone={danger ? 'danger' : undefined}>
              <button
                type="button"
                onClick={() => {
                  close()
                  onChoose()
                }}
              >
                {icon} {name}
              </button>
            </li>
          ))}
        </ul>
      )}
    </fieldset>
  )
}
