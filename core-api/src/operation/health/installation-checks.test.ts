import { expect, it, onTestFinished } from 'vitest'
import manifest from '../../../package.json' with { type: 'json' }
import { nobody, startCore } from '../../../test/core.ts'
import { describeRelease } from './installation-checks.ts'

it('given a service, when it is asked for its version and its health, then both name the release', async () => {
  const core = await startCore()
  onTestFinished(() => core.close())
  const { version } = manifest
  expect((await core.ask(nobody, { url: '/version' })).json()).toEqual({ part: 'core-api', version })
  const report = (await core.ask(await core.admin(), { url: '/health-report' })).json()
  expect(report).toContainEqual(
    expect.objectContaining({ id: 'release', state: 'ok', message: expect.stringContaining(version) }),
  )
})

it('given a schema that a newer release left, when health is asked for, then it names the migrations that this one lacks', () => {
  const { state, message } = describeRelease('1.0.0', { names: ['001-teams', '002-notes'], readableFrom: '1.0.0' })
  expect(state).toBe('warning')
  expect(message).toMatch(/^core-api 1\.0\.0 .*001-teams, 002-notes/)
})
