import type { UseFormReturn } from 'react-hook-form'
import { Field } from '../../shared/controls/field'
import { NotesField } from '../../shared/text/notes-field'
import type { DocumentDraft } from './document-queries'

interface DocumentFieldsProps {
  readonly form: UseFormReturn<DocumentDraft>
  /** Whether nobody, or not this person, may change whether it is signed. */
  readonly signedIsFixed?: boolean
}

export function DocumentFields({ form, signedIsFixed = false }: DocumentFieldsProps) {
  const { register, control } = form
  return (
    <>
      <div className="field-grid">
        <Field label="Status">
          {(ties) => <input {...ties} {...register('status')} maxLength={500} autoComplete="off" />}
        </Field>
        <Field label="Folder">
          {(ties) => <input {...ties} {...register('folder')} maxLength={500} autoComplete="off" />}
        </Field>
      </div>
      <label className="choice">
        <input type="checkbox" {...register('signed')} disabled={signedIsFixed} /> Signed
      </label>
      <NotesField control={control} name="notes" />
    </>
  )
}
