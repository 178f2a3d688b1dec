import { largestPdf } from '@agency/pdf-signing/pdf-errors'
import { expect, it } from 'vitest'
import { startCoreForTest } from '../../../../test/core.ts'
import { startFakeForTest } from '../../../../test/docusign-fixtures.ts'

it('given 250 templates, when synced, synced again and one has changed, then 253, three and four calls', async () => {
  const fake = await startFakeForTest()
  const templates = fake.account.setTemplates(Array.from({ length: 250 }, (_, n) => `Template ${n}`))
  const core = await startCoreForTest(fake.settings)
  const admin = await core.admin()
  const callsOfSync = async (expected: object) => {
    const before = fake.calls.length
    const answer = await core.ask(admin, { method: 'POST', url: '/docusign/sync-templates' })
    expect(answer.json()).toMatchObject({ success: true, provider: 'docusign', ...expected })
    return fake.calls.slice(before).filter((call) => !call.includes('/oauth/')).length
  }
  expect(await callsOfSync({ created: 250, updated: 0, retired: 0 })).toBe(253)
  expect(await callsOfSync({ created: 0, updated: 0, retired: 0 })).toBe(3)
  const [changed] = templates
  if (changed) changed.lastModified = '2026-02-03T04:05:06.0000000Z'
  expect(await callsOfSync({ created: 0, updated: 1, retired: 0 })).toBe(4)
  expect(await callsOfSync({ created: 0, updated: 0, retired: 0 })).toBe(3)
})

it('given a template without a document, when synced, then the others are there, it is left out, and staff are told', async () => {
  const fake = await startFakeForTest()
  const [empty] = fake.account.setTemplates(['Not ready', 'Ready', 'Ready too'])
  if (empty) empty.withoutDocument = true
  const core = await startCoreForTest(fake.settings)
  const sync = async () =>
    (await core.ask(await core.admin(), { method: 'POST', url: '/docusign/sync-templates' })).json()
  expect(await sync()).toMatchObject({ created: 2, message: expect.stringContaining('1 without a document was left') })
  if (empty) empty.withoutDocument = false
  expect(await sync()).toMatchObject({ created: 1, updated: 0, retired: 0 })
})

it('given a template above 25 MB and one that is answered with 500, when synced, then the other is there, and staff are told', async () => {
  const fake = await startFakeForTest()
  const [large, broken] = fake.account.setTemplates(['Large', 'Broken', 'Ready'])
  if (large) large.padding = largestPdf
  fake.fail({ on: new RegExp(`/templates/${broken?.templateId}/`), status: 500 })
  const core = await startCoreForTest(fake.settings)
  const answer = await core.ask(await core.admin(), { method: 'POST', url: '/docusign/sync-templates' })
  expect(answer.json()).toMatchObject({ created: 1, message: expect.stringContaining('2 could not be read') })
})
