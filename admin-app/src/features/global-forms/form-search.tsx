import styles from './forms-page.module.css'

interface FormSearchProps {
  readonly typed: string
  readonly found: number
  readonly all: number
  readonly archived: boolean
  readonly onType: (typed: string) => void
  readonly onArchived: (archived: boolean) => void
}

/** Searches the library, says how many forms are shown, and switches to the archive and back. */
export function FormSearch({ typed, found, all, archived, onType, onArchived }: FormSearchProps) {
  const noun = `${archived ? 'archived ' : ''}${all === 1 ? 'form' : 'forms'}`
  return (
    <div className={styles.search}>
      <input
        type="search"
        aria-label="Search forms"
        placeholder="Search by title, folder or type"
        autoComplete="off"
        maxLength={200}
        value={typed}
        onChange={({ target }) => onType(target.value)}
      />
      <p role="status" className={styles.connected}>
        {found === all ? `${all} ${noun}` : `${found} of ${all} ${noun}`}
      </p>
      <button type="button" className="link-button" onClick={() => onArchived(!archived)}>
        {archived ? 'Back to the library' : 'Show archived'}
      </button>
    </div>
  )
}
