import { execFileSync } from 'node:child_process'
import type { Session } from '@agency/contract/sessions'
import { foreignPdf, onePagePdf } from '@agency/pdf-signing/test/sample-pdfs'
import { formField } from '@agency/test-kit/api/form-field'
import { untilSealed } from '@agency/test-kit/api/portal-api'
import { openStaffApi, type StaffApi } from '@agency/test-kit/api/staff-api'
import { startOwnProduct } from '@agency/test-kit/product/own-product'
import { clientUrl } from '@agency/test-kit/product/product-address'
import type { StartedProduct } from '@agency/test-kit/product/started-product'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { Engine, EngineOptions } from './engine.ts'
import { EnginePage } from './engine-page.ts'
import { inkOf } from './page-functions.ts'
import {
  atAddress,
  consent,
  downloaded,
  enterPortal,
  expectDrawn,
  expectNoProblems,
  readToTheEnd,
} from './portal-steps.ts'

const placed = { x: 90, width: 220, height: 20, required: true }
/** Fields on the first page of `foreignPdf`. */
const applicationFields = [
  formField({ ...placed, label: 'City of birth', y: 100 }),
  formField({ ...placed, label: 'Date of birth', kind: 'date', binding: 'dob', y: 130 }),
  formField({ ...placed, label: 'I smoke', kind: 'checkbox', y: 160, width: 16, height: 16, required: true }),
  formField({ ...placed, label: 'Initials', kind: 'initials', y: 190, width: 60 }),
  formField({ ...placed, label: 'Signature', kind: 'signature', y: 220, height: 28 }),
]

async function addForm(api: StaffApi, path: string, title: string, fields = applicationFields.slice(0, 0)) {
  const form = await api.addPdf(path, { title })
  if (fields.length > 0) await api.placeFields(form.id, fields)
  return form.id
}

async function startSession(api: StaffApi, forms: readonly string[], language: string | null = null) {
  const client = await api.addClient({ client_first_name: 'Inés', client_last_name: 'Núñez', pref_lang: language })
  const session = await api.startSession(client.id)
  const documents: string[] = []
  for (const form of forms) documents.push((await api.attach(session.id, { form_id: form })).id)
  return { session, documents }
}

async function sealedBytes(api: StaffApi, session: Session, document: string): Promise<Uint8Array> {
  await untilSealed(api, session.id, document)
  const answer = await api.ask('GET', `/sessionforms/${document}/file`)
  expect(answer.status).toBe(200)
  return new Uint8Array(await answer.arrayBuffer())
}

const pageWidth = async (page: EnginePage) => (await page.see('region', '/^Page 1 of/')).width
const untilWide = (page: EnginePage, width: number) =>
  page.until(`a page of ${width} px`, async () => Math.abs((await pageWidth(page)) - width) < 2)

/** Zooms the pages by a double tap, and back. */
async function zoom(page: EnginePage): Promise<void> {
  await untilWide(page, 375)
  // WebKitGTK's driver makes no touches: there the zoom is only tested by double clicks.
  if (page.engine.pointer === 'touch') await pinch(page)
  await page.doubleTap({ x: 100, y: 400 })
  await untilWide(page, 750)
  expect((await page.see('link', 'All documents')).reached).toBe(true)
  await expectDrawn(page)
  // Elsewhere: a third click on one point is no second double click.
  await page.doubleTap({ x: 260, y: 350 })
  await untilWide(page, 375)
}

/** Zooms the pages with two fingers, which leaves the bars as they are, and back by a double tap. */
async function pinch(page: EnginePage): Promise<void> {
  const middle = { x: 180, y: 300 }
  await page.pinch(middle, 100, 200)
  await page.until('zoomed pages', async () => (await pageWidth(page)) > 700)
  expect((await page.see('link', 'All documents')).reached).toBe(true)
  await page.doubleTap(middle)
  await untilWide(page, 375)
}

/** Fills in the fields of the application with keys, in its sheets. */
async function fillIn(page: EnginePage): Promise<void> {
  await page.tap('button', 'Next field 1 of 5')
  expect((await page.see('textbox', 'City of birth (required)')).focused).toBe(true)
  await page.type('Málaga')
  await page.press('Enter')
  expect((await page.see('textbox', 'Date of birth (required)')).focused).toBe(true)
  await page.type('04121961')
  await page.press('Enter')
  expect((await page.see('checkbox', 'I smoke (required)')).focused).toBe(true)
  await page.press('Space')
  await page.until('a ticked box', async () => (await page.see('checkbox', 'I smoke (required)')).checked)
  await page.tap('button', 'Next')
}

/** Draws the signature on the pad, which is in view as a whole: once in vain, then for good. */
async function drawSignature(page: EnginePage): Promise<void> {
  await page.tap('radio', 'Draw', 'dialog')
  const pad = await page.until('a pad that nothing covers', async () => {
    const found = await page.see('img', '/finger or mouse/', 'dialog')
    return found.reached && found
  })
  const at = (x: number, y: number) => ({ x: pad.left + x * pad.width, y: pad.top + y * pad.height })
  const ink = () => page.call(inkOf, '[aria-labelledby=draw-label]')
  await page.stroke([at(0.1, 0.1), at(0.9, 0.9)])
  await page.until('a stroke', async () => (await ink()) > 0)
  await page.tap('button', 'Undo', 'dialog')
  await page.until('an empty pad', async () => (await ink()) === 0)
  await page.stroke([at(0.1, 0.9), at(0.3, 0.1), at(0.5, 0.8), at(0.7, 0.2), at(0.9, 0.6)])
  await page.stroke([at(0.2, 0.95), at(0.95, 0.95)])
  await page.until('a signature', async () => (await ink()) > 0)
  await page.tap('button', 'Use this signature', 'dialog')
}

/** Looks at the review, which opens after the last signature, and signs. */
async function reviewAndSign(page: EnginePage): Promise<void> {
  await page.see('heading', 'Check and sign')
  await expectDrawn(page)
  await page.tap('button', 'Finish and sign')
}

/** The tests of the portal that run on each engine. */
export function describeEngine(name: string, start: (options?: EngineOptions) => Promise<Engine>): void {
  let product: StartedProduct | undefined
  let api: StaffApi
  let application: string
  let brochure: string

  async function openPage(options: EngineOptions = {}): Promise<EnginePage> {
    const engine = await start(options)
    onTestFinished(() => engine.stop())
    return new EnginePage(engine)
  }

  describe(name, () => {
    beforeAll(async () => {
      product = await startOwnProduct({ RECORD_READS_ALERT: '0', RECORD_READS_LIMIT: '0' })
      api = await openStaffApi()
      application = await addForm(api, foreignPdf, 'Application', applicationFields)
      brochure = await addForm(api, onePagePdf, 'Brochure')
    })
    afterAll(() => product?.stop())

    it('[PO-03] [PO-07] [PO-11] given three documents on a phone, when one is filled in and signed by hand, one signed with a typed name and one declined, then the sealed file is downloaded', async () => {
      const { session, documents } = await startSession(api, [application, application, brochure])
      const [first = '', second = '', third = ''] = documents
      await api.changeForm(second, { title: 'Second application' })
      const page = await openPage()
      await enterPortal(page, session)
      await page.tap('link', '/^Application/')
      await consent(page)
      await expectDrawn(page)
      await zoom(page)
      await readToTheEnd(page, 'Next field 1 of 5')
      await fillIn(page)
      await drawSignature(page)
      await page.tap('button', 'Sign here', 'group')
      await reviewAndSign(page)
      await page.see('heading', 'Signed. 1 of 3 documents done')
      await page.tap('button', 'Download')
      const path = await downloaded(page, await sealedBytes(api, session, first))
      expect(execFileSync('pdfsig', [path], { encoding: 'utf8' })).toContain('Signature is Valid.')
      expect(execFileSync('pdftotext', [path, '-'], { encoding: 'utf8' })).toContain('Málaga')

      await page.tap('link', 'Next document')
      await page.see('heading', 'Second application')
      await readToTheEnd(page, 'Next field 1 of 5')
      await fillIn(page)
      await page.tap('button', 'Initial here', 'group')
      await page.tap('button', 'Sign here', 'group')
      await page.tap('button', 'Change something')
      await page.tap('button', '/^Signature \\(required\\)/')
      await page.tap('button', 'Change signature', 'dialog')
      await page.tap('radio', 'Type', 'dialog')
      await page.tap('radio', 'Style 2', 'dialog')
      await page.tap('button', 'Use this signature', 'dialog')
      await reviewAndSign(page)
      await page.see('heading', 'Signed. 2 of 3 documents done')
      await untilSealed(api, session.id, second)

      await page.tap('link', 'Next document')
      await page.tap('button', 'More')
      await page.tap('button', 'Decline to sign')
      await page.tap('textbox', 'Reason', 'dialog')
      await page.type('Not my plan')
      await page.tap('button', 'Decline', 'dialog')
      await page.until('what happens next', async () => /What happens next/.test(await page.shownText()))
      const declined = (await api.sessionForms(session.id)).find(({ id }) => id === third)
      expect(declined?.status).toBe('declined')
      await expectNoProblems(page)
    })

    it('[PO-11] given a client who speaks Spanish and uses keys alone, when a document is read and signed, then it is sealed', async () => {
      const { session, documents } = await startSession(api, [brochure], 'Spanish')
      const page = await openPage({ language: 'es-MX' })
      await page.engine.open(clientUrl(`/session/${session.session_code}`))
      await page.tabTo('field', '/^(Passcode|Contraseña)$/')
      await page.type(session.passcode ?? '')
      await page.press('Enter')
      await page.enter('link', '/^Brochure/')
      await page.tabTo('checkbox', 'He leído esto y acepto firmar electrónicamente.')
      await page.press('Space')
      await page.enter('button', 'Continuar')
      await readToTheEnd(page, 'Revisar', { keysAlone: true })
      await page.enter('button', 'Revisar')
      await page.see('dialog', 'Su firma')
      await page.enter('button', 'Usar esta firma')
      await page.see('heading', 'Revise y firme')
      await page.enter('button', 'Finalizar y firmar')
      await page.see('heading', 'Todo listo: su documento está completo')
      const bytes = await sealedBytes(api, session, documents[0] ?? '')
      await page.enter('button', 'Descargar')
      await downloaded(page, bytes)
      await expectNoProblems(page)
    })

    it('[PO-03] given pages that may not run script, when the passcode is sent, then wrong ones are refused and the right one opens the session', async () => {
      const { session } = await startSession(api, [brochure])
      const page = await openPage({ script: false, language: 'en-US' })
      await page.engine.open(clientUrl(`/session/${session.session_code}`))
      await page.tap('field', 'Passcode')
      await page.type('not the passcode')
      await page.tap('button', 'Access My Session')
      await page.see('alert')
      expect(await page.shownText()).toContain('Invalid passcode. Please try again.')
      await page.tap('field', 'Passcode')
      await page.type(session.passcode ?? '')
      await page.press('Enter')
      await atAddress(page, /\/dashboard$/)
    })
  })
}
