import type { ReactNode } from 'react'
import { counted } from '../formatting'
import styles from './form-search.module.css'

interface FormSearchProps {
  readonly typed: string
  readonly onType: (typed: string) => void
  /** How many forms match. */
  readonly found: number
  readonly all: number
  readonly noun?: 'form' | 'archived form'
  /** Shown after the count, such as `2 selected`. */
  readonly note?: string
  /** A further control in the same line. */
  readonly children?: ReactNode
}

/** Searches the forms of the library, and says how many are shown: `2 of 5 forms`. */
export function FormSearch({ typed, onType, found, all, noun = 'form', note, children }: FormSearchProps) {
  const count = found === all ? counted(all, noun) : `${found} of ${counted(all, noun)}`
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
        onKeyDown={(event) => {
          // Enter must not submit the dialog around it.
          if (event.key === 'Enter') event.preventDefault()
        }}
      />
      <p role="status" className={styles.count}>
        {note === undefined ? count : `${count}, ${note}`}
      </p>
      {children}
    </div>
  )
}
