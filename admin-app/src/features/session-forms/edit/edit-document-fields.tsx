import type { SealedField, SessionForm } from '@agency/contract/session-forms'
import { documentStatuses } from '@agency/contract/session-state'
import type { UseFormReturn } from 'react-hook-form'
import { useReadOnly } from '../../../shared/archive/read-only'
import { Field } from '../../../shared/controls/field'
import { DateField } from '../../../shared/dates/date-field'
import { dateText } from '../../../shared/dates/date-text'
import { NotesField } from '../../../shared/text/notes-field'
import { type DocumentDraft, draftOf } from './document-draft'
import styles from './edit-document-fields.module.css'

const dates = [
  { name: 'created_at', label: 'Created Date' },
  { name: 'sent_at', label: 'Sent Date' },
  { name: 'read_at', label: 'Opened Date' },
  { name: 'signed_at', label: 'Signed Date' },
] as const

interface EditDocumentFieldsProps {
  readonly form: UseFormReturn<DocumentDraft>
  /** The current document. Fixed fields show its values, not the draft's. */
  readonly document: SessionForm
}

/** The editable fields of a document. Read-only: what is fixed after signing, and all of an archived session. */
export function EditDocumentFields({ form: { register, control }, document }: EditDocumentFieldsProps) {
  const isFixed = (name: SealedField) => document.frozen_fields.includes(name)
  const stored = draftOf(document)
  return (
    <fieldset className={styles.fields} disabled={useReadOnly()}>
      <legend className="visually-hidden">Document</legend>
      <div className="field-grid">
        {isFixed('title') ? (
          <FixedField label="Title" value={stored.title} />
        ) : (
          <Field label="Title">
            {(ties) => <input {...ties} {...register('title')} maxLength={500} autoComplete="off" />}
          </Field>
        )}
        <Field label="Folder">
          {(ties) => <input {...ties} {...register('folder')} maxLength={500} autoComplete="off" />}
        </Field>
        {isFixed('status') ? (
          <FixedField label="Status" value={stored.status} />
        ) : (
          <Field label="Status" hint="This does not change the signature itself.">
            {(ties) => (
              <select {...ties} {...register('status')}>
                {documentStatuses.map((status) => (
                  <option key={status} value={status}>
                    {status}
                  </option>
                ))}
              </select>
            )}
          </Field>
        )}
      </div>
      <div className={styles.dates}>
        {dates.map(({ name, label }) =>
          isFixed(name) ? (
            <FixedField key={name} label={label} value={dateText(stored[name])} />
          ) : (
            <DateField key={name} control={control} name={name} label={label} />
          ),
        )}
      </div>
      <NotesField control={control} name="notes" />
    </fieldset>
  )
}

function FixedField({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <Field label={label} hint="Can’t be changed after signing.">
      {(ties) => <input {...ties} value={value} readOnly />}
    </Field>
  )
}
