import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSealKey, sealFingerprint } from '@agency/pdf-signing/seal-key'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { type Core, startCore } from '../../../test/core.ts'
import { seedForm, seedSession } from '../../../test/session-fixtures.ts'
import { readForm, signAsClient, whenSealed } from '../../../test/signing-steps.ts'
import { createLastingDatabase } from '../../../test/test-database.ts'
import { checkSealKey, sealKeyDates } from './seal-key-dates.ts'
import { SealKeys } from './seal-keys.ts'

const day = 86_400_000
/** How long a test may take that makes a database and starts the service twice, in ms. */
const twoStarts = 180_000

function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'seal-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  return directory
}

/** A seal key in PEM as it is made here, ten years long, on a day so many days from now. */
async function pemMade(days: number): Promise<string> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + days * day })
  const { secret } = await createSealKey({ organisation: 'Test' })
  vi.useRealTimers()
  return secret.kind === 'pem' ? secret.pem : expect.fail('A new key is text')
}
const expired = -3_660
const notYetValid = 10

/** A certificate and its key in PEM that were not made here. */
function pemBought(): string {
  const directory = temporaryDirectory()
  const [key, certificate] = [join(directory, 'key.pem'), join(directory, 'certificate.pem')]
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-subj', '/CN=Bought seal']
  const options = ['-days', '100', '-keyout', key, '-out', certificate]
  execFileSync('openssl', ['req', '-x509', ...kind, ...options], { stdio: 'pipe' })
  return readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8')
}

async function healthOf(core: Core) {
  const answer = await core.ask(await core.admin(), { method: 'GET', url: '/health-report' })
  return answer.json().find(({ id }: { id: string }) => id === 'seal-certificate')
}

/** A database and a data directory that stay while the service is started with one seal key and then another. */
async function installation() {
  const dataDirectory = temporaryDirectory()
  const database = await createLastingDatabase()
  onTestFinished(() => database.drop())
  return (SEAL_KEY: string) => startCore({ DATA_DIR: dataDirectory, SEAL_KEY }, database)
}

/** Puts the sealing job off for an hour, once it has failed for its certificate. */
async function postponeJob({ app: { db } }: Core) {
  const run_at = new Date(Date.now() + 3_600_000).toISOString()
  const failed = db.updateTable('jobs').set({ run_at }).where('last_error', '=', 'SealKeyOutOfDate')
  await vi.waitFor(async () => expect((await failed.executeTakeFirst()).numUpdatedRows).toBe(1n), { timeout: 60_000 })
}

async function seedSigned(core: Core) {
  const journey = await seedSession(core)
  const form = await seedForm(core, journey)
  const client = await signAsClient(core, journey, form.id)
  return { journey, client, id: form.id }
}

describe('a seal certificate outside its dates', () => {
  it.each([
    ['has expired', expired, /^The seal certificate expired on \d{4}-\d\d-\d\d; replace it\./],
    [
      'is not valid yet',
      notYetValid,
      /^The seal certificate is not valid before \d{4}-\d\d-\d\d; check the server's clock/,
    ],
  ] as const)(
    'given one that %s, when a client signs, then the document waits and says why, and a valid one seals it',
    async (_what, made, words) => {
      const start = await installation()
      const core = await start(await pemMade(made))
      const { journey, id } = await seedSigned(core)
      const waiting = await vi.waitFor(
        async () => {
          const form = await readForm(core, journey, id)
          expect(form.error).toMatch(words)
          return form
        },
        { timeout: 60_000, interval: 50 },
      )
      expect(waiting).toMatchObject({ status: 'signed', completed_at: null, sealed_sha256: null })
      expect(await healthOf(core)).toMatchObject({ state: 'failing', message: expect.stringMatching(words) })
      expect((await core.app.inject({ url: '/readyz' })).statusCode).toBe(200)
      await postponeJob(core)
      await core.close()

      const again = await start(await pemMade(0))
      onTestFinished(again.close)
      expect(await whenSealed(again, journey, id)).toMatchObject({ status: 'completed', error: null })
      expect(await healthOf(again)).toMatchObject({ state: 'ok' })
    },
    twoStarts,
  )

  it(
    'given one that expires while sealed documents are there, when their packet is requested, then 409 says why, and each document can be downloaded',
    async () => {
      const start = await installation()
      const before = await start(await pemMade(0))
      const { journey, id } = await seedSigned(before)
      await whenSealed(before, journey, id)
      await before.close()

      const core = await start(await pemMade(expired))
      onTestFinished(core.close)
      const packet = `/session/${journey.session.session_code}/packet`
      const answer = await core.ask(journey.admin, { method: 'GET', url: packet })
      expect(answer.statusCode).toBe(409)
      expect(answer.json().message).toContain('the seal certificate is not valid today')
      const file = await core.ask(journey.admin, { method: 'GET', url: `/sessionforms/${id}/file` })
      expect(file.statusCode).toBe(200)
    },
    twoStarts,
  )
})

describe('the health check of the certificate', () => {
  it.each([
    [31, 'ok', /is valid until/],
    [29, 'warning', /in 29 days/],
    [0.5, 'warning', /in 1 days/],
    [-1, 'failing', /expired on/],
  ])('given one that ends in %d days, when checked, then it is %s', async (days, state, words) => {
    const key = await createSealKey({ organisation: 'Test' })
    const now = new Date(sealKeyDates(key).to.getTime() - days * day)
    expect(checkSealKey(key, { now, isLongTerm: false })).toEqual({ state, message: expect.stringMatching(words) })
  })
})

describe('the seal key in the keys directory', () => {
  const open = async () => {
    const keysDirectory = temporaryDirectory()
    const keys = await SealKeys.open({ SEAL_KEY: undefined, keysDirectory, AGENCY_NAME: 'Test' })
    return { keysDirectory, keys, path: join(keysDirectory, 'seal.pem') }
  }

  it('given one made here that ends in less than 30 days, when it is read again, then it is renewed, and the old one kept', async () => {
    const { keysDirectory, keys, path } = await open()
    const [old, oldText] = [keys.current, readFileSync(path, 'utf8')]
    const { to } = sealKeyDates(old)
    expect(await keys.refresh(new Date(to.getTime() - 31 * day))).toBe(false)
    expect(await keys.refresh(new Date(to.getTime() - 29 * day))).toBe(true)
    expect(sealFingerprint(keys.current)).not.toBe(sealFingerprint(old))
    expect(keys.current.secret).toEqual({ kind: 'pem', pem: readFileSync(path, 'utf8') })
    const kept = `seal-until-${to.toISOString().slice(0, 10)}.pem`
    expect(readdirSync(keysDirectory).sort()).toEqual([kept, 'seal.pem'])
    expect(readFileSync(join(keysDirectory, kept), 'utf8')).toBe(oldText)
  })

  it('given one of another issuer that has expired, when it is read, then it stays', async () => {
    const { keys, path } = await open()
    const bought = pemBought()
    writeFileSync(path, bought)
    await keys.refresh(new Date(Date.now() + 101 * day))
    expect(readFileSync(path, 'utf8')).toBe(bought)
  })

  it('given a file that is replaced while the service runs, when it is read again, then the new key is used', async () => {
    const { keys, path } = await open()
    expect(await keys.refresh()).toBe(false)
    const bought = pemBought()
    writeFileSync(path, bought)
    expect(await keys.refresh()).toBe(true)
    expect(keys.current.secret).toEqual({ kind: 'pem', pem: bought })
  })

  it('given a replacement that cannot be read, when it is read again, then the former key stays in use', async () => {
    const { keys, path } = await open()
    const before = sealFingerprint(keys.current)
    writeFileSync(path, 'nothing')
    await expect(keys.refresh()).rejects.toMatchObject({ code: 'SEAL_KEY_INVALID' })
    expect(sealFingerprint(keys.current)).toBe(before)
  })
})
