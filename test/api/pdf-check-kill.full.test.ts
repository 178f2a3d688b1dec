import { once } from 'node:events'
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { GlobalForm } from '@agency/contract/global-forms'
import type { SessionForm } from '@agency/contract/session-forms'
import { pagesPdf } from '@agency/pdf-signing/test/build-pdf'
import { onePagePdf, pdfBlob } from '@agency/pdf-signing/test/sample-pdfs'
import { sendToStaffApi } from '@agency/test-kit/api/send'
import { openStaffApi, type StaffApi } from '@agency/test-kit/api/staff-api'
import { credentials } from '@agency/test-kit/product/product-address'
import { createProductDatabase } from '@agency/test-kit/product/product-database'
import { prepareReplicas, prepareReplicasOnServer } from '@agency/test-kit/product/replicas'
import { runScript } from '@agency/test-kit/product/run-command'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { freePort, type Service } from '../../scripts/product.ts'
import { holdTable } from '../faults/held-table.ts'

let replicas: Awaited<ReturnType<typeof prepareReplicasOnServer>>
let core: Service
let db: pg.Client
let port: string
let staff: StaffApi

beforeAll(async () => {
  replicas = await prepareReplicasOnServer({ STAFF_MFA: 'off', LOG_LEVEL: 'error' })
  db = new pg.Client({ connectionString: replicas.databaseUrl })
  await db.connect()
  port = String(await freePort())
  core = await replicas.startCore({ PORT: port })
  staff = await logIn(await replicas.startBff(core.address))
})
afterAll(async () => {
  await db.end()
  await replicas.stop()
})

const logIn = (bff: Service) => openStaffApi(credentials, sendToStaffApi(bff.address))

const large = pagesPdf(200)
/** The first look finds no fault with it: the whole check refuses what its last page would lose. */
const lossy = pagesPdf(
  200,
  '/Annots [<< /Type /Annot /Subtype /Highlight /C [1 0 0] /F 4 /Rect [20 80 140 110] /QuadPoints [20 110 140 110 20 80 140 80] >>]',
)

function uploadOf(pdf: Parameters<typeof pdfBlob>[0], values: Record<string, string>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries({ title: 'Plan', type: 'PDF', ...values })) form.set(name, value)
  form.set('file', pdfBlob(pdf), 'plan.pdf')
  return form
}
const addForm = (pdf: Uint8Array<ArrayBuffer>) => staff.sendForm<GlobalForm>('/global-forms', uploadOf(pdf, {}))
/** Attaches a PDF to a new client's session. */
async function attach(pdf: Uint8Array<ArrayBuffer>): Promise<SessionForm> {
  const { id } = await staff.startSession((await staff.addClient()).id)
  return staff.sendForm('/sessionforms', uploadOf(pdf, { session_id: id }))
}
const accepted = { has_file: true, pages: 200, pdf_check: null }

const formIn = async (product: StaffApi, id: string) =>
  (await product.globalForms()).find((form) => form.id === id) ?? expect.fail('The form is gone')
const documentIn = async (product: StaffApi, { id, session_id }: SessionForm) =>
  (await product.sessionForms(session_id)).find((form) => form.id === id) ?? expect.fail('The document is gone')

/** Longer than a lease and a check on a busy machine. */
const untilChecked = { timeout: 180_000, interval: 500 }

async function claimedJob(): Promise<void> {
  const running = `SELECT FROM jobs WHERE kind = 'pdf-check' AND done_at IS NULL AND attempts = 1`
  await vi.waitFor(async () => expect((await db.query(running)).rowCount).toBe(1), { timeout: 30_000, interval: 20 })
}
async function killCore() {
  const exited = once(core.process, 'exit')
  core.process.kill('SIGKILL')
  await exited
}
const startAgain = async () => {
  core = await replicas.startCore({ PORT: port })
}
/** What a check has left of a form or document. */
async function traceOf(id: string) {
  const rows = async (query: string, ...values: string[]) => (await db.query(query, values)).rows
  return {
    actions: (await rows('SELECT action FROM audit_events WHERE subject_id = $1 ORDER BY position', id)).map(
      ({ action }) => action,
    ),
    waiting: await rows(`SELECT kind, attempts FROM jobs WHERE kind = 'pdf-check' AND done_at IS NULL`),
    uploads: await rows('SELECT file_id FROM pdf_checks WHERE file_id IS NOT NULL'),
    unnamed:
      await rows(`SELECT id FROM files WHERE id NOT IN (SELECT file_id FROM global_forms WHERE file_id IS NOT NULL
      UNION SELECT file_id FROM session_forms WHERE file_id IS NOT NULL)`),
  }
}
const keptUpload = { uploads: [{ file_id: expect.any(String) }], unnamed: [{ id: expect.any(String) }] }
const nothingLeft = { waiting: [], uploads: [], unnamed: [] }

it('given a check that is running, when core-api is killed, then the check is pending, and the next process ends it once', async () => {
  const { id } = await addForm(large)
  await claimedJob()
  await killCore()
  expect(await traceOf(id)).toMatchObject({ actions: ['form.created'], uploads: [{}], waiting: [{ attempts: 1 }] })
  await startAgain()
  await expect.poll(() => formIn(staff, id), untilChecked).toMatchObject(accepted)
  await expect
    .poll(() => traceOf(id), untilChecked)
    .toEqual({ actions: ['form.created', 'form.pdf-accepted'], ...nothingLeft })
})

it.each([
  ['accepted', large, accepted, nothingLeft],
  // Its upload stays, so that staff can accept the loss.
  ['refused', lossy, { has_file: false, pdf_check: { state: 'refused' } }, { ...nothingLeft, ...keptUpload }],
])(
  'given a document whose PDF is being %s, when core-api is killed before the commit, then nothing is stored, and the next process does it once',
  async (outcome, pdf, expected, left) => {
    const document = await attach(pdf)
    const held = await holdTable(replicas.databaseUrl, 'audit_events')
    await held.hasWriter()
    await killCore()
    await held.release()
    await startAgain()
    await expect.poll(() => documentIn(staff, document), untilChecked).toMatchObject(expected)
    await expect
      .poll(() => traceOf(document.id), untilChecked)
      .toEqual({ actions: ['attached', `form.pdf-${outcome}`], ...left })
    expect(await staff.read('/audit/verification')).toMatchObject({ valid: true })
  },
  400_000,
)

it('given checks that are pending in a backup, when it is restored, then they end: accepted, or refused where the upload is lost', async () => {
  const place = mkdtempSync(join(tmpdir(), 'pending-checks-'))
  const database = await createProductDatabase()
  const restored = prepareReplicas({ STAFF_MFA: 'off', LOG_LEVEL: 'error', DATABASE_URL: database.url })
  onTestFinished(async () => {
    await restored.stop()
    await database.drop()
    rmSync(place, { recursive: true })
  })
  const [document, form] = [await attach(large), await addForm(large)]
  const held = await holdTable(replicas.databaseUrl, 'pdf_checks')
  const [upload] = (await db.query('SELECT file_id FROM pdf_checks WHERE global_form_id = $1', [form.id])).rows
  await held.hasWriter()
  const from = { DATA_DIR: replicas.dataDirectory, DATABASE_URL: replicas.databaseUrl }
  expect(await runScript('backup', ['--to', place, '--unencrypted'], from)).toMatchObject({ code: 0 })
  await held.release()

  const target = { DATA_DIR: restored.dataDirectory, DATABASE_URL: database.url }
  expect(await runScript('restore', ['--from', place], target)).toMatchObject({ code: 0 })
  cpSync(join(replicas.dataDirectory, 'keys'), join(restored.dataDirectory, 'keys'), { recursive: true, force: true })
  const files = join(restored.dataDirectory, 'files')
  const paths = readdirSync(files, { recursive: true, encoding: 'utf8' })
  rmSync(join(files, paths.find((path) => path.endsWith(upload.file_id)) ?? expect.fail('The upload has no copy')))

  const restoredCore = await restored.startCore()
  const there = await logIn(await restored.startBff(restoredCore.address))
  await expect.poll(() => documentIn(there, document), untilChecked).toMatchObject(accepted)
  const message = 'The uploaded file can no longer be read. Upload it again.'
  await expect
    .poll(() => formIn(there, form.id), untilChecked)
    .toMatchObject({ has_file: false, pdf_check: { state: 'refused', message } })
  const again = await there.sendForm<GlobalForm>(`/global-forms/${form.id}/file`, replacement())
  expect(again).toMatchObject({ has_file: true, pages: 1, pdf_check: null })
  await expect.poll(() => formIn(staff, form.id), untilChecked).toMatchObject(accepted)
}, 400_000)

function replacement(): FormData {
  const form = new FormData()
  form.set('file', pdfBlob(onePagePdf), 'plan.pdf')
  return form
}
