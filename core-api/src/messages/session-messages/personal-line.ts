import { squeezedForm } from '@agency/contract/normal-form'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import { InvalidInput } from '../../platform/errors.ts'
import { mayDo, type Principal } from '../../platform/http/principals.ts'
import { decryptPasscode } from '../../sessions/sessions/session-passcodes.ts'
import type { SessionRow } from '../../sessions/sessions/session-repository.ts'

/**
 * The personal line of a message as it is sent: one line; undefined without one.
 * @throws InvalidInput if it has the session's passcode, which never goes with the link. Whoever may not see passcodes gets
 * no such answer, which would confirm a guess.
 */
export function readPersonalLine(
  { cipher, principal }: { cipher: FieldCipher; principal: Principal },
  session: SessionRow,
  typed: string | undefined,
): string | undefined {
  const note = typed?.replace(/\s+/g, ' ').trim()
  if (!note) return undefined
  const passcode = mayDo(principal, 'sessions.passcode') ? squeezedForm(decryptPasscode(cipher, session) ?? '') : ''
  if (passcode !== '' && squeezedForm(note).includes(passcode)) {
    const message = 'must not contain the passcode, which never goes the way of the link'
    throw new InvalidInput([{ field: 'note', message }])
  }
  return note
}
