interface FieldNotesProps {
  /** Of the field. */
  readonly id: string
  readonly fault: string | undefined
  readonly hint: string | undefined
}

/** What a field is described by, for its `aria-describedby`. */
export const notesOf = ({ id, fault, hint }: FieldNotesProps): string | undefined =>
  [fault && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined

/** What is wrong with what stands in a field, and how it is meant. */
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
