import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Core, startCore } from '../../../test/core.ts'
import { seedDemo } from './seed-demo.ts'

let core: Core

beforeAll(async () => {
  core = await startCore()
})

afterAll(() => core.close())

it('given an empty installation, when the demonstration is made, then its sessions are at each stage, and nobody is logged in', async () => {
  const { app } = core
  await seedDemo(app)
  const statuses = async () =>
    (await app.db.selectFrom('session_forms').select('status').execute()).map(({ status }) => status)

  await expect
    .poll(statuses, { timeout: 120_000 })
    .toEqual(expect.arrayContaining(['completed', 'declined', 'pending']))
  const book = app.db
    .selectFrom('policies')
    .select(({ fn }) => ['status', fn.countAll().as('count')])
    .groupBy('status')
  const inBook = (await book.execute()).map(({ status }) => status)
  expect(inBook).toEqual(expect.arrayContaining(['active', 'pending', 'submitted', 'terminated', 'lapsed']))
  const open = app.db.selectFrom('portal_sessions').select('id').where('revoked_at', 'is', null)
  expect(await open.execute()).toEqual([])
  const notes = app.db.selectFrom('client_notes').select('kind').distinct()
  expect((await notes.execute()).map(({ kind }) => kind).toSorted()).toEqual(['call', 'meeting', 'note', 'text'])
  // A second start leaves everything as it is.
  const before = await statuses()
  await seedDemo(app)
  expect(await statuses()).toHaveLength(before.length)
})
