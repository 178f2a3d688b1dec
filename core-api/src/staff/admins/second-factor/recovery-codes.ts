import { randomBytes, randomInt } from 'node:crypto'
import { v7 as uuid } from 'uuid'
import type { Database } from '../../../platform/database/database.ts'
import { hashWithSalt } from '../password.ts'
import { findRecoverySalt, replaceRecoveryCodes, useRecoveryCode } from './factor-repository.ts'

const count = 10
/** Without letters and digits that look alike. */
const alphabet = '23456789abcdefghjkmnpqrstuvwxyz'
/** 12 characters of 31: 59 bits. */
const groups = 3

const makeCode = (): string =>
  Array.from({ length: groups }, () =>
    Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join(''),
  ).join('-')

const normalized = (typed: string): string => typed.toLowerCase().replaceAll(/[\s-]/g, '')

/** Makes ten new recovery codes; older ones no longer work. Only their hashes are stored. @returns the codes */
export async function makeRecoveryCodes(db: Database, adminId: string): Promise<string[]> {
  const codes = Array.from({ length: count }, makeCode)
  // One salt for all ten, so that a typed code is hashed once.
  const salt = randomBytes(16)
  const rows = await Promise.all(
    codes.map(async (code) => ({
      id: uuid(),
      admin_id: adminId,
      salt,
      hash: await hashWithSalt(normalized(code), salt),
      used_at: null,
    })),
  )
  await replaceRecoveryCodes(db, adminId, rows)
  return codes
}

const decoySalt = randomBytes(16)

/** Uses up a recovery code. Takes as long without an account. @returns whether it is one of the admin's unused codes */
export async function acceptRecoveryCode(db: Database, adminId: string | undefined, typed: string): Promise<boolean> {
  const salt = adminId === undefined ? undefined : await findRecoverySalt(db, adminId)
  const hash = await hashWithSalt(normalized(typed), salt ?? decoySalt)
  return adminId !== undefined && salt !== undefined && useRecoveryCode(db, adminId, hash)
}
