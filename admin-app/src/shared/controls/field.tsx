import { type ReactNode, useId } from 'react'

export interface ControlTies {
  /** The label's id is this one followed by `label`. */
  readonly id: string
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': true | undefined
}

interface FieldProps {
  readonly label: string
  readonly hint?: string | undefined
  readonly error?: string | undefined
  /** What looks wrong; null if nothing does. It does not keep the form from being saved. */
  readonly warning?: string | null
  readonly children: (ties: ControlTies) => ReactNode
}

/** A control with its label, hint, warning and error. */
export function Field({ label, hint, error, warning, children }: FieldProps) {
  const id = useId()
  const hintId = `${id}hint`
  const errorId = `${id}error`
  const warningId = `${id}warning`
  const describedBy = [hint && hintId, warning && warningId, error && errorId].filter(Boolean).join(' ')
  return (
    <div className="field">
      <label id={`${id}label`} htmlFor={id}>
        {label}
      </label>
      {children({ id, 'aria-describedby': describedBy || undefined, 'aria-invalid': error ? true : undefined })}
      {hint && (
        <p id={hintId} className="field-hint">
          {hint}
        </p>
      )}
      {warning !== undefined && (
        <span role="status">
          {warning !== null && (
            <span id={warningId} className="field-warning">
              {warning}
            </span>
          )}
        </span>
      )}
      {error && (
        <p id={errorId} className="field-error" role="alert">
          {error}
        </p>
      )}
    </div>
  )
}
