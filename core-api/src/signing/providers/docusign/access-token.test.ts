import { createPrivateKey, generateKeyPairSync } from 'node:crypto'
import { loggedError } from '@agency/service-kit/logged-error'
import { expect, it } from 'vitest'
import { connectProvider, startFakeForTest } from '../../../../test/docusign-fixtures.ts'

const list = async ({ provider }: ReturnType<typeof connectProvider>) => {
  const names: string[] = []
  for await (const { title } of provider.listTemplates()) names.push(title)
  return names
}
const failureOf = async (work: Promise<unknown>): Promise<Error> =>
  work.then(
    () => expect.fail('it was done'),
    (error) => error,
  )
const grants = (calls: string[]) => calls.filter((call) => call.includes('/oauth/token')).length

it.each(['pkcs1', 'pkcs8'] as const)(
  'given a key in %s, in one line, when used, then it lets in @full',
  async (type) => {
    const fake = await startFakeForTest()
    fake.account.setTemplates(['One'])
    const key = createPrivateKey(fake.settings.DOCUSIGN_PRIVATE_KEY ?? '').export({ type, format: 'pem' })
    const settings = { ...fake.settings, DOCUSIGN_PRIVATE_KEY: key.toString().replaceAll('\n', '\\n') }
    expect(await list(connectProvider(settings))).toEqual(['One'])
  },
)

it('given many who ask at once, when access is needed, then it is got once, and again five minutes before its end', async () => {
  const fake = await startFakeForTest()
  let now = Date.now()
  const connected = connectProvider(fake.settings, { now: () => now })
  await Promise.all(Array.from({ length: 20 }, () => list(connected)))
  expect(grants(fake.calls)).toBe(1)
  now += 54 * 60_000
  await list(connected)
  expect(grants(fake.calls)).toBe(1)
  now += 2 * 60_000
  await list(connected)
  expect(grants(fake.calls)).toBe(2)
  expect(fake.calls.filter((call) => call.includes('/oauth/userinfo'))).toHaveLength(1)
})

it('given access that ended early, when many calls are refused, then it is got once more, and all are answered @full', async () => {
  const fake = await startFakeForTest()
  const connected = connectProvider(fake.settings)
  await list(connected)
  fake.auth.tokens.clear()
  await Promise.all(Array.from({ length: 10 }, () => list(connected)))
  expect(grants(fake.calls)).toBe(2)
})

it('given no consent, when asked, then staff get the address, and once it is given there it works', async () => {
  const fake = await startFakeForTest()
  fake.auth.consented = false
  const connected = connectProvider(fake.settings)
  const { message } = await failureOf(list(connected))
  const address = /http\S+/.exec(message)?.[0] ?? ''
  const query = new URL(address).searchParams
  expect(query.get('scope')).toBe('signature impersonation')
  expect(query.get('client_id')).toBe(fake.settings.DOCUSIGN_INTEGRATION_KEY)
  await fetch(address)
  expect(await list(connected)).toEqual([])
})

it('given a revoked key or another account, when asked, then staff read which setting to look at', async () => {
  const fake = await startFakeForTest()
  const other = { ...fake.settings, DOCUSIGN_ACCOUNT_ID: '01a1fe2c-2b2e-7171-b77b-9bdc9c23fc5b' }
  expect((await failureOf(list(connectProvider(other)))).message).toContain('DOCUSIGN_ACCOUNT_ID')
  fake.auth.revokeKey(generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey)
  expect((await failureOf(list(connectProvider(fake.settings)))).message).toContain('Make a new key')
})

it('given 429, when asked again, then DocuSign is left alone until its time, and then asked', async () => {
  const fake = await startFakeForTest()
  let elapsed = 0
  const connected = connectProvider(fake.settings, { elapsed: () => elapsed })
  fake.fail({
    on: /templates/,
    status: 429,
    errorCode: 'HOURLY_APIINVOCATION_LIMIT_EXCEEDED',
    headers: { 'retry-after': '600' },
  })
  expect((await failureOf(list(connected))).message).toContain('in 10 minutes')
  const calls = fake.calls.length
  elapsed += 300_000
  expect((await failureOf(list(connected))).message).toContain('in 5 minutes')
  expect(fake.calls).toHaveLength(calls)
  elapsed += 301_000
  expect(await list(connected)).toEqual([])
})

it('given 429, when the clock is set back an hour meanwhile, then DocuSign is asked after its pause all the same', async () => {
  const fake = await startFakeForTest()
  const clock = { now: Date.now(), elapsed: 0 }
  const connected = connectProvider(fake.settings, { now: () => clock.now, elapsed: () => clock.elapsed })
  fake.fail({ on: /templates/, status: 429, headers: { 'retry-after': '60' } })
  await failureOf(list(connected))
  clock.now -= 3_600_000
  clock.elapsed += 61_000
  expect(await list(connected)).toEqual([])
})

it('given failures of all kinds, when they are logged, then without what DocuSign says, tokens and keys', async () => {
  const fake = await startFakeForTest()
  const connected = connectProvider(fake.settings)
  await list(connected)
  fake.fail({ on: /templates/, status: 400, errorCode: 'INVALID_REQUEST_PARAMETER' })
  fake.fail({ on: /templates/, status: 400, errorCode: 'ida@example.com' })
  fake.fail({ on: /templates/, status: 503 })
  const failures = [
    await failureOf(list(connected)),
    await failureOf(list(connected)),
    await failureOf(list(connected)),
  ]
  expect(failures.map(({ message }) => message)).toMatchObject([
    expect.stringContaining('INVALID_REQUEST_PARAMETER'),
    expect.stringContaining('answer 400'),
    expect.stringContaining('answer 503'),
  ])
  const logged = JSON.stringify(failures.map((failure) => loggedError(failure)))
  expect(logged).toContain('INVALID_REQUEST_PARAMETER')
  for (const secret of ['ida@example.com', 'PRIVATE KEY', ...fake.auth.tokens]) expect(logged).not.toContain(secret)
})
