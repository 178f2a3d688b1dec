import { createPdfWorker } from '@agency/pdf-signing/pdf-worker-pool'
import {
  hugeImagePdf,
  inflatingPdf,
  laughingPdf,
  slowPdf,
  twiceInflatingPdf,
} from '@agency/pdf-signing/test/hostile-pdfs'
import { describe, expect, it, onTestFinished } from 'vitest'
import { adminPassword, type Core, nobody, readPdf, startCore } from '../../../test/core.ts'
import { multipart, seedSession } from '../../../test/session-fixtures.ts'

const megabyte = 2 ** 20
/** Ten seconds of computing; minutes on a machine that is busy with other things. */
const timeout = 180_000

async function addToLibrary(core: Core, pdf: Uint8Array) {
  const body = await multipart({ title: 'Form', type: 'PDF' }, Buffer.from(pdf))
  return core.ask(await core.admin(), { method: 'POST', url: '/global-forms', ...body })
}

async function attachToSession(core: Core, sessionId: string, pdf: Uint8Array) {
  const body = await multipart({ session_id: sessionId, title: 'Letter', type: 'PDF' }, Buffer.from(pdf))
  return core.ask(await core.admin(), { method: 'POST', url: '/sessionforms', ...body })
}

const library = async (core: Core) =>
  (await core.ask(await core.admin(), { method: 'GET', url: '/global-forms' })).json().forms

/** A core with processes of its own, as many as production has. */
async function startWithProcesses() {
  const pdfWorker = createPdfWorker()
  const core = await startCore({}, undefined, pdfWorker)
  onTestFinished(core.close)
  onTestFinished(() => pdfWorker.close())
  return { core, pdfWorker }
}

describe('PDFs that were made to exhaust the service', () => {
  it('given some of each kind, when they are uploaded, then a message refuses each and the memory of the service does not grow', {
    timeout,
  }, async () => {
    const { core } = await startWithProcesses()
    const { session } = await seedSession(core)
    const hidden = twiceInflatingPdf('5 0 R', ['[/FlateDecode /FlateDecode]'])
    const before = process.memoryUsage.rss()
    let most = before
    const watch = setInterval(() => {
      most = Math.max(most, process.memoryUsage.rss())
    }, 50)
    const answers = [
      ...(await Promise.all([inflatingPdf(), twiceInflatingPdf(), hidden].map((pdf) => addToLibrary(core, pdf)))),
      ...(await Promise.all([laughingPdf(), hugeImagePdf()].map((pdf) => attachToSession(core, session.id, pdf)))),
    ]
    clearInterval(watch)
    for (const answer of answers) {
      expect(answer.statusCode).toBe(422)
      expect(answer.json()).toMatchObject({
        code: 'PDF_REFUSED',
        message: expect.stringContaining('print it to a new PDF'),
        details: [{ field: 'file' }],
      })
    }
    expect(await library(core)).toEqual([])
    expect((most - before) / megabyte).toBeLessThan(256)
  })

  it('given some that take a minute each, when others list, log in and upload at the same time, then these are answered first', {
    timeout,
  }, async () => {
    const { core, pdfWorker } = await startWithProcesses()
    await core.admin()
    let answered = 0
    const slow = Array.from({ length: 3 }, () => addToLibrary(core, slowPdf()).finally(() => (answered += 1)))
    const outcomes = Promise.allSettled(slow)
    expect(await library(core)).toEqual([])
    const payload = { username: 'admin', password: adminPassword }
    const login = await core.ask(nobody, { method: 'POST', url: '/admin/login', payload })
    expect(login.statusCode).toBe(200)
    expect((await addToLibrary(core, readPdf('quartz.pdf'))).statusCode).toBe(201)
    expect(answered).toBe(0)
    await pdfWorker.close()
    await outcomes
  })
})
