import { expect, it, onTestFinished } from 'vitest'
import manifest from '../../../package.json' with { type: 'json' }
import { nobody, startCore } from '../../../test/core.ts'
import { checkAddresses, describeRelease } from './installation-checks.ts'

it('given a service, when it is asked for its version and its health, then both name the release @full', async () => {
  const core = await startCore()
  onTestFinished(() => core.close())
  const { version } = manifest
  expect((await core.ask(nobody, { url: '/version' })).json()).toEqual({ part: 'core-api', version })
  const report = (await core.ask(await core.admin(), { url: '/health-report' })).json()
  expect(report).toContainEqual(
    expect.objectContaining({ id: 'release', state: 'ok', message: expect.stringContaining(version) }),
  )
  // The two addresses alone: other settings with an address hold passwords.
  const local = 'http://client.localhost:8080, http://localhost:8080'
  const message = `Links in messages work on this machine alone: ${local}. Whoever runs the server sets the agency’s domain by the setting DOMAIN.`
  expect(report).toContainEqual(expect.objectContaining({ id: 'addresses', state: 'warning', message }))
})

it('given nothing set up, when health is read, then it names no part of the product and no setting without saying what it is @full', async () => {
  const core = await startCore()
  onTestFinished(() => core.close())
  const report: { message: string }[] = (await core.ask(await core.admin(), { url: '/health-report' })).json()
  const texts = report.map(({ message }) => message)
  expect(texts.filter((text) => /\b(?:core-api|bff|DATA_DIR|schema|hash|outbox)\b|GET \//i.test(text))).toEqual([])
  const withSettings = texts.filter((text) => /\b[A-Z]+_[A-Z]+\b/.test(text))
  expect(withSettings.length).toBeGreaterThan(0)
  expect(withSettings.filter((text) => !/ the settings? [A-Z]+_[A-Z]+\b/.test(text))).toEqual([])
})

it('given a schema that a newer release left, when health is asked for, then it names the migrations that this one lacks', () => {
  const { state, message } = describeRelease('1.0.0', { names: ['001-teams', '002-notes'], readableFrom: '1.0.0' })
  expect(state).toBe('warning')
  expect(message).toMatch(/^Release 1\.0\.0 .*001-teams, 002-notes/)
})

it.each([
  ['https://client.agency.example', 'https://localhost.agency.example', 'ok', /of the agency/],
  ['https://client.localhost', 'https://staff.agency.example', 'warning', /: https:\/\/client\.localhost\. /],
  [
    'http://client.localhost:8080',
    'http://localhost:8080',
    'warning',
    /client\.localhost:8080, http:\/\/localhost:8080/,
  ],
])('given clients at %s and staff at %s, then %s', (PUBLIC_URL, STAFF_URL, state, words) => {
  expect(checkAddresses({ PUBLIC_URL, STAFF_URL })).toEqual({ state, message: expect.stringMatching(words) })
})
