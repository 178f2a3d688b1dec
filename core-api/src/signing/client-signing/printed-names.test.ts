import { pdfText } from '@agency/pdf-signing/test/pdf-tools'
import { drawnSignature } from '@agency/pdf-signing/test/signature-png'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditEvents } from '../../../test/audit-events.ts'
import { type Core, startCore } from '../../../test/core.ts'
import { field, review, seedFilling, sign } from '../../../test/form-field-fixtures.ts'
import { envelopeOf, sealedFile, signReviewed } from '../../../test/reviewed-signing.ts'

let core: Core
beforeAll(async () => {
  core = await startCore()
})
afterAll(() => core.close())

const typed = (text: string) => ({ name: text, signature: { kind: 'typed', text, font: 'caveat' } })
const drawn = { signature: { kind: 'drawn', png: drawnSignature } }
/** Without white space and the marks of direction that a reader adds. */
const compact = (text: string) => text.replaceAll(/[\s\u202A-\u202E]/g, '')

/** What each is told of the name with which the document was signed. */
async function signedAs({ admin, client, form }: Awaited<ReturnType<typeof seedFilling>>) {
  const told = async (who: typeof admin) => {
    const answer = await core.ask(who, { method: 'GET', url: `/sessionforms/session/${form.session_id}` })
    return answer.json().data[0].signed_as
  }
  return { staff: await told(admin), client: await told(client) }
}

describe('names in any script', () => {
  it('[PA-09] given a name in five scripts, typed as name and signature, when it is reviewed and signed, then it is sealed as typed', async () => {
    const name = '王秀英 हिन्दी Σωκράτης Đặng Żółć'
    const bound = field({ binding: 'occupation', editable: false })
    const signature = field({ kind: 'signature', y: 200 })
    const filling = await seedFilling(core, [bound, signature], { client_last_name: '王', occupation: 'Chef 👩‍🍳 王' })
    const reviewed = await review(core, filling, typed(name))
    expect((await signReviewed(core, filling, reviewed, typed(name))).json().status).toBe('signed')
    const sealed = await sealedFile(core, filling)
    const page = compact(pdfText(sealed, 1, 1))
    expect(page).toContain(compact(name))
    expect(page).toContain(compact('Chef [U+1F469][U+1F373] 王'))
    const certificate = compact(pdfText(sealed, 2, 9))
    expect(certificate.split(compact(name)).length).toBeGreaterThanOrEqual(4)
    expect(certificate).not.toContain('\uFFFD')
  })

  it('given a signature or initials that no font prints, when reviewed or signed, then 400 names them and offers to draw @full', async () => {
    const filling = await seedFilling(core, [field({ kind: 'initials' })])
    for (const name of ['José 🙂', '𪚥田 Yoshida', 'Ana \uFFFD Lima']) {
      for (const answer of [await review(core, filling, typed(name)), await sign(core, filling, typed(name))]) {
        const [detail] = answer.json().details
        expect(detail).toEqual({ field: 'signature.text', message: expect.stringContaining('draw') })
      }
    }
    const initials = { kind: 'typed', text: '𪚥', font: 'caveat' }
    expect((await sign(core, filling, { initials })).json().details).toMatchObject([{ field: 'initials.text' }])
    expect(await envelopeOf(core, filling)).toMatchObject({ status: 'viewed', encrypted_signing: null })
  })

  it('[PA-10] given such a name in record and title, when it is drawn, then it is sealed with code points, and staff are told that the names differ', async () => {
    const filling = await seedFilling(core, [], { client_first_name: '𪚥', client_last_name: 'Ōta' })
    const { form, admin } = filling
    await core.ask(admin, { method: 'PUT', url: `/sessionforms/${form.id}`, payload: { title: 'Plan 💊' } })
    expect((await sign(core, filling, { name: 'José 🙂', ...drawn })).json().status).toBe('signed')
    const certificate = compact(pdfText(await sealedFile(core, filling), 2, 9))
    for (const text of ['NomeJosé[U+1F642]', 'Assinaturapedidaa[U+2A6A5]Ōta', 'Plan[U+1F48A]']) {
      expect(certificate).toContain(text)
    }
    const events = await auditEvents(core.app.db).selectAll().where('subject_id', '=', form.id).execute()
    expect(events.map(({ action }) => action)).toContain('signed-by-other-name')
    expect(JSON.stringify(events)).not.toContain('José')
    expect(await signedAs(filling)).toEqual({ staff: 'José 🙂', client: null })
  })

  it('given the name of the record, when it is signed, then nobody is told that the names differ @full', async () => {
    const filling = await seedFilling(core, [], { client_first_name: 'Jose', client_last_name: 'Pérez' })
    expect((await sign(core, filling, typed('JOSÉ LUIS PEREZ'))).json().status).toBe('signed')
    const events = await auditEvents(core.app.db).select('action').where('subject_id', '=', filling.form.id).execute()
    expect(events.map(({ action }) => action)).not.toContain('signed-by-other-name')
    expect(await signedAs(filling)).toEqual({ staff: null, client: null })
  })

  it('given a time zone that is none, when a document without a date is reviewed or signed, then 400 names it @full', async () => {
    const filling = await seedFilling(core, [])
    for (const time_zone of ['Mars/Olympus', 'Etc/Unknown', '+05:00']) {
      for (const answer of [await review(core, filling, { time_zone }), await sign(core, filling, { time_zone })]) {
        expect([answer.statusCode, answer.json().details]).toMatchObject([400, [{ field: 'time_zone' }]])
      }
    }
  })
})
