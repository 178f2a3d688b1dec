import { type Control, Controller, type FieldPath, type FieldValues } from 'react-hook-form'
import { RichText } from '../shared-ui'

interface NotesFieldProps<Values extends FieldValues> {
  readonly control: Control<Values>
  readonly name: FieldPath<Values>
  readonly label?: string
  readonly error?: string | undefined
}

/** A rich-text control of a form. */
export function NotesField<Values extends FieldValues>({
  control,
  name,
  label = 'Notes',
  error,
}: NotesFieldProps<Values>) {
  return (
    <Controller
      control={control}
      name={name}
      render={({ field: { value, onChange } }) => (
        <div className="field">
          <span className="field-label">{label}</span>
          <RichText label={label} value={value ?? ''} onChange={onChange} />
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
