/** For whom a new document is kept: this session's client alone, or the library too. */
export type Scope = 'client' | 'global'

const scopes = [
  { value: 'client', label: 'For This Client Only' },
  { value: 'global', label: 'Global Template' },
] as const

interface ScopeFieldProps {
  readonly scope: Scope
  readonly onChange: (scope: Scope) => void
}

/** The choice of where a new document is kept. */
export function ScopeField({ scope, onChange }: ScopeFieldProps) {
  return (
    <fieldset>
      <legend>Save As</legend>
      {scopes.map(({ value, label }) => (
        <label key={value} className="choice">
          <input type="radio" name="scope" checked={scope === value} onChange={() => onChange(value)} /> {label}
        </label>
      ))}
    </fieldset>
  )
}
