import { expect, it } from 'vitest'
import { nobody, startCoreForTest } from '../../../test/core.ts'
import { openAsClient, seedSession } from '../../../test/session-fixtures.ts'

const call = { method: 'GET', url: '/docs/json' } as const

it('given the default, when the description is asked for, then staff get it, nobody 401 and a client 404', async () => {
  const core = await startCoreForTest()
  const client = await openAsClient(core, (await seedSession(core)).session)
  const answers = [await core.ask(await core.admin(), call), await core.ask(nobody, call), await core.ask(client, call)]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 401, 404])
})

it('given API_DOCS=everyone, when the description is asked for, then nobody gets it as staff do', async () => {
  const core = await startCoreForTest({ API_DOCS: 'everyone' })
  const [open, staff] = [await core.ask(nobody, call), await core.ask(await core.admin(), call)]
  expect(open.statusCode).toBe(200)
  expect(open.json()).toMatchObject({ openapi: expect.stringMatching(/^3\.1/), paths: { '/clients': {} } })
  expect(staff.json()).toEqual(open.json())
})
