import { sessionFormStatuses } from 'contract/session-forms'
import type { UseFormReturn } from 'react-hook-form'
import { DateField } from '../../shared/date-field'
import { Field } from '../../shared/field'
import { NotesField } from '../../shared/notes-field'
import styles from './edit-document-fields.module.css'
import type { FormDraft } from './form-draft'

const dates = [
  { name: 'created_at', label: 'Created Date' },
  { name: 'sent_at', label: 'Sent Date' },
  { name: 'read_at', label: 'Opened Date' },
  { name: 'signed_at', label: 'Signed Date' },
] as const

/** What staff may change of a document in a session. */
export function EditDocumentFields({ form: { register, control } }: { readonly form: UseFormReturn<FormDraft> }) {
  return (
    <>
      <div className="field-grid">
        <Field label="Title">
          {(ties) => <input {...ties} {...register('title')} maxLength={500} autoComplete="off" />}
        </Field>
        <Field label="Folder">
          {(ties) => <input {...ties} {...register('folder')} maxLength={500} autoComplete="off" />}
        </Field>
        <Field label="Status" hint="The signature itself is not changed by it.">
          {(ties) => (
            <select {...ties} {...register('status')}>
              {sessionFormStatuses.map((status) => (
                <option key={status} value={status}>
                  {status}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
      <div className={styles.dates}>
        {dates.map(({ name, label }) => (
          <DateField key={name} control={control} name={name} label={label} />
        ))}
      </div>
      <NotesField control={control} name="notes" />
    </>
  )
}
