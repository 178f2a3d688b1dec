import { createHash, randomInt } from 'node:crypto'
import { squeezedForm } from '@agency/contract/normal-form'
import { passcodeMask } from '@agency/contract/sessions'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import { InvalidInput } from '../../platform/errors.ts'
import { mayDo, type Principal } from '../../platform/http/principals.ts'
import type { SessionRow } from './session-repository.ts'

export const passcodeContext = (id: string) => ({ table: 'sessions', id, purpose: 'passcode' })

export function decryptPasscode(cipher: FieldCipher, row: SessionRow): string | null {
  return row.encrypted_passcode && cipher.decrypt(row.encrypted_passcode, passcodeContext(row.id))
}

/** Hashes it without case, accents, and signs that phones write in several ways; such signs alone as they are. */
export const passcodeDigest = (passcode: string): Buffer =>
  createHash('sha256')
    .update(squeezedForm(passcode) || passcode.trim())
    .digest()

/** Of the characters that are compared, a passcode of as many or more characters has at least these. */
const fewestCompared = 4

/** No vowels, so that no word appears by chance, and no characters that are easily confused. */
const alphabet = '23456789bcdfghjkmnpqrstvwxz'

/** Three groups of four, 57 bits. */
function makePasscode(): string {
  const character = () => alphabet.charAt(randomInt(alphabet.length))
  const group = () => Array.from({ length: 4 }, character).join('')
  return [group(), group(), group()].join('-')
}

interface AskedPasscode {
  passcode?: string | null | undefined
  make_passcode?: boolean | undefined
}

/** A passcode to store; `made` by the product, so that nobody has seen it. Null: no login. */
interface NewPasscode {
  text: string | null
  made: boolean
}

/** @returns undefined if the call sets none @throws InvalidInput for one that may not be chosen, or is no passcode */
export function readPasscode(
  principal: Principal,
  { passcode, make_passcode: isAsked = false }: AskedPasscode,
): NewPasscode | undefined {
  const text = passcode?.trim() || null
  if (text !== null && !mayDo(principal, 'sessions.passcode'))
    refuse('is made by the product for your access level; leave it empty')
  if (text === passcodeMask) refuse('holds a mask; choose a passcode, or leave it out')
  if (text !== null && squeezedForm(text).length < Math.min(fewestCompared, text.length))
    refuse('needs more letters or digits: accents, blanks, hyphens, dots and quotes do not count')
  if (text !== null && isAsked) refuse('must be empty if the product makes the passcode')
  if (isAsked) return { text: makePasscode(), made: true }
  return passcode === undefined ? undefined : { text, made: false }
}

/** The first passcode of a session: without `sessions.passcode`, the product always makes it. @throws InvalidInput */
export function readFirstPasscode(principal: Principal, asked: AskedPasscode): NewPasscode {
  const read = readPasscode(principal, asked)
  if (mayDo(principal, 'sessions.passcode')) return read ?? { text: null, made: false }
  return read?.made ? read : { text: makePasscode(), made: true }
}

function refuse(message: string): never {
  throw new InvalidInput([{ field: 'passcode', message }])
}

export const passcodeColumns = (cipher: FieldCipher, id: string, { text, made }: NewPasscode) => ({
  encrypted_passcode: text === null ? null : cipher.encrypt(text, passcodeContext(id)),
  passcode_level: text === null ? null : made ? ('made_and_sent' as const) : ('chosen_or_seen' as const),
})
