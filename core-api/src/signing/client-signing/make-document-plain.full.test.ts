import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import type { PrincipalStatement } from '@agency/contract/principal'
import type { SessionForm } from '@agency/contract/session-forms'
import { awkwardPdfs } from '@agency/pdf-signing/test/awkward'
import { pdfObjects, pdfsig, pdfText } from '@agency/pdf-signing/test/pdf-tools'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { auditEvents } from '../../../test/audit-events.ts'
import { type Core, startCore } from '../../../test/core.ts'
import { multipart, openAsClient, type SeededSession, seedForm, seedSession } from '../../../test/session-fixtures.ts'
import { readForm, signAsClient, step, whenSealed } from '../../../test/signing-steps.ts'

let core: Core
beforeAll(async () => {
  core = await startCore()
})
afterAll(() => core.close())

async function awkward(name: string): Promise<Buffer> {
  const found = awkwardPdfs.find((pdf) => pdf.name === name)
  if (!found) throw new Error(`There is no awkward PDF called ${name}`)
  return Buffer.from(await found.make())
}

const trap = '100 dollars on the screen, 900000 printed'
/** Not among other hexadecimal digits: a signature that ends in 9 is padded with zeros. */
const printedPrice = /(?<![\da-f])900000(?![\da-f])/i
const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

async function readFile(as: PrincipalStatement, id: string): Promise<Buffer> {
  return (await core.ask(as, { method: 'GET', url: `/sessionforms/${id}/file` })).rawPayload
}

/** Puts bytes in the place of a document's file and of its form's in the library, as uploads were stored before. */
async function storeOlder({ id, form_id }: SessionForm, bytes: Buffer): Promise<string> {
  const { db, files } = core.app
  const file_id = await files.save(db, bytes, { mimeType: 'application/pdf', pages: 1 })
  await db.updateTable('session_forms').set({ file_id }).where('id', '=', id).execute()
  await db.updateTable('global_forms').set({ file_id }).where('id', '=', form_id).execute()
  return file_id
}

/** The path of a stored file. */
const placeOf = async (id: string) =>
  (await readdir(core.config.filesDirectory, { recursive: true })).find((path) => path.endsWith(id))

const rowOf = (id: string) => core.app.db.selectFrom('files').select('id').where('id', '=', id).executeTakeFirst()

async function seedOlder(name: string): Promise<{ journey: SeededSession; form: SessionForm; older: string }> {
  const journey = await seedSession(core)
  const form = await seedForm(core, journey)
  return { journey, form, older: await storeOlder(form, await awkward(name)) }
}

describe('documents are made plain', () => {
  it('given a PDF that prints another price, when it is uploaded and signed, then all get the price on the screen', async () => {
    const journey = await seedSession(core)
    const upload = await awkward(trap)
    const body = await multipart({ session_id: journey.session.id, title: 'Offer' }, upload)
    const form: SessionForm = (await core.ask(journey.admin, { method: 'POST', url: '/sessionforms', ...body })).json()
    const client = await signAsClient(core, journey, form.id)
    const presented = await core.app.db
      .selectFrom('files')
      .selectAll()
      .where('original_sha256', 'is not', null)
      .execute()
    await whenSealed(core, journey, form.id)
    const sealed = await readFile(client, form.id)
    expect(pdfText(sealed, 1, 1)).toContain('100 dollars')
    expect(pdfObjects(sealed)).not.toMatch(printedPrice)
    expect(pdfsig(sealed)).toContain('Signature is Valid')
    const certificate = pdfText(sealed, 2, 4).replaceAll(/\s/g, '')
    expect(presented.map((file) => file.original_sha256?.toString('hex'))).toContain(sha256Of(upload))
    const [file] = presented.filter(({ original_sha256 }) => original_sha256?.toString('hex') === sha256Of(upload))
    expect(certificate).toContain(sha256Of(upload))
    expect(certificate).toContain(file?.sha256.toString('hex'))
  })

  it('given a PDF stored before, when its client opens it twice at once, then it is plain, in the library too, once', async () => {
    const { journey, form, older } = await seedOlder(trap)
    const client = await openAsClient(core, journey.session)
    const opened = await Promise.all([1, 2].map(() => step(core, client, form.id, 'open')))
    expect(opened.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect(pdfObjects(await readFile(client, form.id))).not.toMatch(printedPrice)
    const inLibrary = await core.ask(journey.admin, { method: 'GET', url: `/global-forms/${form.form_id}/file` })
    expect(pdfObjects(inLibrary.rawPayload)).not.toMatch(printedPrice)
    const events = await auditEvents(core.app.db)
      .select('detail')
      .where('subject_id', '=', form.id)
      .where('action', '=', 'form.made-plain')
      .execute()
    expect(events.map(({ detail }) => detail?.includes(older))).toEqual([true])
    await signAsClient(core, journey, form.id)
    await whenSealed(core, journey, form.id)
    expect(pdfText(await readFile(client, form.id), 1, 1)).toContain('100 dollars')
  })

  it('given a PDF stored before that was opened before too, when it is signed, then what was shown is sealed', async () => {
    const journey = await seedSession(core)
    const form = await seedForm(core, journey)
    await step(core, await openAsClient(core, journey.session), form.id, 'open')
    await storeOlder(form, await awkward(trap))
    const client = await openAsClient(core, journey.session)
    await signAsClient(core, journey, form.id)
    await whenSealed(core, journey, form.id)
    const sealed = await readFile(client, form.id)
    expect(pdfText(sealed, 1, 1)).toContain('100 dollars')
    expect(pdfObjects(sealed)).not.toMatch(printedPrice)
  })

  it('given a PDF of one client that was stored before, when it is made plain, then the file that nothing has any more is removed', async () => {
    const journey = await seedSession(core)
    const body = await multipart({ session_id: journey.session.id, title: 'Offer' }, await awkward(trap))
    const form: SessionForm = (await core.ask(journey.admin, { method: 'POST', url: '/sessionforms', ...body })).json()
    const older = await storeOlder(form, await awkward(trap))
    const client = await openAsClient(core, journey.session)
    expect((await step(core, client, form.id, 'open')).statusCode).toBe(200)
    expect(pdfObjects(await readFile(client, form.id))).not.toMatch(printedPrice)
    expect(await rowOf(older)).toBeUndefined()
    expect(await placeOf(older)).toContain('trash')
  })

  it('given a PDF stored before that another client has opened, when it is made plain, then that client keeps it', async () => {
    const { journey, form, older } = await seedOlder(trap)
    const other = await seedSession(core)
    const attached = { session_id: other.session.id, form_id: form.form_id }
    const { id } = (await core.ask(other.admin, { method: 'POST', url: '/sessionforms', payload: attached })).json()
    await core.app.db.updateTable('session_forms').set({ status: 'viewed' }).where('id', '=', id).execute()
    await step(core, await openAsClient(core, journey.session), form.id, 'open')
    expect(await rowOf(older)).toBeDefined()
  })

  it('given a PDF stored before, when another request makes it plain before it is read, then it is read again', async () => {
    const { journey, form, older } = await seedOlder(trap)
    const client = await openAsClient(core, journey.session)
    const { files } = core.app
    const use = files.use.bind(files)
    onTestFinished(() => {
      vi.restoreAllMocks()
    })
    vi.spyOn(files, 'use').mockImplementationOnce(async (...args) => {
      expect((await step(core, client, form.id, 'open')).statusCode).toBe(200)
      return use(...args)
    })
    expect((await step(core, client, form.id, 'open')).statusCode).toBe(200)
    expect(await rowOf(older)).toBeUndefined()
  })

  it('given a PDF stored before with a layer that comes with the zoom, when its client opens it, then 409 and there is nothing to sign', async () => {
    const { journey, form } = await seedOlder('a layer that comes with the zoom')
    const client = await openAsClient(core, journey.session)
    const opened = await step(core, client, form.id, 'open')
    expect([opened.statusCode, opened.json().code]).toEqual([409, 'WRONG_STATE'])
    expect(await readForm(core, journey, form.id)).toMatchObject({ status: 'pending', envelope_id: null })
  })

  it('given a PDF stored before, when the client of another session opens it, then 404 and it is unchanged', async () => {
    const { form, older } = await seedOlder(trap)
    const outsider = await openAsClient(core, (await seedSession(core)).session)
    expect((await step(core, outsider, form.id, 'open')).statusCode).toBe(404)
    const row = await core.app.db
      .selectFrom('session_forms')
      .select('file_id')
      .where('id', '=', form.id)
      .executeTakeFirstOrThrow()
    expect(row.file_id).toBe(older)
  })
})
