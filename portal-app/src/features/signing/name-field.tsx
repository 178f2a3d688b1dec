import { useMessages } from '../../shared/i18n/language.ts'

interface NameFieldProps {
  readonly name: string
  readonly missing: boolean
  readonly onName: (name: string) => void
}

/** The name that the signer confirms as their own. */
export function NameField({ name, missing, onName }: NameFieldProps) {
  const messages = useMessages()
  return (
    <div className="field">
      <label htmlFor="signer">{messages.signName}</label>
      <input
        id="signer"
        value={name}
        maxLength={120}
        type="text"
        autoComplete="name"
        autoCapitalize="words"
        spellCheck={false}
        aria-invalid={missing}
        aria-describedby={missing ? 'signer-error signer-hint' : 'signer-hint'}
        onChange={(event) => onName(event.target.value)}
      />
      {missing && (
        <p className="field-error" id="signer-error" role="alert">
          {messages.signNameMissing}
        </p>
      )}
      <p className="field-hint" id="signer-hint">
        {messages.signNameHint}
      </p>
    </div>
  )
}
