interface TickProps {
  readonly label: string
  readonly checked: boolean
  readonly onTick: (checked: boolean) => void
}

/** A checkbox of the field's properties. */
export function Tick({ label, checked, onTick }: TickProps) {
  return (
    <label className="choice">
      <input type="checkbox" checked={checked} onChange={({ target }) => onTick(target.checked)} /> {label}
    </label>
  )
}
