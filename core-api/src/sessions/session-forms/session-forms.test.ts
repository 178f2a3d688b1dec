import type { SessionForm } from '@agency/contract/session-forms'
import { encryptedPdf, pdfText } from '@agency/pdf-signing/test/pdf-tools'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Core, nobody, smallPdf, startCore } from '../../../test/core.ts'
import { multipart, openAsClient, type SeededSession, seedForm, seedSession } from '../../../test/session-fixtures.ts'

let core: Core
beforeAll(async () => {
  core = await startCore()
})
afterAll(() => core.close())

const list = async ({ admin, session }: SeededSession): Promise<SessionForm[]> =>
  (await core.ask(admin, { method: 'GET', url: `/sessionforms/session/${session.id}` })).json().data
const pdf = smallPdf

describe('a PDF for one client only', () => {
  const attach = async ({ admin }: SeededSession, fields: Record<string, string>, file: Buffer | undefined = pdf) =>
    core.ask(admin, { method: 'POST', url: '/sessionforms', ...(await multipart(fields, file)) })

  it('[SE-14] given a PDF, when attached with its fields, then the session has it and the library does not @full', async () => {
    const journey = await seedSession(core)
    const { admin, session } = journey
    const given = { title: 'Letter', type: 'PDF', reading: 'every_page' }
    const fields = { session_id: session.id, ...given, folder: '', order_index: '4' }
    const answer = await attach(journey, fields)
    expect(answer.statusCode).toBe(201)
    const expected = { folder: null, order_index: 4, has_file: true, requires_signature: true }
    expect(answer.json()).toMatchObject({ ...given, ...expected, form_id: null, status: 'pending' })
    expect(answer.json().pages).toBeGreaterThan(0)
    const file = await core.ask(admin, { method: 'GET', url: `/sessionforms/${answer.json().id}/file` })
    expect(pdfText(file.rawPayload, 1, 1)).toBe(pdfText(pdf, 1, 1))
    const library = (await core.ask(admin, { method: 'GET', url: '/global-forms' })).json().forms
    expect(library.map(({ title }: { title: string }) => title)).not.toContain('Letter')
  })

  it('given a PDF to be read, when attached so, then the client completes it without a signature @full', async () => {
    const journey = await seedSession(core)
    const answer = await attach(journey, { session_id: journey.session.id, requires_signature: 'false' })
    expect(answer.json()).toMatchObject({ type: 'PDF', requires_signature: false, reading: 'jump', title: null })
    const client = await openAsClient(core, journey.session)
    const step = (name: string) =>
      core.ask(client, { method: 'POST', url: `/sessionforms/${answer.json().id}/${name}` })
    await step('open')
    expect((await step('acknowledge')).json().status).toBe('completed')
  })

  it.each<[string, Record<string, string>, Buffer, number, string]>([
    ['a file that is no PDF', {}, Buffer.from('hello'), 422, 'file'],
    ['a file with a link', { type: 'Link', source: 'https://example.com/' }, pdf, 400, 'file'],
    ['a file with a template', { type: 'DocuSign' }, pdf, 400, 'file'],
    ['an unknown field', { color: 'red' }, pdf, 400, 'color'],
    ['an unknown template', { source_template_id: 'built-in:nothing' }, pdf, 400, 'source_template_id'],
    ['a place that is no number', { order_index: 'first' }, pdf, 400, 'order_index'],
    ['an unknown reading rule', { reading: 'twice' }, pdf, 400, 'reading'],
    ['neither yes nor no', { requires_signature: 'perhaps' }, pdf, 400, 'requires_signature'],
  ])(
    'given %s, when attached, then it is refused by name and the session has nothing @full',
    async (_w, fields, file, status, field) => {
      const journey = await seedSession(core)
      const answer = await attach(journey, { session_id: journey.session.id, ...fields }, file)
      expect(answer.statusCode).toBe(status)
      expect(answer.json().details).toMatchObject([{ field }])
      expect(await list(journey)).toEqual([])
    },
  )

  it('given a PDF with a password, when attached, then the password is asked for, and the document opens without it @full', async () => {
    const journey = await seedSession(core)
    const locked = Buffer.from(encryptedPdf(smallPdf, { user: 'secret' }))
    const attachLocked = async (fields: Record<string, string>) => {
      const body = await multipart({ session_id: journey.session.id, ...fields }, locked)
      return core.ask(journey.admin, { method: 'POST', url: '/sessionforms', ...body })
    }
    const codes = [(await attachLocked({})).json().code, (await attachLocked({ pdf_password: 'x' })).json().code]
    expect(codes).toEqual(['PDF_PASSWORD_NEEDED', 'PDF_PASSWORD_WRONG'])
    const { id } = (await attachLocked({ pdf_password: 'secret' })).json()
    const file = await core.ask(journey.admin, { method: 'GET', url: `/sessionforms/${id}/file` })
    expect(file.rawPayload.includes('/Encrypt')).toBe(false)
  })

  it('given no session, nobody or a client, when attached, then 404, 401 and 404', async () => {
    const journey = await seedSession(core)
    const strange = { session_id: '01a1fe2c-2b2e-7171-b77b-9bdc9c23fc5b' }
    expect((await attach(journey, strange)).statusCode).toBe(404)
    const call = { method: 'POST', url: '/sessionforms' } as const
    const body = await multipart({ session_id: journey.session.id }, pdf)
    expect((await core.ask(nobody, { ...call, ...body })).statusCode).toBe(401)
    const client = await openAsClient(core, journey.session)
    expect((await core.ask(client, { ...call, ...body })).statusCode).toBe(404)
    expect(await list(journey)).toEqual([])
  })

  it('given several attached at once, when listed, then each has a place of its own', async () => {
    const journey = await seedSession(core)
    const payload = { session_id: journey.session.id, type: 'Link', source: 'https://example.com/' }
    const attached = Array.from({ length: 6 }, () =>
      core.ask(journey.admin, { method: 'POST', url: '/sessionforms', payload }),
    )
    expect((await Promise.all(attached)).map(({ statusCode }) => statusCode)).toEqual(attached.map(() => 201))
    expect((await list(journey)).map(({ order_index }) => order_index)).toEqual([0, 1, 2, 3, 4, 5])
  })
})

describe('the order of documents', () => {
  async function seedThree() {
    const journey = await seedSession(core)
    const forms = [await seedForm(core, journey), await seedForm(core, journey), await seedForm(core, journey)]
    return { journey, ids: forms.map(({ id }) => id) }
  }
  const order = ({ admin, session }: SeededSession, ids: unknown, as = admin) => {
    const url = `/sessionforms/session/${session.id}/order`
    return core.ask(as, { method: 'PUT', url, payload: { ids } })
  }
  const idsOf = (forms: SessionForm[]) => forms.map(({ id }) => id)

  it('given three documents, when put into another order, then they are listed so, and it is one event @full', async () => {
    const { journey, ids } = await seedThree()
    const [a = '', b = '', c = ''] = ids
    const answer = await order(journey, [c, a, b])
    expect(idsOf(answer.json().data)).toEqual([c, a, b])
    expect(idsOf(await list(journey))).toEqual([c, a, b])
    await order(journey, [c, a, b])
    const url = `/audit?session_id=${journey.session.id}&action=session.reordered`
    const { events } = (await core.ask(journey.admin, { method: 'GET', url })).json()
    expect(events).toMatchObject([{ fields: ['order_index'], actor_kind: 'admin' }])
  })

  it('given one missing, twice or of another session, when ordered, then 400 and the order stays @full', async () => {
    const { journey, ids } = await seedThree()
    const [a, b, c] = ids
    const stranger = (await seedForm(core, await seedSession(core))).id
    for (const wrong of [[b, a], [b, a, a], [c, b, a, a], [b, a, stranger], []]) {
      expect((await order(journey, wrong)).json().details).toMatchObject([{ field: 'ids' }])
    }
    expect((await order(journey, ['x'])).statusCode).toBe(400)
    expect(idsOf(await list(journey))).toEqual(ids)
  })
})
