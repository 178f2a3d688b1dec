import { onePagePdf } from '@agency/pdf-signing/test/build-pdf'
import { lossyPdf } from '@agency/pdf-signing/test/lossy-pdfs'
import { encryptedPdf, pdfText } from '@agency/pdf-signing/test/pdf-tools'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Core, startCore } from '../../../test/core.ts'
import { multipart, openAsClient, seedSession } from '../../../test/session-fixtures.ts'
import { seedColleague } from '../../../test/staff-fixtures.ts'

let core: Core
beforeAll(async () => {
  core = await startCore()
})
afterAll(() => core.close())

const ask = async (method: 'GET' | 'POST' | 'DELETE', url: string, rest: object = {}) =>
  core.ask(await core.admin(), { method, url, ...rest })
const add = async (pdf: Uint8Array, fields: Record<string, string> = {}) =>
  ask('POST', '/global-forms', await multipart({ title: 'Plan', type: 'PDF', ...fields }, Buffer.from(pdf)))
const replace = async (id: string, pdf: Uint8Array, fields: Record<string, string> = {}) =>
  ask('POST', `/global-forms/${id}/file`, await multipart(fields, Buffer.from(pdf)))
const formOf = async (id: string) =>
  (await ask('GET', '/global-forms')).json().forms.find((form: { id: string }) => form.id === id)
const eventsOf = async (subject: string) => {
  const rows = core.app.db.selectFrom('audit_events').select(['action', 'actor_kind', 'detail'])
  return rows.where('subject_id', '=', subject).where('action', 'like', '%pted').orderBy('position').execute()
}
const countFiles = async () => (await core.app.db.selectFrom('files').select('id').execute()).length

const looks = lossyPdf({ strokes: [0, 2] })
const lost = [
  { loss: 'look', page: 0 },
  { loss: 'look', page: 2 },
]

describe('a PDF of which something would be lost', () => {
  it('given a library form, when it is refused and sent again with that loss, then it is stored, said, and recorded @full', async () => {
    const before = await countFiles()
    const refused = await add(looks)
    const message = expect.stringMatching(/^Pages 1 and 3 of this PDF would look different after signing\./)
    expect([refused.statusCode, refused.json()]).toEqual([
      422,
      {
        code: 'PDF_REFUSED',
        message,
        details: [{ field: 'file', message }, ...lost.map((each) => ({ field: 'accept_loss', message, ...each }))],
      },
    ])
    expect(await countFiles()).toBe(before)
    const taken = await add(looks, { accept_loss: 'look' })
    expect(taken.json()).toMatchObject({ has_file: true, pages: 3, pdf_check: null, losses: lost })
    const file = await ask('GET', `/global-forms/${taken.json().id}/file`)
    expect(pdfText(file.rawPayload, 3, 3)).toContain('Page 3 of the agreement')
    const detail = 'look: page 1, page 3'
    expect(await eventsOf(taken.json().id)).toEqual([{ action: 'form.loss-accepted', actor_kind: 'admin', detail }])
  })

  it('given another loss than the accepted one, when it is sent, then it is refused for that; with both it is taken @full', async () => {
    const both = lossyPdf({ strokes: [0], words: [1] })
    expect((await add(both, { accept_loss: 'look' })).json()).toMatchObject({
      code: 'PDF_REFUSED',
      details: [{ field: 'file' }, { field: 'accept_loss', loss: 'words', page: 1 }],
    })
    expect((await add(both, { accept_loss: 'value,words' })).json().details).toMatchObject([
      { field: 'file' },
      { loss: 'look', page: 0 },
    ])
    expect((await add(both, { accept_loss: 'look,words' })).json()).toMatchObject({
      losses: [
        { loss: 'look', page: 0 },
        { loss: 'words', page: 1 },
      ],
    })
  })

  it('given a form with a PDF, when another replaces it with a loss, then the loss is said until a whole one does @full', async () => {
    const { id } = (await add(onePagePdf(), { accept_loss: 'look,words,value' })).json()
    expect([(await formOf(id)).losses, await eventsOf(id)]).toEqual([null, []])
    expect((await replace(id, looks)).statusCode).toBe(422)
    expect((await replace(id, looks, { accept_loss: 'look' })).json()).toMatchObject({ losses: lost, file_version: 2 })
    expect((await replace(id, onePagePdf())).json()).toMatchObject({ losses: null, file_version: 3 })
  })

  it('given a document of a session, when it is attached with its loss, then staff read it, and its client does not @full', async () => {
    const { session } = await seedSession(core)
    const attach = async (fields: Record<string, string>) =>
      ask(
        'POST',
        '/sessionforms',
        await multipart({ session_id: session.id, type: 'PDF', ...fields }, Buffer.from(looks)),
      )
    expect((await attach({})).json().details).toHaveLength(3)
    const attached = await attach({ accept_loss: 'look' })
    expect(attached.json()).toMatchObject({ has_file: true, losses: lost })
    expect(await eventsOf(attached.json().id)).toMatchObject([
      { action: 'form.loss-accepted', detail: 'look: page 1, page 3' },
    ])
    const client = await openAsClient(core, session)
    const seen = await core.ask(client, { method: 'GET', url: `/sessionforms/session/${session.id}` })
    expect(seen.json().data).toMatchObject([{ pages: 3, losses: null }])
  })

  it('given a loss, when its copy is asked for, then staff get it to compare, and nothing is stored @full', async () => {
    const before = await countFiles()
    const copy = async (fields: Record<string, string>, pdf: Uint8Array = looks) =>
      ask('POST', '/pdf-copies', await multipart(fields, Buffer.from(pdf)))
    const answer = await copy({ accept_loss: 'look' })
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf'])
    expect(pdfText(answer.rawPayload, 3, 3)).toContain('Page 3 of the agreement')
    expect((await copy({})).json()).toMatchObject({ code: 'PDF_REFUSED' })
    expect((await copy({ accept_loss: 'look' }, Buffer.from('%PD nothing'))).statusCode).toBe(422)
    expect((await ask('POST', '/pdf-copies')).json().details).toMatchObject([{ field: 'file' }])
    expect(await countFiles()).toBe(before)
  })

  it.each(['size', 'look,', 'look, words', 'LOOK', 'look,words,value,look'])(
    'given the loss %j, when it is sent, then the field is invalid',
    async (accept_loss) => {
      const answer = await add(looks, { accept_loss })
      expect([answer.statusCode, answer.json().details]).toMatchObject([400, [{ field: 'accept_loss' }]])
    },
  )

  it.each([
    ['no PDF', Buffer.from('%PD nothing')],
    ['a password', encryptedPdf(onePagePdf(), { user: 'secret' })],
    ['its end missing', looks.subarray(0, -40)],
    ['several files', onePagePdf({ catalog: '/Collection << /View /D >>' })],
  ])(
    'given a file with %s, when all losses are accepted, then it is refused, and no loss is offered',
    async (_, pdf) => {
      const answer = await add(pdf, { accept_loss: 'look,words,value' })
      expect([answer.statusCode, answer.json().details.length]).toEqual([422, 1])
      expect(answer.json().details[0].field).not.toBe('accept_loss')
    },
  )
})

describe('a large PDF of which something would be lost', () => {
  const large = lossyPdf({ strokes: [2], words: [1], unused: 5 * 2 ** 20 })
  const inOrder = [
    { loss: 'words', page: 1 },
    { loss: 'look', page: 2 },
  ]
  const checked = (read: () => Promise<{ pdf_check: { state: string } | null }>) =>
    vi.waitFor(
      async () => {
        const form = await read()
        expect(form.pdf_check?.state).not.toBe('checking')
        return form
      },
      { timeout: 60_000, interval: 50 },
    )
  const accept = (path: string, accept_loss: string) =>
    ask('POST', `${path}/pdf-refusal/accept`, { payload: { accept_loss: accept_loss.split(',') } })

  it('given a refused form, when staff accept its losses, then the kept upload is used without being sent again @full', async () => {
    const { id } = (await add(large)).json()
    const refused = await checked(() => formOf(id))
    expect(refused).toMatchObject({ has_file: false, pdf_check: { state: 'refused', losses: inOrder } })
    const opened = await ask('GET', `/global-forms/${id}/file`)
    expect(opened.json().code).toBe('PDF_NOT_CHECKED')
    const upload = await ask('GET', `/global-forms/${id}/file?refused=true`)
    expect(upload.rawPayload.equals(Buffer.from(large))).toBe(true)
    // One of two: the other is still refused, and the first stays accepted.
    expect((await accept(`/global-forms/${id}`, 'look')).json().pdf_check).toEqual({ state: 'checking', message: null })
    expect((await checked(() => formOf(id))).pdf_check).toMatchObject({ state: 'refused', losses: [inOrder[0]] })
    await accept(`/global-forms/${id}`, 'words')
    expect(await checked(() => formOf(id))).toMatchObject({
      has_file: true,
      pages: 3,
      pdf_check: null,
      losses: inOrder,
    })
    expect((await eventsOf(id)).map(({ action, detail }) => [action, detail])).toEqual([
      ['form.loss-accepted', 'look'],
      ['form.loss-accepted', 'words'],
      ['form.pdf-accepted', expect.stringMatching(/^file .*; words: page 2; look: page 3$/)],
    ])
    expect((await accept(`/global-forms/${id}`, 'look')).json()).toMatchObject({ code: 'WRONG_STATE' })
  })

  it('given a document of a session, when its losses are accepted, then it is used; accepted at upload, at once @full', async () => {
    const { session } = await seedSession(core)
    const attach = async (fields: Record<string, string>) =>
      ask(
        'POST',
        '/sessionforms',
        await multipart({ session_id: session.id, type: 'PDF', ...fields }, Buffer.from(large)),
      )
    const documentOf = async (id: string) =>
      (await ask('GET', `/sessionforms/session/${session.id}`))
        .json()
        .data.find((form: { id: string }) => form.id === id)
    const [later, now] = [(await attach({})).json().id, (await attach({ accept_loss: 'look,words' })).json().id]
    expect(await checked(() => documentOf(now))).toMatchObject({ has_file: true, losses: inOrder })
    expect((await checked(() => documentOf(later))).pdf_check).toMatchObject({ state: 'refused', losses: inOrder })
    const upload = await ask('GET', `/sessionforms/${later}/file?refused=true`)
    expect(upload.rawPayload.equals(Buffer.from(large))).toBe(true)
    expect((await ask('GET', `/sessionforms/${now}/file?refused=true`)).statusCode).toBe(404)
    const client = await openAsClient(core, session)
    const asClient = await core.ask(client, { method: 'GET', url: `/sessionforms/${later}/file?refused=true` })
    expect(asClient.statusCode).toBe(404)
    // Who may not open documents can't compare the pages either.
    const { as: assistant } = await seedColleague(core, 'assistant')
    const url = `/sessionforms/${later}/pdf-refusal/accept`
    const unseen = await core.ask(assistant, { method: 'POST', url, payload: { accept_loss: ['words', 'look'] } })
    expect(unseen.statusCode).toBe(403)
    await accept(`/sessionforms/${later}`, 'words,look')
    expect(await checked(() => documentOf(later))).toMatchObject({ has_file: true, pages: 3, losses: inOrder })
    expect((await eventsOf(now)).map(({ detail }) => detail)).toEqual([
      'look, words',
      expect.stringContaining('look: page 3'),
    ])
  })

  it('given a refused form, when it is deleted, then nothing of its upload is left @full', async () => {
    const before = await countFiles()
    const { id } = (await add(large)).json()
    await checked(() => formOf(id))
    expect(await countFiles()).toBe(before + 1)
    expect((await ask('DELETE', `/global-forms/${id}`)).statusCode).toBe(204)
    expect(await countFiles()).toBe(before)
  })
})
