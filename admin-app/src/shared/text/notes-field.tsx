import { type Control, Controller, type FieldPath, type FieldValues } from 'react-hook-form'
import { useReadOnly } from '../archive/read-only'
import { RichText } from '../shared-ui'
import { usePastedPictures } from './pasted-pictures'

interface NotesFieldProps<Values extends FieldValues> {
  readonly control: Control<Values>
  readonly name: FieldPath<Values>
  readonly label?: string
  readonly error?: string | undefined
}

/** A rich-text control of a form; read-only in an archived record. */
export function NotesField<Values extends FieldValues>({
  control,
  name,
  label = 'Notes',
  error,
}: NotesFieldProps<Values>) {
  const readOnly = useReadOnly()
  const pictures = usePastedPictures()
  return (
    <Controller
      control={control}
      name={name}
      render={({ field: { value, onChange } }) => (
        <div className="field">
          <span className="field-label">{label}</span>
          <RichText label={label} value={value ?? ''} onChange={onChange} readOnly={readOnly} {...pictures} />
          {error && (
            <p className="field-error" role="alert">
              {error}
            </p>
          )}
        </div>
      )}
    />
  )
}
