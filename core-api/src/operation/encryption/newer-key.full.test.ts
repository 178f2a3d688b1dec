import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PrincipalStatement } from '@agency/contract/principal'
import { expect, it, onTestFinished, vi } from 'vitest'
import { type Core, startCore } from '../../../test/core.ts'
import { field, keep, readFilled, seedFilling, sign } from '../../../test/form-field-fixtures.ts'
import {
  consent,
  openAsClient,
  passcode,
  seedClient,
  seedForm,
  seedSession,
  signature,
} from '../../../test/session-fixtures.ts'
import { createLastingDatabase } from '../../../test/test-database.ts'
import { download, listDocuments, uploadAll } from '../../../test/upload.ts'
import { keyringOf } from '../../platform/encryption/keyring.ts'
import { requireKeysOf } from './reencrypt-values.ts'
import { isNothingLeft, rotateOnce } from './rotate-once.ts'

const [oldKey, newKey] = [randomBytes(32), randomBytes(32)]
const [oldRing, ring] = [keyringOf(oldKey), keyringOf(newKey, oldKey)]
const onlyOld = { MASTER_KEY: oldKey.toString('base64') }
const onlyNew = { MASTER_KEY: newKey.toString('base64') }
const both = { ...onlyNew, MASTER_KEY_PREVIOUS: oldKey.toString('base64') }
const fourBlobs = {
  ssn: '123-45-6789',
  card_number: '4242424242424242',
  mp_pass: 'a password',
  dep1_ssn: '987-65-4321',
}

/** Rotates until nothing is left; the service does so at the same time. */
const rotateAll = ({ app: { db, cipher, fileStore, log } }: Core) =>
  vi.waitFor(
    async () => {
      const { signal } = new AbortController()
      const left = await rotateOnce({
        db,
        cipher,
        fileStore,
        log,
        keyring: ring,
        signal,
        keepOlderFor: 0,
        keepUnfinishedFor: 0,
      })
      expect(isNothingLeft(left)).toBe(true)
    },
    { timeout: 120_000 },
  )

const licence = 'D123-4567-8901'

/** A document that is being filled in, and one that was signed with a change that is proposed. */
async function seedFilled(core: Core) {
  const own = field({ binding: 'dl_or_ppnumber' })
  const filling = await seedFilling(core, [own, field({ binding: 'ssn', y: 130 })], fourBlobs)
  await keep(core, filling, { [own.id]: licence })
  const signed = await seedFilling(core, [own], fourBlobs)
  await sign(core, signed, { values: { [own.id]: licence } })
  return { filling, signed }
}

/** A document that is signed and encrypted, and the session it belongs to. */
async function seedSigned(core: Core, admin: PrincipalStatement) {
  const journey = await seedSession(core)
  const form = await seedForm(core, journey)
  const client = await openAsClient(core, journey.session)
  await core.ask(client, { method: 'POST', url: `/sessionforms/${form.id}/open` })
  await consent(core, client, journey.session)
  await core.ask(client, { method: 'POST', url: `/sessionforms/${form.id}/sign`, payload: signature })
  const url = `/sessionforms/session/${journey.session.id}`
  const isSealed = async () =>
    expect((await core.ask(admin, { method: 'GET', url })).json().data[0].status).toBe('completed')
  await vi.waitFor(isSealed, { timeout: 60_000, interval: 50 })
  return { code: journey.session.session_code, formId: form.id }
}

it('given data of an older key, when a newer comes, then all opens before and after, and then without the older', async () => {
  const database = await createLastingDatabase()
  const directory = mkdtempSync(join(tmpdir(), 'rotation-'))
  onTestFinished(async () => {
    await database.drop()
    rmSync(directory, { recursive: true })
  })
  const start = (keys: Record<string, string>) => startCore({ DATA_DIR: directory, ...keys }, database)
  const content = randomBytes(300_000)

  let core = await start(onlyOld)
  let admin = await core.admin()
  const clientId = await seedClient(core, admin, fourBlobs)
  await uploadAll(core, admin, clientId, [content])
  const { code, formId } = await seedSigned(core, admin)
  const { filling, signed } = await seedFilled(core)

  const expectEverything = async () => {
    expect((await core.ask(admin, { method: 'GET', url: `/clients/${clientId}` })).json()).toMatchObject(fourBlobs)
    const [document] = await listDocuments(core, admin, clientId)
    expect(document && (await download(core, document)).rawPayload.equals(content)).toBe(true)
    const session = await core.ask(admin, { method: 'GET', url: `/session/${code}/details` })
    expect(session.json().passcode).toBe(passcode)
    const pdf = await core.ask(admin, { method: 'GET', url: `/sessionforms/${formId}/file` })
    expect(pdf.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
    expect((await readFilled(core, filling)).map(({ value }) => value)).toEqual(['••••8901', '***-**-6789'])
    const proposed = await core.ask(admin, { method: 'GET', url: `/clients/${signed.clientId}/proposals` })
    expect(proposed.json().proposals).toMatchObject([{ field: 'dl_or_ppnumber', proposed: licence }])
  }
  await core.app.close()
  core = await start(both)
  admin = await core.admin()
  await expectEverything()
  await rotateAll(core)
  await expectEverything()
  await expect(requireKeysOf(core.app.db, oldRing)).rejects.toThrow('which is missing')
  await core.app.close()
  core = await start(onlyNew)
  admin = await core.admin()
  await expectEverything()
  await expect(requireKeysOf(core.app.db, oldRing)).rejects.toThrow('which is missing')
  await core.app.close()
})
