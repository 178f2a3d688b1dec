import { isApple } from '../../shared/keyboard'
import { Modal } from '../../shared/shared-ui'
import styles from './shortcuts-dialog.module.css'

const ctrl = isApple() ? '⌘' : 'Ctrl'

const shortcuts: readonly (readonly [keys: string, effect: string])[] = [
  ['?', 'Show these shortcuts'],
  [`${ctrl} K`, 'Search clients, forms and commands'],
  ['/', 'Go to the search of a list'],
  [`${ctrl} /`, 'Search in a client’s record'],
  [`${ctrl} Z`, 'Undo the last change, while its message shows'],
  ['↑ ↓ ← →', 'Move along a list; in the placement of fields, move a field'],
  ['Home End', 'Go to the first or last row of a list'],
  ['C R O A S W D', 'In a row of the dashboard: call, remind, offer again, accept, snooze a day, snooze a week, done'],
  ['Enter', 'Open what is selected'],
  [`${ctrl} Enter`, 'Save a note'],
  ['Esc', 'Close a dialog or menu'],
]

export function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Modal open onOpenChange={onClose} title="Keyboard shortcuts" size="small">
      <dl className={styles.list}>
        {shortcuts.map(([keys, effect]) => (
          <div key={keys} className={styles.row}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{effect}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  )
}
