import { useFieldWords } from './fields/field-words.ts'

interface InitialsFieldProps {
  readonly initials: string
  readonly missing: boolean
  readonly onInitials: (initials: string) => void
}

/** The signer's initials, suggested from the name. */
export function InitialsField({ initials, missing, onInitials }: InitialsFieldProps) {
  const words = useFieldWords()
  return (
    <div className="field">
      <label htmlFor="initials">{words.initials}</label>
      <input
        id="initials"
        value={initials}
        maxLength={8}
        type="text"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        aria-invalid={missing}
        aria-describedby={missing ? 'initials-error' : undefined}
        onChange={(event) => onInitials(event.target.value)}
      />
      {missing && (
        <p className="field-error" id="initials-error" role="alert">
          {words.initialsMissing}
        </p>
      )}
    </div>
  )
}
