import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import type { TemplateSync } from '@agency/contract/esign'
import type { GlobalForm } from '@agency/contract/global-forms'
import { pdfText } from '@agency/pdf-signing/test/pdf-tools'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { type Core, nobody, readPdf, startCore } from '../../../test/core.ts'
import { openAsClient, seedSession } from '../../../test/session-fixtures.ts'
import { findTemplate } from '../../library/global-forms/global-form-service.ts'
import { storeTemplates } from '../../library/global-forms/template-service.ts'
import { EsignFailed, PdfNotAccepted, StoreUnavailable } from '../../platform/errors.ts'
import { builtInProvider } from '../providers/built-in-provider.ts'
import type { EsignProvider } from '../providers/esign-provider.ts'
import { syncTemplates } from './template-sync.ts'

let core: Core
beforeAll(async () => {
  core = await startCore()
})
afterAll(() => core.close())
/** An empty library for each test. */
beforeEach(() => core.app.db.deleteFrom('global_forms').execute())

const sync = async () => core.ask(await core.admin(), { method: 'POST', url: '/docusign/sync-templates' })
const templates = async (): Promise<GlobalForm[]> =>
  (await core.ask(await core.admin(), { method: 'GET', url: '/global-forms' }))
    .json()
    .forms.filter(({ type }: GlobalForm) => type === 'DocuSign')

const names = (count: number) => Array.from({ length: count }, (_, n) => `Template ${n}`)

/** The built-in provider with other templates. */
const listing = (titles: string[], readTemplate: EsignProvider['readTemplate']): EsignProvider => ({
  ...builtInProvider,
  async *listTemplates() {
    for (const title of titles) yield { id: `built-in:${title}`, title, folder: null, modifiedAt: null }
  },
  readTemplate,
})

const syncWith = (provider: EsignProvider) => {
  const { db, files, pdfs } = core.app
  const staff = { kind: 'admin', adminId: uuid(), adminSessionId: uuid(), role: 'power' } as const
  return syncTemplates({ db, files, pdfs, principal: { ...staff, scope: 'all', address: '::1' } }, provider)
}

it('[AP-06] given an empty library, when templates are synced twice, then the three are there once, as forms to sign', async () => {
  const first = await sync()
  expect(first.statusCode).toBe(200)
  expect(first.json()).toMatchObject({ success: true, provider: 'built-in', created: 3, updated: 0, retired: 0 })
  const before = await templates()
  expect(before).toHaveLength(3)
  for (const form of before) {
    expect(form).toMatchObject({ type: 'DocuSign', has_file: true, requires_signature: true })
    expect(form.docusign_template_id).toMatch(/^built-in:/)
  }
  expect((await sync()).json()).toMatchObject({ created: 0, updated: 0, retired: 0 })
  expect(await templates()).toEqual(before)
})

it('given two staff, when both sync at once, then each template is there once, and both are told the truth', async () => {
  const answers = await Promise.all([sync(), sync(), sync()])
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  const created = answers.map((answer) => (answer.json() as TemplateSync).created)
  expect(created.toSorted()).toEqual([0, 0, 3])
  expect(await templates()).toHaveLength(3)
})

it('given several syncs that come to storing at the same moment, when all store, then one adds and the others find it', async () => {
  const { db, files } = core.app
  const bytes = readPdf('quartz.pdf')
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const update = () =>
    files.storing(async (store) => {
      const read = async (name: string) => {
        const file = await store({ bytes, description: { mimeType: 'application/pdf', pages: 1 } })
        return { id: `built-in:${name}`, title: name, folder: null, sha256, file, modifiedAt: null }
      }
      const wanted = await Promise.all(['a', 'b', 'c'].map(read))
      return storeTemplates({ db, files }, { wanted, retires: () => true, record: async () => undefined })
    })
  const stored = await Promise.all([update(), update(), update(), update()])
  expect(stored.map(({ created }) => created).toSorted()).toEqual([0, 0, 0, 3])
  expect(await templates()).toHaveLength(3)
})

it('given a template changed, renamed or gone at the provider, when synced, then in place, staff’s own words kept', async () => {
  await sync()
  const admin = await core.admin()
  const [one, two, three] = await templates()
  const edit = { title: 'Our words', folder: 'Ours' }
  await core.ask(admin, { method: 'PUT', url: `/global-forms/${one?.id}`, payload: edit })

  const provider: EsignProvider = {
    ...builtInProvider,
    async *listTemplates() {
      for (const form of [one, two]) {
        const id = form?.docusign_template_id ?? ''
        const title = form === two ? 'Renamed' : (form?.title ?? '')
        yield { id, title, folder: 'Theirs', modifiedAt: null }
      }
    },
    readTemplate: async (id) =>
      id === one?.docusign_template_id ? readPdf('quartz.pdf') : builtInProvider.readTemplate(id),
  }
  const answer = await syncWith(provider)
  expect(answer).toMatchObject({ created: 0, updated: 2, retired: 1 })

  const left = await templates()
  expect(left.map(({ id }) => id).toSorted()).toEqual([one?.id, two?.id].toSorted())
  expect(left.find(({ id }) => id === one?.id)).toMatchObject({ ...edit, pages: expect.any(Number) })
  expect(left.find(({ id }) => id === two?.id)).toMatchObject({ title: 'Renamed', folder: two?.folder })
  const file = await core.ask(admin, { method: 'GET', url: `/global-forms/${one?.id}/file` })
  expect(pdfText(file.rawPayload, 1, 1)).toBe(pdfText(readPdf('quartz.pdf'), 1, 1))

  expect((await sync()).json()).toMatchObject({ created: 0, updated: 3, retired: 0 })
  expect((await templates()).map(({ id }) => id)).toContain(three?.id)
})

it('given two templates that are changed, one with a document, when synced, then only the former PDF without one is removed', async () => {
  const { db } = core.app
  const filesOfLibrary = async () =>
    new Map(
      (await db.selectFrom('global_forms').select(['title', 'file_id']).execute()).map((row) => [
        row.title,
        row.file_id,
      ]),
    )
  await syncWith(listing(['Free', 'Used'], async () => readPdf('quartz.pdf')))
  const former = await filesOfLibrary()
  const { admin, session } = await seedSession(core)
  const payload = { session_id: session.id, source_template_id: 'built-in:Used' }
  const attached = await core.ask(admin, { method: 'POST', url: '/sessionforms', payload })
  expect(attached.statusCode).toBe(201)

  await syncWith(listing(['Free', 'Used'], async () => readPdf('word.pdf')))
  const rows = await db.selectFrom('files').select('id').execute()
  const ids = rows.map(({ id }) => id)
  expect(ids).toEqual(expect.arrayContaining([former.get('Used'), ...(await filesOfLibrary()).values()]))
  expect(ids).not.toContain(former.get('Free'))
  const paths = await readdir(core.config.filesDirectory, { recursive: true })
  expect(paths.find((path) => path.endsWith(former.get('Free') ?? 'none'))).toContain('trash')
  await db.deleteFrom('session_forms').where('session_id', '=', session.id).execute()
})

it.runIf(process.env.TEST_DATABASE_URL)(
  'given a template that is being attached, when it is changed at the provider, then the sync waits, and the document keeps its PDF',
  async () => {
    const { db } = core.app
    await syncWith(listing(['Used'], async () => readPdf('quartz.pdf')))
    const attaching = await db.startTransaction().execute()
    const found = await findTemplate(attaching, 'built-in:Used')
    const syncing = syncWith(listing(['Used'], async () => readPdf('word.pdf')))
    const waiting = sql`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
    await vi.waitFor(async () => expect((await waiting.execute(db)).rows).toHaveLength(1), { timeout: 20_000 })
    expect((await findTemplate(attaching, 'built-in:Used'))?.file_id).toBe(found?.file_id)
    await attaching.rollback().execute()
    await syncing
    expect((await db.transaction().execute((trx) => findTemplate(trx, 'built-in:Used')))?.file_id).not.toBe(
      found?.file_id,
    )
  },
)

it('given more templates than are read at once, when synced, then each PDF is in the store before the next ones are read', async () => {
  const inStore = async () => (await readdir(core.config.filesDirectory, { recursive: true })).length
  const before = await inStore()
  const seen: number[] = []
  const readTemplate = async () => {
    seen.push((await inStore()) - before)
    return readPdf('quartz.pdf')
  }
  const { created } = await syncWith(listing(names(9), readTemplate))
  expect(created).toBe(9)
  expect(seen.at(-1)).toBeGreaterThanOrEqual(8)
})

it.each([
  ['gives no answer for', new EsignFailed('No valid answer.')],
  ['has an unusable', new PdfNotAccepted('Not usable.', undefined)],
])(
  'given a provider that %s one template, when synced, then the others are there, it is not retired, and staff are told',
  async (_what, failure) => {
    const readable = listing(['Bad', 'Good'], async () => readPdf('quartz.pdf'))
    await syncWith(readable)
    const partly = listing(['Bad', 'Good', 'New'], async (id) => {
      if (id === 'built-in:Bad') throw failure
      return readPdf('word.pdf')
    })
    const answer = await syncWith(partly)
    expect(answer).toMatchObject({ created: 1, updated: 1, retired: 0 })
    expect(answer.message).toContain(`1 could not be read, such as “Bad”: ${failure.message}`)
    expect((await templates()).map(({ title }) => title).toSorted()).toEqual(['Bad', 'Good', 'New'])
  },
)

it('given a provider that is down after the list, when synced, then the sync fails, and it is not asked for each template', async () => {
  let asked = 0
  const down = listing(names(40), async () => {
    asked += 1
    throw new EsignFailed('Down.')
  })
  await expect(syncWith(down)).rejects.toMatchObject({ code: 'ESIGN_FAILED', message: 'Down.' })
  expect(asked).toBe(12)
  expect(await templates()).toEqual([])
})

it('given a store that fails with the third template, when synced, then the sync fails, and the PDFs before it are discarded', async () => {
  const { files } = core.app
  const discard = vi.spyOn(files, 'discard')
  onTestFinished(() => {
    vi.restoreAllMocks()
  })
  const store = files.storeBytes.bind(files)
  let stored = 0
  vi.spyOn(files, 'storeBytes').mockImplementation(async (...content) => {
    if (++stored === 3) throw new StoreUnavailable()
    return store(...content)
  })
  await expect(syncWith(listing(names(4), async () => readPdf('quartz.pdf')))).rejects.toThrow(StoreUnavailable)
  expect(discard.mock.lastCall?.[0]).toHaveLength(3)
  expect(await templates()).toEqual([])
})

it('given forms that are not of templates, when synced, then they are left alone', async () => {
  const admin = await core.admin()
  const payload = { title: 'Mine', type: 'Link', source: 'https://example.com/' }
  const mine = (await core.ask(admin, { method: 'POST', url: '/global-forms', payload })).json()
  await sync()
  const { forms } = (await core.ask(admin, { method: 'GET', url: '/global-forms' })).json()
  expect(forms).toContainEqual(mine)
})

it('given nobody or a client, when it syncs, then 401 and 404, and the library stays as it is', async () => {
  const client = await openAsClient(core, (await seedSession(core)).session)
  const call = { method: 'POST', url: '/docusign/sync-templates' } as const
  expect((await core.ask(nobody, call)).statusCode).toBe(401)
  expect((await core.ask(client, call)).statusCode).toBe(404)
  expect(await templates()).toEqual([])
})
