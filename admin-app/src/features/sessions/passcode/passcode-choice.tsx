import { type ReactNode, useId } from 'react'
import { usePermission } from '../../../shared/use-permission'

interface PasscodeChoiceProps {
  /** What the two choices are called. */
  readonly labels: { readonly chosen: string; readonly made: string }
  readonly made: boolean
  readonly onChange: (made: boolean) => void
  /** The field for a passcode that the person chooses. */
  readonly children: ReactNode
}

/** A passcode that staff choose, or one that the product makes and nobody sees. */
export function PasscodeChoice({ labels, made, onChange, children }: PasscodeChoiceProps) {
  const id = useId()
  const mayChoose = usePermission('sessions.passcode')
  const option = (value: boolean, label: string) => (
    <label className="choice">
      <input
        type="radio"
        name={id}
        checked={made === value}
        aria-describedby={value ? `${id}hint` : undefined}
        onChange={() => onChange(value)}
      />{' '}
      {label}
    </label>
  )
  return (
    <fieldset>
      <legend>Passcode</legend>
      {option(false, labels.chosen)}
      {!made && mayChoose && children}
      {option(true, labels.made)}
      <p id={`${id}hint`} className="field-hint">
        Nobody at the agency sees it. The client gets it with Send, and the certificate says so.
      </p>
    </fieldset>
  )
}
