import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PrincipalStatement } from '@agency/contract/principal'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { adminPassword, type Core, startCore } from '../../../test/core.ts'
import { seedClient } from '../../../test/session-fixtures.ts'
import { createEmptyDatabase } from '../../../test/test-database.ts'
import { importFrom } from '../../cli/import.ts'

const identity = await generateX25519Identity()
const recipient = await identityToRecipient(identity)
const backupIdentity = await generateX25519Identity()

let core: Core
let admin: PrincipalStatement
let clientId: string
beforeAll(async () => {
  core = await startCore({ BACKUP_RECIPIENT: await identityToRecipient(backupIdentity), BACKUP_TO: tmpdir() })
  admin = await core.admin()
  clientId = await seedClient(core, admin, { client_first_name: 'Íñigo', ssn: '123-45-6789' })
})
afterAll(() => core.close())

const ask = (payload: object, as = admin) => core.ask(as, { method: 'POST', url: '/agency-archive', payload })
const confirm = async (as = admin): Promise<string> => {
  const url = '/admin/me/confirmations'
  return (await core.ask(as, { method: 'POST', url, payload: { password: adminPassword } })).json().confirmation
}

describe.runIf(process.env.TEST_DATABASE_URL)('the archive of the whole agency, downloaded', () => {
  it.each([
    ['a public key that was sent', { recipient }, identity],
    ['the key of the backups', {}, backupIdentity],
  ])(
    '[BK-33] given %s, when a new installation takes the archive in, then it has the client @full',
    async (_, sent, key) => {
      const answer = await ask({ ...sent, confirmation: await confirm() })
      expect(answer.statusCode).toBe(200)
      expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="Agency \d{4}-\d\d-\d\d\.tar\.age"/)
      // A shorter text turns up in random bytes by chance.
      expect(answer.rawPayload.includes('Íñigo')).toBe(false)

      const place = mkdtempSync(join(tmpdir(), 'archive-'))
      const empty = await createEmptyDatabase()
      onTestFinished(async () => {
        await empty.drop()
        rmSync(place, { recursive: true })
      })
      if (!('url' in empty.target)) throw new Error('There is no server')
      const [from, keys, data] = [join(place, 'agency'), join(place, 'key'), join(place, 'data')]
      writeFileSync(from, answer.rawPayload)
      writeFileSync(keys, key)
      const settings = { DATABASE_URL: empty.target.url, DATA_DIR: data }
      await importFrom(settings, ['--from', from, '--identity', keys], () => undefined)
      const taken = await startCore({ DATA_DIR: data }, empty)
      onTestFinished(taken.close)
      const client = await taken.ask(await taken.logIn(), { method: 'GET', url: `/clients/${clientId}` })
      expect(client.json()).toMatchObject({ client_first_name: 'Íñigo' })
    },
  )

  it('[BK-33] given a download, when Activity is read, then it names who began it and how much it had @full', async () => {
    await ask({ recipient, confirmation: await confirm() })
    // The second event follows the last byte.
    await vi.waitFor(
      async () => {
        const { events } = (await core.ask(admin, { method: 'GET', url: '/audit?limit=50' })).json()
        const own = events.filter(({ action }: { action: string }) => action.startsWith('agency.export'))
        const amount = expect.stringMatching(/^rows: \d+, files: \d+$/)
        expect(own.slice(0, 2)).toMatchObject([
          { action: 'agency.exported', detail: amount },
          { action: 'agency.export-started', actor_kind: 'admin' },
        ])
      },
      { timeout: 30_000 },
    )
  })

  it.each([undefined, 'age1notakey', 'AGE-SECRET-KEY-1', ' '])(
    '[BK-33] given the key %s and none of the backups, when the archive is asked for, then it is refused by its field @full',
    async (wrong) => {
      const other = await startCore()
      onTestFinished(other.close)
      const payload = wrong === undefined ? {} : { recipient: wrong }
      const answer = await other.ask(await other.admin(), { method: 'POST', url: '/agency-archive', payload })
      expect(answer.statusCode).toBe(400)
      expect(answer.json().details).toMatchObject([{ field: 'recipient' }])
    },
  )

  it('[BK-33] given no confirmation, or one that was used, when the archive is asked for, then it is refused', async () => {
    const confirmation = await confirm()
    expect((await ask({ recipient, confirmation })).statusCode).toBe(200)
    for (const sent of [{ recipient }, { recipient, confirmation }]) {
      const answer = await ask(sent)
      expect(answer.statusCode).toBe(403)
      expect(answer.json().code).toBe('CONFIRMATION_REQUIRED')
    }
  })
})
