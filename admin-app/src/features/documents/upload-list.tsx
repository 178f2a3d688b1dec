import { formatSize } from '../../shared/formatting'
import styles from './upload-list.module.css'
import type { ChosenFile } from './upload-lists'

interface UploadListProps {
  readonly files: readonly ChosenFile[]
  readonly busy: boolean
  readonly onRemove: (id: string) => void
  readonly onCancel: (id: string) => void
  readonly onRetry: (file: ChosenFile) => void
}

/** The chosen files with their progress and actions. */
export function UploadList({ files, busy, onRemove, onCancel, onRetry }: UploadListProps) {
  if (files.length === 0) return null
  return (
    <ul className={styles.files} aria-label="Chosen files">
      {files.map((chosen) => (
        <li key={chosen.id} className={styles.file} data-state={chosen.state}>
          <span className={styles.name}>
            {chosen.file.name} <span className={styles.size}>{formatSize(chosen.file.size)}</span>
          </span>
          <span className={styles.actions}>
            {busy && inFlight(chosen) && (
              <Action verb="Cancel" name={chosen.file.name} onPress={() => onCancel(chosen.id)} />
            )}
            {!busy && (chosen.state === 'failed' || chosen.state === 'cancelled') && (
              <Action verb="Retry" name={chosen.file.name} onPress={() => onRetry(chosen)} />
            )}
            {!busy && chosen.state !== 'done' && (
              <Action verb="Remove" name={chosen.file.name} onPress={() => onRemove(chosen.id)} />
            )}
          </span>
          <Progress chosen={chosen} />
        </li>
      ))}
    </ul>
  )
}

const inFlight = ({ state }: ChosenFile): boolean => state === 'uploading' || state === 'waiting'

interface ActionProps {
  readonly verb: string
  readonly name: string
  readonly onPress: () => void
}

function Action({ verb, name, onPress }: ActionProps) {
  return (
    <button type="button" className="link-button" aria-label={`${verb} ${name}`} onClick={onPress}>
      {verb}
    </button>
  )
}

/** The bar stays full until the server has answered. */
function Progress({ chosen: { file, state, fraction, message } }: { readonly chosen: ChosenFile }) {
  if (state === 'waiting') return null
  if (state === 'uploading')
    return <progress className={styles.progress} aria-label={`Uploading ${file.name}`} value={fraction} max={1} />
  return (
    <span className={styles.state} role="status">
      {state === 'done' && 'Uploaded'}
      {state === 'cancelled' && 'Cancelled'}
      {state === 'failed' && message}
    </span>
  )
}
