import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PdfTaskFailed, type PdfTaskFailureCode } from '@agency/pdf-signing/pdf-errors'
import { createPdfWorker, type PdfWorker } from '@agency/pdf-signing/pdf-worker-pool'
import { onePagePdf, pagesPdf } from '@agency/pdf-signing/test/build-pdf'
import { pdfText } from '@agency/pdf-signing/test/pdf-tools'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { blockFile } from '../../../test/block-file.ts'
import { type Core, startCore } from '../../../test/core.ts'
import { multipart, openAsClient, type SeededSession, seedSession } from '../../../test/session-fixtures.ts'
import { createLastingDatabase } from '../../../test/test-database.ts'
import { PdfIntake } from '../../library/pdf-checks/pdf-intake.ts'
import { StoreUnavailable } from '../../platform/errors.ts'
import { queueJob } from '../../platform/jobs/job-repository.ts'
import { checkPdf, mostFailedAttempts } from './check-pdf.ts'

let core: Core
let worker: PdfWorker
/** What the service uses: as `worker`, but tasks fail when a test says so. */
let failing: PdfWorker
/** How the service's own jobs fail, so that a test does their work when it needs it; undefined if they may check. */
let failure: PdfTaskFailureCode | undefined = 'PDF_WORKER_LOST'
/** How the service's own jobs fail when they have checked a form and measure its pages. */
let measureFailure: PdfTaskFailureCode | undefined
/** Called by the service's own jobs before they check. */
let beforeCheck: () => Promise<void> = async () => undefined
/** How many first looks at uploads fail, since their process is killed. */
let killedLooks = 0
beforeAll(async () => {
  worker = createPdfWorker({ checks: 1, slowAfter: 60_000 })
  const fail = (code: PdfTaskFailureCode) => Promise.reject(new PdfTaskFailed(code))
  failing = {
    ...worker,
    inspect: async (bytes, options) => {
      await beforeCheck()
      return failure ? fail(failure) : worker.inspect(bytes, options)
    },
    inspectPrompt: (...upload) => (killedLooks-- > 0 ? fail('PDF_KILLED') : worker.inspectPrompt(...upload)),
    measure: (bytes) => (measureFailure ? fail(measureFailure) : worker.measure(bytes)),
  }
  core = await startCore({}, undefined, failing)
})
afterAll(async () => {
  await core.close()
  await worker.close()
})
const large = Buffer.from(pagesPdf(41))
/** The first look finds no fault with it: the whole check refuses what its last page would lose. */
const lossy = Buffer.from(
  pagesPdf(
    41,
    '/Annots [<< /Type /Annot /Subtype /Highlight /C [1 0 0] /F 4 /Rect [20 80 140 110] /QuadPoints [20 110 140 110 20 80 140 80] >>]',
  ),
)
const ask = async (method: 'GET' | 'PUT' | 'POST' | 'DELETE', url: string, rest: object = {}) =>
  core.ask(await core.admin(), { method, url, ...rest })
const addForm = async (pdf: Buffer) =>
  ask('POST', '/global-forms', await multipart({ title: 'Plan', type: 'PDF' }, pdf))
const attach = async ({ session }: SeededSession, pdf: Buffer) =>
  ask('POST', '/sessionforms', await multipart({ session_id: session.id, title: 'Plan', type: 'PDF' }, pdf))
const formOf = async (id: string) =>
  (await ask('GET', '/global-forms')).json().forms.find((form: { id: string }) => form.id === id)
const documentOf = async ({ session }: SeededSession, id: string) =>
  (await ask('GET', `/sessionforms/session/${session.id}`)).json().data.find((form: { id: string }) => form.id === id)
const checkOf = (id: string) =>
  core.app.db
    .selectFrom('pdf_checks')
    .selectAll()
    .where((eb) => eb.or([eb('global_form_id', '=', id), eb('session_form_id', '=', id)]))
    .executeTakeFirst()
const context = () => {
  const { db, files, cipher, log } = core.app
  return { db, files, cipher, log, pdfs: new PdfIntake(worker) }
}
/** Does what the job of a form's or document's check does. */
const runCheck = async (id: string) => checkPdf(context(), jobOf((await checkOf(id))?.id))
const jobOf = (check: string | undefined) => ({
  subject_id: check ?? expect.fail('there is no check'),
  last_error: null,
})
const actionsOf = async (subject: string): Promise<string[]> => {
  const rows = core.app.db.selectFrom('audit_events').select('action').where('subject_id', '=', subject)
  return (await rows.orderBy('position').execute()).map(({ action }) => action)
}
const fileIds = async () => (await core.app.db.selectFrom('files').select('id').execute()).map(({ id }) => id)

const checking = { has_file: false, pages: null, pdf_check: { state: 'checking', message: null } }
const refused = { state: 'refused', message: expect.stringMatching(/^Page 41 of this PDF would look different/) }

describe('a large PDF for the library', () => {
  it('given 41 pages, when added, then the answer comes before the check, whose job gives the form its file', async () => {
    const answer = await addForm(large)
    expect([answer.statusCode, answer.json()]).toEqual([201, expect.objectContaining(checking)])
    const { id } = answer.json()
    await runCheck(id)
    expect(await formOf(id)).toMatchObject({ has_file: true, pages: 41, pdf_check: null, file_version: 1 })
    const file = await ask('GET', `/global-forms/${id}/file`)
    expect(pdfText(file.rawPayload, 41, 41)).toContain('Page 41 of the agreement')
    expect(await actionsOf(id)).toEqual(['form.created', 'form.pdf-accepted', 'form.file-opened'])
  })

  it('given a PDF that the whole check refuses, when its job has run, then the form says why, and a new upload replaces it', async () => {
    const { id } = (await addForm(lossy)).json()
    await runCheck(id)
    expect(await formOf(id)).toMatchObject({ has_file: false, pdf_check: refused })
    const opened = await ask('GET', `/global-forms/${id}/file`)
    expect(opened.json()).toMatchObject({ code: 'PDF_NOT_CHECKED', message: expect.stringContaining('was refused') })
    const again = await ask('POST', `/global-forms/${id}/file`, await multipart({}, Buffer.from(onePagePdf())))
    expect(again.json()).toMatchObject({ has_file: true, pages: 1, pdf_check: null })
    expect(await actionsOf(id)).toEqual(['form.created', 'form.pdf-refused', 'form.file-replaced'])
  })

  it.each([
    ['no PDF', Buffer.alloc(6 * 2 ** 20, 'x')],
    ['the end missing', large.subarray(0, -40)],
  ])('given a large file with %s, when added, then it is refused at once and nothing is stored', async (_what, pdf) => {
    const before = await fileIds()
    expect((await addForm(Buffer.from(pdf))).statusCode).toBe(422)
    expect(await fileIds()).toEqual(before)
  })

  it('given a form with a PDF, when a large one replaces it, then the form keeps its own until the check is done', async () => {
    const { id } = (await addForm(Buffer.from(onePagePdf()))).json()
    const replace = async (pdf: Buffer) => ask('POST', `/global-forms/${id}/file`, await multipart({}, pdf))
    expect((await replace(lossy)).json()).toMatchObject({ ...checking, has_file: true, pages: 1, file_version: 1 })
    expect((await ask('GET', `/global-forms/${id}/file`)).statusCode).toBe(200)
    await runCheck(id)
    expect(await formOf(id)).toMatchObject({ has_file: true, pages: 1, file_version: 1, pdf_check: refused })
    const before = await fileIds()
    await replace(large)
    await runCheck(id)
    expect(await formOf(id)).toMatchObject({ has_file: true, pages: 41, file_version: 2, pdf_check: null })
    // The former version and the refused upload have no row any more.
    expect((await fileIds()).length).toBe(before.length - 1)
  })

  it('given a refused new version, when it is dismissed, then the form keeps its PDF and says nothing more', async () => {
    const { id } = (await addForm(Buffer.from(onePagePdf()))).json()
    const dismiss = async () => (await ask('DELETE', `/global-forms/${id}/pdf-refusal`)).statusCode
    await ask('POST', `/global-forms/${id}/file`, await multipart({}, lossy))
    const before = await formOf(id)
    expect([await dismiss(), await formOf(id)]).toEqual([409, before])
    await runCheck(id)
    expect(await formOf(id)).toMatchObject({ pdf_check: refused })
    expect([await dismiss(), await dismiss()]).toEqual([204, 204])
    expect(await formOf(id)).toMatchObject({ has_file: true, pages: 1, file_version: 1, pdf_check: null })
    expect((await actionsOf(id)).slice(-2)).toEqual(['form.pdf-refused', 'form.refusal-dismissed'])
  })

  it('given a refused PDF of a form without another one, when it is dismissed, then 409 and the reason stays', async () => {
    const { id } = (await addForm(lossy)).json()
    await runCheck(id)
    expect((await ask('DELETE', `/global-forms/${id}/pdf-refusal`)).json()).toMatchObject({ code: 'WRONG_STATE' })
    expect(await formOf(id)).toMatchObject({ pdf_check: refused })
    expect((await ask('DELETE', `/global-forms/${uuid()}/pdf-refusal`)).statusCode).toBe(404)
  })

  it('given a check, when its form is deleted or its upload replaced, then the upload goes and its job stores nothing', async () => {
    const before = await fileIds()
    const { id } = (await addForm(large)).json()
    const first = await checkOf(id)
    await ask('POST', `/global-forms/${id}/file`, await multipart({}, large))
    await checkPdf(context(), jobOf(first?.id))
    expect(await formOf(id)).toMatchObject(checking)
    expect((await ask('DELETE', `/global-forms/${id}`)).statusCode).toBe(204)
    expect(await fileIds()).toEqual(before)
  })
})

describe('a large PDF for one client', () => {
  it('given 41 pages, when attached, then its client sees it only once it is accepted', async () => {
    const journey = await seedSession(core)
    const client = await openAsClient(core, journey.session)
    const { id, ...rest } = (await attach(journey, large)).json()
    expect(rest).toMatchObject(checking)
    const seen = async () =>
      (await core.ask(client, { method: 'GET', url: `/sessionforms/session/${journey.session.id}` })).json().data
    expect(await seen()).toEqual([])
    await runCheck(id)
    expect(await seen()).toMatchObject([{ id, has_file: true, pages: 41, pdf_check: null }])
    expect((await core.ask(client, { method: 'POST', url: `/sessionforms/${id}/open` })).statusCode).toBe(200)
  })

  it('given a refused one, when it is removed, then document, check and upload are gone', async () => {
    const journey = await seedSession(core)
    const before = await fileIds()
    const { id } = (await attach(journey, lossy)).json()
    await runCheck(id)
    expect(await documentOf(journey, id)).toMatchObject({ has_file: false, pdf_check: refused })
    expect((await ask('DELETE', `/sessionforms/${id}`)).statusCode).toBe(204)
    expect([await checkOf(id), await fileIds()]).toEqual([undefined, before])
  })

  it('given one that is being checked, when its client is deleted for good, then the upload is deleted too', async () => {
    const journey = await seedSession(core)
    const before = await fileIds()
    await attach(journey, large)
    const payload = { confirmation: journey.session.session_code }
    const url = `/session/${journey.session.session_code}`
    expect((await ask('DELETE', url, { payload })).statusCode).toBe(204)
    expect(await fileIds()).toEqual(before)
  })
})

describe('deny by default', () => {
  type Call = { method: 'GET' | 'PUT' | 'POST' | 'DELETE'; path: string }
  /** Each call of the API on one document or one form. */
  const callsOn = (prefix: string): Call[] =>
    Object.entries(core.app.swagger().paths ?? {}).flatMap(([path, operations]) =>
      path.startsWith(`${prefix}/{id}`)
        ? Object.keys(operations ?? {}).map((name) => ({ method: name.toUpperCase() as Call['method'], path }))
        : [],
    )
  /** Bodies of the calls that do not accept an empty one. */
  const bodies: Record<string, object> = {
    'PUT /sessionforms/{id}': { status: 'completed' },
    'PUT /sessionforms/{id}/fields': { values: {} },
    'POST /sessionforms/{id}/void': { reason: 'Wrong' },
    'PUT /global-forms/{id}/fields': { fields: [] },
  }
  const idle = ['DELETE /sessionforms/{id}']
  const always = [
    ...['PUT /global-forms/{id}', 'DELETE /global-forms/{id}', 'GET /global-forms/{id}/uses'],
    ...['POST /global-forms/{id}/file', 'GET /global-forms/{id}/fields', 'DELETE /global-forms/{id}/pdf-refusal'],
    'POST /global-forms/{id}/pdf-refusal/accept',
  ]
  const code = async (as: Parameters<Core['ask']>[0], { method, path }: Call, id: string) => {
    const payload = bodies[`${method} ${path}`]
    const answer = await core.ask(as, { method, url: path.replace('{id}', id), ...(payload ? { payload } : {}) })
    return `${method} ${path} ${answer.statusCode} ${answer.json().code}`
  }

  it.each(['checking', 'refused'])(
    'given a document that is %s, when any call is made on it, then staff get 409 and its client 404, and nothing changes',
    async (state) => {
      const journey = await seedSession(core)
      const client = await openAsClient(core, journey.session)
      const { id } = (await attach(journey, state === 'checking' ? large : lossy)).json()
      if (state === 'refused') await runCheck(id)
      const before = await documentOf(journey, id)
      const calls = callsOn('/sessionforms').filter(({ method, path }) => !idle.includes(`${method} ${path}`))
      expect(calls.length).toBeGreaterThan(10)
      for (const call of calls) {
        const asStaff = await code(journey.admin, call, id)
        expect(asStaff).toMatch(/ (409 PDF_NOT_CHECKED|404 NOT_FOUND|403 FORBIDDEN|400 INVALID_INPUT)$/)
        expect(await code(client, call, id)).toMatch(/ (404 NOT_FOUND|403 FORBIDDEN|400 INVALID_INPUT)$/)
      }
      expect(await documentOf(journey, id)).toEqual(before)
    },
  )

  it('given the calls of staff that use the PDF, when made on a document that is being checked, then each is 409', async () => {
    const journey = await seedSession(core)
    const { id } = (await attach(journey, large)).json()
    const calls = ['GET {id}/file', 'PUT {id}', 'POST {id}/remind', 'POST {id}/void'].map((call) => {
      const [method, path] = call.split(' ')
      return { method: method as Call['method'], path: `/sessionforms/${path}` }
    })
    const codes = []
    for (const call of calls) codes.push(await code(journey.admin, call, id))
    expect(codes).toEqual(calls.map(({ method, path }) => `${method} ${path} 409 PDF_NOT_CHECKED`))
    const title = await ask('PUT', `/sessionforms/${id}`, { payload: { title: 'Another' } })
    expect([title.statusCode, title.json().title]).toEqual([200, 'Another'])
  })

  it('given a form that is being checked, when it is opened, filled with fields or attached, then 409', async () => {
    const { session } = await seedSession(core)
    const { id } = (await addForm(large)).json()
    const admin = await core.admin()
    for (const call of callsOn('/global-forms').filter(({ method, path }) => !always.includes(`${method} ${path}`)))
      expect(await code(admin, call, id)).toMatch(/ 409 PDF_NOT_CHECKED$/)
    const attached = await ask('POST', '/sessionforms', { payload: { session_id: session.id, form_id: id } })
    expect([attached.statusCode, attached.json().code]).toEqual([409, 'PDF_NOT_CHECKED'])
    const preset = { name: `Preset ${id}`, session_type: null, form_ids: [id] }
    const { id: presetId } = (await ask('POST', '/form-presets', { payload: preset })).json()
    expect((await ask('POST', `/sessionforms/session/${session.id}/presets/${presetId}`)).statusCode).toBe(409)
    expect((await ask('GET', `/sessionforms/session/${session.id}`)).json().data).toEqual([])
  })
})

describe('a check that is killed', () => {
  it('given it ends after the copy is stored and before its row, when it runs again, then the copy is stored once', async () => {
    const { id } = (await addForm(large)).json()
    const before = await fileIds()
    const { files } = core.app
    vi.spyOn(files, 'describe').mockRejectedValueOnce(new Error('killed'))
    vi.spyOn(files, 'discard').mockResolvedValueOnce(undefined)
    await expect(runCheck(id)).rejects.toThrow('killed')
    vi.restoreAllMocks()
    expect([await formOf(id), await fileIds()]).toEqual([expect.objectContaining(checking), before])
    await runCheck(id)
    expect(await formOf(id)).toMatchObject({ has_file: true, pages: 41, pdf_check: null })
    expect((await fileIds()).length).toBe(before.length)
  })

  it('given it runs twice at once, when both are done, then one has stored its result', async () => {
    const { id } = (await addForm(large)).json()
    const found = await checkOf(id)
    await Promise.all([1, 2].map(() => checkPdf(context(), jobOf(found?.id))))
    expect(await actionsOf(id)).toEqual(['form.created', 'form.pdf-accepted'])
  })

  it('given a job that failed, when it is due again, then the queue does the check', async () => {
    const { id } = (await addForm(large)).json()
    failure = undefined
    await makeDue(id)
    await expect.poll(() => formOf(id), { timeout: 60_000 }).toMatchObject({ has_file: true, pages: 41 })
  })
})

describe('a file store that fails for a moment', () => {
  it('given a check, when its upload cannot be read, then it is not refused and keeps its upload, and the next attempt accepts it', async () => {
    failure = 'PDF_WORKER_LOST'
    const { id } = (await addForm(large)).json()
    const upload = (await checkOf(id))?.file_id ?? expect.fail('there is no upload')
    const unblock = blockFile(core.config.filesDirectory, upload)
    await expect(runCheck(id)).rejects.toThrow(StoreUnavailable)
    expect([await formOf(id), await fileIds()]).toEqual([
      expect.objectContaining(checking),
      expect.arrayContaining([upload]),
    ])
    unblock()
    await runCheck(id)
    expect(await formOf(id)).toMatchObject({ has_file: true, pages: 41, pdf_check: null })
  })
})

describe('checks that take long', () => {
  it('given several at once, when another job is due, then it does not wait for them, and one of them runs at a time', async () => {
    const held = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    let checks = 0
    beforeCheck = () => {
      checks += 1
      begun.resolve()
      return held.promise
    }
    failure = undefined
    const forms: string[] = []
    for (let n = 0; n < 3; n += 1) forms.push((await addForm(large)).json().id)
    await begun.promise
    const done = Promise.withResolvers<void>()
    core.app.handleJobs('as short as sealing', async () => done.resolve())
    await queueJob(core.app.db, 'as short as sealing', uuid())
    core.app.wakeJobs()
    await done.promise
    expect(checks).toBe(1)
    held.resolve()
    for (const id of forms) await expect.poll(() => formOf(id), { timeout: 60_000 }).toMatchObject({ pages: 41 })
    beforeCheck = async () => undefined
  })
})

describe('a PDF whose process is killed', () => {
  const untilFailed = (id: string, attempts: number) =>
    expect.poll(() => jobFor(id), { timeout: 60_000 }).toMatchObject({ attempts, last_error: 'PdfProcessKilled' })

  it('given a check, when its process is killed, then it is tried once more, and may be accepted', async () => {
    failure = 'PDF_KILLED'
    const { id } = (await addForm(large)).json()
    await untilFailed(id, 1)
    expect(await formOf(id)).toMatchObject(checking)
    failure = undefined
    await makeDue(id)
    await expect.poll(() => formOf(id), { timeout: 60_000 }).toMatchObject({ has_file: true, pages: 41 })
  })

  it('given a check, when its process is killed again, then the PDF is refused', async () => {
    failure = 'PDF_KILLED'
    const { id } = (await addForm(large)).json()
    await untilFailed(id, 1)
    await makeDue(id)
    const message = expect.stringContaining('takes too much time or memory')
    await expect
      .poll(() => formOf(id), { timeout: 60_000 })
      .toMatchObject({ has_file: false, pdf_check: { state: 'refused', message } })
  })

  it('given an upload, when the process of its first look is killed once, then it is taken; twice, then it is refused', async () => {
    const add = () => addForm(Buffer.from(onePagePdf()))
    killedLooks = 1
    expect((await add()).statusCode).toBe(201)
    killedLooks = 2
    const refusal = await add()
    expect([refusal.statusCode, refusal.json().message]).toEqual([422, expect.stringContaining('time or memory')])
  })
})

describe('a PDF whose process fails', () => {
  const message = expect.stringContaining('takes too much time or memory')
  /** Adds a large PDF, for a form or as a document. Its job was interrupted several times, and runs only for `runAttempt`. */
  async function addLarge(add: (pdf: Buffer) => ReturnType<typeof addForm> = addForm): Promise<string> {
    failure = 'PDF_QUEUE_FULL'
    const { id } = (await add(large)).json()
    core.app.wakeJobs()
    await expect.poll(() => jobFor(id), { timeout: 60_000 }).toMatchObject({ last_error: expect.anything() })
    const later = new Date(Date.now() + 3_600_000).toISOString()
    await changeJob(id, { attempts: 2 * mostFailedAttempts, run_at: later })
    return id
  }
  /** Lets the job of a form's or document's check fail in so many attempts more. */
  async function fail(id: string, code: PdfTaskFailureCode, times = 1) {
    failure = code
    for (let n = 0; n < times; n += 1) await runAttempt(id)
  }
  const almost = mostFailedAttempts - 1

  it.each<PdfTaskFailureCode>(['PDF_TASK_FAILED', 'PDF_WORKER_LOST', 'PDF_STALLED'])(
    'given a check, when it fails with %s in 8 attempts, then the PDF is refused, and the log has the cause',
    async (code) => {
      const log = vi.spyOn(core.app.log, 'error')
      const id = await addLarge()
      await fail(id, code, almost)
      expect(await formOf(id)).toMatchObject(checking)
      await fail(id, code)
      expect(await formOf(id)).toMatchObject({ has_file: false, pdf_check: { state: 'refused', message } })
      expect([await jobFor(id), await checkOf(id)]).toMatchObject([{ done_at: expect.anything() }, { file_id: null }])
      expect(await actionsOf(id)).toEqual(['form.created', 'form.pdf-refused'])
      const err = expect.objectContaining({ cause: expect.objectContaining({ code }) })
      const entry = { err, check: (await checkOf(id))?.id, attempts: mostFailedAttempts }
      expect(log).toHaveBeenCalledWith(entry, 'PDF refused after failures of its process')
      vi.restoreAllMocks()
    },
  )

  it('given a document whose check failed in 8 attempts, when staff attach another file, then it is accepted', async () => {
    const journey = await seedSession(core)
    const id = await addLarge((pdf) => attach(journey, pdf))
    await fail(id, 'PDF_TASK_FAILED', mostFailedAttempts)
    expect(await documentOf(journey, id)).toMatchObject({ has_file: false, pdf_check: { state: 'refused', message } })
    expect((await ask('DELETE', `/sessionforms/${id}`)).statusCode).toBe(204)
    expect((await attach(journey, Buffer.from(onePagePdf()))).json()).toMatchObject({ has_file: true, pdf_check: null })
  })

  it('given 7 attempts that failed, when the pages cannot be measured in the next one, then the PDF is refused', async () => {
    const id = await addLarge()
    await fail(id, 'PDF_STALLED', almost)
    measureFailure = 'PDF_STALLED'
    failure = undefined
    await runAttempt(id)
    measureFailure = undefined
    expect(await formOf(id)).toMatchObject({ has_file: false, pdf_check: { state: 'refused', message } })
  })

  it('given 7 attempts that failed, when the next one succeeds, then the PDF is accepted', async () => {
    const id = await addLarge()
    await fail(id, 'PDF_WORKER_LOST', almost)
    failure = undefined
    await makeDue(id)
    await expect.poll(() => formOf(id), { timeout: 60_000 }).toMatchObject({ has_file: true, pages: 41 })
  })

  it.each<PdfTaskFailureCode>(['PDF_QUEUE_FULL', 'PDF_WORKER_NOT_STARTED', 'PDF_WORKER_CLOSED'])(
    'given attempts that end with %s, since no process has the PDF, then they do not count, and the others before them do',
    async (code) => {
      const id = await addLarge()
      await fail(id, 'PDF_TASK_FAILED', almost)
      await fail(id, code, mostFailedAttempts + 1)
      expect(await formOf(id)).toMatchObject(checking)
      await fail(id, 'PDF_TASK_FAILED')
      expect(await formOf(id)).toMatchObject({ pdf_check: { state: 'refused', message } })
    },
  )

  it('given a process that is killed in 8 attempts, with other failures in between, then the PDF is refused', async () => {
    const id = await addLarge()
    for (let n = 0; n < almost; n += 1) {
      await fail(id, 'PDF_KILLED')
      await fail(id, 'PDF_QUEUE_FULL')
    }
    expect(await formOf(id)).toMatchObject(checking)
    await fail(id, 'PDF_KILLED')
    expect(await formOf(id)).toMatchObject({ pdf_check: { state: 'refused', message } })
  })

  it('given attempts whose service was killed, when the PDF fails once, then it is not refused', async () => {
    const id = await addLarge()
    expect(await jobFor(id)).toMatchObject({ attempts: 2 * mostFailedAttempts })
    await fail(id, 'PDF_WORKER_LOST')
    expect(await formOf(id)).toMatchObject(checking)
  })

  it('given 7 attempts that failed, when the service is started again and the next one fails, then the PDF is refused', async () => {
    const [shared, database, dataDirectory] = [
      core,
      await createLastingDatabase(),
      mkdtempSync(join(tmpdir(), 'checks-')),
    ]
    const start = () => startCore({ DATA_DIR: dataDirectory }, database, failing)
    onTestFinished(async () => {
      await core.close()
      core = shared
      await database.drop()
      rmSync(dataDirectory, { recursive: true })
    })
    core = await start()
    const id = await addLarge()
    await fail(id, 'PDF_WORKER_LOST', almost)
    expect(await formOf(id)).toMatchObject(checking)
    await core.close()
    core = await start()
    await makeDue(id)
    await expect
      .poll(() => formOf(id), { timeout: 60_000 })
      .toMatchObject({ has_file: false, pdf_check: { state: 'refused', message } })
  })

  it('given 7 attempts that failed, when the PDF is replaced, then the new upload has all its attempts', async () => {
    const id = await addLarge()
    await fail(id, 'PDF_WORKER_LOST', almost)
    await ask('POST', `/global-forms/${id}/file`, await multipart({}, large))
    await fail(id, 'PDF_WORKER_LOST')
    expect(await formOf(id)).toMatchObject(checking)
  })
})

/** Runs one attempt of the job of a form's or document's check, to its end: then the job is done, or has a failure. */
async function runAttempt(id: string) {
  await changeJob(id, { run_at: new Date().toISOString(), last_error: null })
  core.app.wakeJobs()
  const hasEnded = async () => {
    const now = await jobFor(id)
    return now !== undefined && (now.done_at ?? now.last_error) !== null
  }
  await expect.poll(hasEnded, { timeout: 60_000, interval: 10 }).toBe(true)
}

/** The job of a form's or document's check. */
async function jobFor(id: string) {
  const check = await checkOf(id)
  return core.app.db
    .selectFrom('jobs')
    .selectAll()
    .where('subject_id', '=', check?.id ?? '')
    .executeTakeFirst()
}

async function makeDue(id: string) {
  await changeJob(id, { run_at: new Date().toISOString() })
  core.app.wakeJobs()
}

async function changeJob(id: string, change: { run_at: string; attempts?: number; last_error?: null }) {
  const job = await jobFor(id)
  await core.app.db
    .updateTable('jobs')
    .set(change)
    .where('id', '=', job?.id ?? '')
    .execute()
}
