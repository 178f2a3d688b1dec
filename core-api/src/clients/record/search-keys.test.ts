import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { type Core, startCoreForTest } from '../../../test/core.ts'
import { seedClient } from '../../../test/session-fixtures.ts'
import { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import { keyringOf } from '../../platform/encryption/keyring.ts'
import { ClientDirectory } from '../list/client-directory.ts'
import { countSearchKeysLeft, makeMissingSearchKeys, renewSearchKeys } from './renew-search-keys.ts'

const signal = new AbortController().signal
const fail = (error: unknown) => {
  throw error
}

async function startWithClients(count: number): Promise<{ core: Core; ids: string[] }> {
  const core = await startCoreForTest()
  const admin = await core.admin()
  const ids: string[] = []
  for (let n = 0; n < count; n++) ids.push(await seedClient(core, admin, { ssn: `900-45-${4000 + n}` }))
  return { core, ids }
}

const idsFound = async ({ app: { db } }: Core, cipher: FieldCipher, q: string) =>
  (await new ClientDirectory(db, cipher).page({ q, limit: 9 }, 'all')).rows.map(({ id }) => id)

it('[OF-05] given rows of an earlier release, when keys are made, then they are found, and time and version stay @full', async () => {
  const { core, ids } = await startWithClients(30)
  const { db, cipher } = core.app
  const rows = () => db.selectFrom('clients').select(['id', 'version', 'updated_at']).orderBy('id').execute()
  const before = await rows()
  await sql`UPDATE clients SET search_keys = '{}', search_key_id = NULL, search_keys_version = NULL`.execute(db)
  expect(await idsFound(core, cipher, '4007')).toEqual([])
  expect(await makeMissingSearchKeys({ db, cipher, signal, onDamaged: fail })).toBe(30)
  expect(await idsFound(core, cipher, '4007')).toEqual([ids[7]])
  expect(await makeMissingSearchKeys({ db, cipher, signal, onDamaged: fail })).toBe(0)
  expect(await rows()).toEqual(before)
})

it('[OF-05] given an edit by a replica of an earlier release, when keys are made, then they are of the edited values @full', async () => {
  const { core, ids } = await startWithClients(1)
  const { db, cipher } = core.app
  const [id = ''] = ids
  const identity = cipher.encrypt(JSON.stringify({ ssn: '900-45-9999' }), { table: 'clients', id, purpose: 'identity' })
  await db.updateTable('clients').set({ encrypted_identity: identity, version: 2 }).where('id', '=', id).execute()
  expect(await makeMissingSearchKeys({ db, cipher, signal, onDamaged: fail })).toBe(1)
  expect([await idsFound(core, cipher, '9999'), await idsFound(core, cipher, '4000')]).toEqual([[id], []])
})

it('[OF-05] given a newer key, when some rows are renewed and all later, then clients are found all the time @full', async () => {
  const key = randomBytes(32)
  const newer = randomBytes(32)
  const core = await startCoreForTest({ MASTER_KEY: key.toString('base64') })
  const { db } = core.app
  const admin = await core.admin()
  const id = await seedClient(core, admin, { ssn: '900-45-4000' })
  const both = new FieldCipher(keyringOf(newer, key))
  expect(await idsFound(core, both, '4000')).toEqual([id])
  expect(await countSearchKeysLeft(db, both)).toBe(1)
  expect(await renewSearchKeys({ db, cipher: both, signal, onDamaged: fail })).toBe(1)
  expect(await countSearchKeysLeft(db, both)).toBe(0)
  expect(await idsFound(core, both, '4000')).toEqual([id])
  expect(await idsFound(core, new FieldCipher(keyringOf(newer)), '4000')).toEqual([id])
  expect(await idsFound(core, new FieldCipher(keyringOf(key)), '4000')).toEqual([])
})

it('[OF-05] given a record that cannot be decrypted, when keys are made, then it is reported and the other records get theirs @full', async () => {
  const { core, ids } = await startWithClients(2)
  const { db, cipher } = core.app
  const [damaged = '', whole = ''] = [...ids].sort()
  await sql`UPDATE clients SET search_keys = '{}', search_keys_version = NULL`.execute(db)
  await sql`UPDATE clients SET encrypted_identity = '\\x00' WHERE id = ${damaged}`.execute(db)
  const reported: string[] = []
  const onDamaged = (_error: unknown, id: string) => reported.push(id)
  expect(await makeMissingSearchKeys({ db, cipher, signal, onDamaged })).toBe(1)
  expect(reported).toEqual([damaged])
  const { search_keys } = await db
    .selectFrom('clients')
    .select('search_keys')
    .where('id', '=', whole)
    .executeTakeFirstOrThrow()
  expect(search_keys).toHaveLength(1)
})

it('[OF-05] given equal values of two kinds or two installations, when keyed, then the keys differ and hold no value', () => {
  const [one, other] = [new FieldCipher(keyringOf(randomBytes(32))), new FieldCipher(keyringOf(randomBytes(32)))]
  const keys = [one.searchKey('phone:4000'), one.searchKey('ssn-last-four:4000'), other.searchKey('phone:4000')]
  expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(3)
  expect(keys.every((key) => key.length === 16)).toBe(true)
})
