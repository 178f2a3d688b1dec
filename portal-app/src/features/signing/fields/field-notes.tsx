interface FieldNotesProps {
  readonly id: string
  readonly fault: string | undefined
  readonly hint: string | undefined
}

/** The `aria-describedby` of a field. */
export const notesOf = ({ id, fault, hint }: FieldNotesProps): string | undefined =>
  [fault && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined

export function FieldNotes({ id, fault, hint }: FieldNotesProps) {
  return (
    <>
      {fault && (
        <p className="field-error" id={`${id}-error`} role="alert">
          {fault}
        </p>
      )}
      {hint && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </>
  )
}
