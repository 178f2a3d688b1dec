import type { GlobalForm } from '@agency/contract/global-forms'
import { useState } from 'react'
import { formatShortDate } from '../formatting'
import { PdfCheckBadge } from '../pdf-checks/pdf-check-notice'
import { FolderGroup, groupByFolder } from '../shared-ui'
import { findForms } from './find-forms'
import styles from './form-picker.module.css'
import { FormSearch } from './form-search'

interface FormPickerProps {
  readonly forms: readonly GlobalForm[]
  readonly chosen: ReadonlySet<string>
  readonly onToggle: (form: GlobalForm) => void
  /** What is said of a form after its type and date, such as that a session has it. */
  readonly noteOf?: (form: GlobalForm) => string | null
}

/** Chooses forms of the library, by folder, with a search. Chosen forms stay chosen while they are not shown. */
export function FormPicker({ forms, chosen, onToggle, noteOf }: FormPickerProps) {
  const [typed, setTyped] = useState('')
  const found = findForms(forms, typed)
  if (forms.length === 0) return <p className={styles.none}>No Global Forms Found</p>
  return (
    <>
      <FormSearch
        typed={typed}
        onType={setTyped}
        found={found.length}
        all={forms.length}
        note={`${chosen.size} selected`}
      />
      <div className={styles.folders}>
        {groupByFolder(found, { unfiled: 'Ungrouped', order: 'alphabetical' }).map(({ name, items }) => (
          <FolderGroup key={name} name={name} count={items.length}>
            <ul className={styles.choices}>
              {items.map((form) => (
                <li key={form.id}>
                  <FormChoice
                    form={form}
                    chosen={chosen.has(form.id)}
                    note={noteOf?.(form) ?? null}
                    onToggle={() => onToggle(form)}
                  />
                </li>
              ))}
            </ul>
          </FolderGroup>
        ))}
      </div>
    </>
  )
}

interface FormChoiceProps {
  readonly form: GlobalForm
  readonly chosen: boolean
  readonly note: string | null
  readonly onToggle: () => void
}

function FormChoice({ form, chosen, note, onToggle }: FormChoiceProps) {
  // A new form has no file until its PDF is accepted.
  const isUnusable = form.pdf_check !== null && !form.has_file
  return (
    <label className={styles.choice}>
      <input type="checkbox" checked={chosen} disabled={isUnusable && !chosen} onChange={onToggle} />
      <span className={styles.text}>
        <span className={styles.title}>{form.title || 'Untitled'}</span>{' '}
        <span className={styles.facts}>
          {form.type} · {formatShortDate(form.created_at)}
          {note !== null && ` · ${note}`}
          <PdfCheckBadge form={form} />
        </span>
      </span>
    </label>
  )
}
