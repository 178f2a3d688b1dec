import { isLooser, type SigningCodeMode, signingCodeModes } from '@agency/contract/signing-codes'
import { useQuery } from '@tanstack/react-query'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { capabilitiesQuery } from '../../shared/capabilities'
import { Field } from '../../shared/controls/field'

export const signingCodeLabels: Readonly<Record<SigningCodeMode, string>> = {
  off: 'Off',
  client: "Email or text (client's choice)",
  email: 'By email',
  text: 'By text message',
}

/** The agency's setting; `off` until it is loaded. The server refuses what is looser. */
export const useAgencyCode = (): SigningCodeMode => useQuery(capabilitiesQuery()).data?.signing_code ?? 'off'

interface SigningCodeFieldProps {
  readonly control: UseFormRegisterReturn
  /** The session's own mode; empty for a new session. */
  readonly own: SigningCodeMode | ''
}

/** The control for the one-time code of a session, which can only be made stricter. */
export function SigningCodeField({ control, own }: SigningCodeFieldProps) {
  const agency = useAgencyCode()
  const followsAgency = own === '' || isLooser(own, agency)
  const floor = followsAgency ? agency : own
  return (
    <Field
      label="One-time code before signing"
      hint="Sent to the email address or phone number on record. It can be made stricter, not looser."
    >
      {(ties) => (
        <select {...ties} {...control}>
          {followsAgency && <option value={own}>Agency setting: {signingCodeLabels[agency]}</option>}
          {signingCodeModes
            .filter((mode) => !isLooser(mode, floor) && !(followsAgency && mode === agency))
            .map((mode) => (
              <option key={mode} value={mode}>
                {signingCodeLabels[mode]}
              </option>
            ))}
        </select>
      )}
    </Field>
  )
}
