import { passcodeMask } from '@agency/contract/sessions'
import { type ReactNode, useState } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { Field } from '../../../shared/controls/field'
import { generatePasscode } from './passcode'
import styles from './passcode-field.module.css'
import { ShowPasscode } from './show-passcode'

const hint =
  "Not case-sensitive. Accents, blanks, hyphens and quotes don't matter either. Without a passcode, the client can't log in."
const unseenHint = 'Not case-sensitive. Leave it empty to keep the present passcode, which nobody has seen.'

interface PasscodeFieldProps {
  readonly control: UseFormRegisterReturn
  /** Whether the value is the suggested passcode. */
  readonly guessable: boolean
  /** Whether the session has one that nobody has seen, so that an empty field keeps it. */
  readonly isUnseen?: boolean
  /** Whether the value is the present passcode, which is masked until it is asked for: others may see the screen. */
  readonly isPresent?: boolean
  readonly error?: string | undefined
  readonly onTake: (passcode: string) => void
  /** Other buttons that set a passcode. */
  readonly children?: ReactNode
}

/** The passcode of a session, with a button that generates a stronger one. */
export function PasscodeField(props: PasscodeFieldProps) {
  const { control, guessable, isUnseen = false, isPresent = false, error, onTake, children } = props
  const [stronger, setStronger] = useState(generatePasscode)
  const [shown, setShown] = useState(false)
  return (
    <>
      <Field label="Client login password" hint={isUnseen ? unseenHint : hint} error={error}>
        {(ties) => (
          <input
            {...ties}
            {...control}
            className={isPresent && !shown ? styles.masked : undefined}
            placeholder={isUnseen ? passcodeMask : undefined}
            maxLength={200}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        )}
      </Field>
      <div className={styles.ways}>
        {isPresent && <ShowPasscode shown={shown} onShow={setShown} />}
        {children}
        {guessable && <span>That is easy to guess.</span>}
        <button
          type="button"
          className="link-button"
          onClick={() => {
            onTake(stronger)
            setStronger(generatePasscode())
          }}
        >
          Use a stronger one
        </button>
        {guessable && <code>{stronger}</code>}
      </div>
    </>
  )
}
