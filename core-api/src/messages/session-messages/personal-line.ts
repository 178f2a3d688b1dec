import { squeezedForm } from '@agency/contract/normal-form'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import { InvalidInput } from '../../platform/errors.ts'
import { mayDo, type Principal } from '../../platform/http/principals.ts'
import { decryptPasscode } from '../../sessions/sessions/session-passcodes.ts'
import type { SessionRow } from '../../sessions/sessions/session-repository.ts'

/** @throws InvalidInput with the passcode in it, unless the principal may not see it: that would confirm a guess */
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
