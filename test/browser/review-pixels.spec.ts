import { join } from 'node:path'
import type { FormField } from '@agency/contract/form-fields'
import { openPortalApi, untilSealed } from '@agency/test-kit/api/portal-api'
import { succeeded } from '@agency/test-kit/api/send'
import type { StaffApi } from '@agency/test-kit/api/staff-api'
import { drawStrokes } from '@agency/test-kit/browser/draw-signature'
import { placedField } from '@agency/test-kit/browser/fillable-document'
import { expect, test } from '@agency/test-kit/browser/fixtures'
import { consent, enterPortal, expectSigned, readerStep, readToTheEnd } from '@agency/test-kit/browser/portal-pages'
import type { Locator, Page } from '@playwright/test'
import { onePagePdf } from '../../packages/pdf-signing/test/pdfs/sample-pdfs.ts'

const rotatedPdf = join(import.meta.dirname, '../../packages/pdf-signing/test/pdfs/distiller-rotated.pdf')

/** A field of each kind at the foot of a page, with what the record or the client puts into it. */
function everyKind(top: number): { fields: FormField[]; values: Record<string, string | boolean> } {
  const optional = { required: false }
  const name = placedField('Full name', top, { binding: 'client_name', editable: false })
  const dob = placedField('Date of birth', top + 20, { kind: 'date', binding: 'dob' })
  const age = placedField('Age of mother', top + 40, { binding: 'age_of_mother', width: 60 })
  const history = placedField('History', top + 60, { ...optional, height: 40 })
  const smokes = placedField('I smoke', top, { ...optional, kind: 'checkbox', x: 340, width: 16, height: 16 })
  const choice = { ...optional, kind: 'radio', group: 'Plan', y: top + 20, width: 16, height: 16 } as const
  const gold = placedField('Gold', choice.y, { ...choice, x: 340 })
  const silver = placedField('Silver', choice.y, { ...choice, x: 370 })
  const initials = placedField('Initials', top + 40, { kind: 'initials', x: 340, width: 60, height: 20 })
  const signature = placedField('Signature', top + 64, { kind: 'signature', x: 340, height: 28 })
  const signed = placedField('Date', top + 60, { kind: 'date', x: 460, y: top + 40, width: 90 })
  const long = 'Asthma since childhood, treated; a broken arm in 1988, healed; Đặng Щербаков knows more.'
  return {
    fields: [name, dob, age, history, smokes, gold, silver, initials, signature, signed],
    values: { [history.id]: long, [smokes.id]: true, [silver.id]: true },
  }
}

/** The pictures of the fields as the first page shows them, by label, with a margin of a point. */
async function pictures(page: Page, fields: readonly FormField[], pageWidth: number): Promise<Map<string, string>> {
  const frame = await page.locator('#page-1').boundingBox()
  if (!frame) throw new Error('The first page is not shown.')
  const scale = frame.width / pageWidth
  const found = new Map<string, string>()
  for (const { label, x, y, width, height } of fields) {
    const clip = {
      x: Math.floor(frame.x + (x - 1) * scale),
      y: Math.floor(frame.y + (y - 1) * scale),
      width: Math.ceil((width + 2) * scale),
      height: Math.ceil((height + 2) * scale),
    }
    found.set(label, (await page.screenshot({ clip })).toString('base64'))
  }
  return found
}

/** The pictures once drawing has ended: two in turn are equal, and the page is not blank. */
async function drawnPictures(page: Page, fields: readonly FormField[], pageWidth: number) {
  await expect.poll(() => page.locator('#page-1 canvas').evaluate(hasInk)).toBe(true)
  let last = await pictures(page, fields, pageWidth)
  await expect(async () => {
    const before = last
    last = await pictures(page, fields, pageWidth)
    expect(last).toEqual(before)
  }).toPass()
  return last
}

const hasInk = (element: Element): boolean => {
  if (!(element instanceof HTMLCanvasElement)) return false
  const { data } = element.getContext('2d')?.getImageData(0, 0, element.width, element.height) ?? { data: [] }
  return data.some((value, at) => at % 4 === 0 && value < 100 && (data[at + 3] ?? 0) > 0)
}

/** Draws two strokes on the pad of the dialog. */
async function drawSignature(page: Page, dialog: Locator): Promise<void> {
  await dialog.getByRole('radio', { name: 'Draw' }).check()
  const pad = dialog.getByRole('img')
  await pad.scrollIntoViewIfNeeded()
  await drawStrokes(page, pad)
}

/** A client with the document, and the same PDF without fields after it. */
async function addDocuments(api: StaffApi, family: string, pdf: string, fields: readonly FormField[]) {
  const form = await api.addPdf(pdf, { title: `${family} application` })
  await api.placeFields(form.id, fields)
  const blank = await api.addPdf(pdf, { title: `${family} blank` })
  const names = { client_first_name: 'Ida', client_last_name: family }
  const client = await api.addClient({ ...names, dob: '1961-04-12', age_of_mother: 78, pref_lang: 'English' })
  const session = await api.startSession(client.id)
  const document = await api.attach(session.id, { form_id: form.id })
  await api.attach(session.id, { form_id: blank.id })
  return { session, document }
}

/** Adopts a signature, puts it into both of its fields, and opens the review. */
async function adoptAndReview(page: Page, isDrawn: boolean): Promise<void> {
  await readToTheEnd(page, /^Next field \d of \d$/)
  await readerStep(page, /^Next field \d of \d$/).click()
  const dialog = page.getByRole('dialog', { name: 'Your signature' })
  if (isDrawn) await drawSignature(page, dialog)
  await dialog.getByRole('button', { name: 'Use this signature' }).click()
  await page.locator('[data-field-sheet]').getByRole('button', { name: 'Sign here' }).click()
  await expect(readerStep(page, 'Finish and sign')).toBeEnabled()
}

for (const { name, pdf, isDrawn, pageWidth, top } of [
  { name: 'a typed signature', pdf: onePagePdf, isDrawn: false, pageWidth: 595, top: 680 },
  { name: 'a drawn signature', pdf: onePagePdf, isDrawn: true, pageWidth: 595, top: 680 },
  { name: 'a rotated page', pdf: rotatedPdf, isDrawn: true, pageWidth: 792, top: 480 },
]) {
  test(`[PH-04] given fields of every kind and ${name}, when the review is compared with the sealed PDF in the same browser, then each field has the same pixels @full`, async ({
    phone,
    api,
    family,
  }) => {
    // The first page is in view as a whole.
    await phone.setViewportSize({ width: 500, height: 1_000 })
    const { fields, values } = everyKind(top)
    const { session, document } = await addDocuments(api, family, pdf, fields)
    const portal = await openPortalApi(session)
    await succeeded(portal.ask('PUT', `/sessionforms/${document.id}/fields`, { values }))
    await enterPortal(phone, session)
    await phone.getByRole('link', { name: new RegExp(`${family} application`) }).click()
    await consent(phone)
    await adoptAndReview(phone, isDrawn)
    const reviewed = await drawnPictures(phone, fields, pageWidth)
    await readerStep(phone, 'Finish and sign').click()
    await expectSigned(phone)
    await untilSealed(api, session.id, document.id)
    const sealed = Buffer.from(await (await portal.ask('GET', `/sessionforms/${document.id}/file`)).arrayBuffer())

    // The same reader with the same page: first without fields, then from the sealed PDF.
    await phone.getByRole('link', { name: 'Next document' }).click()
    await readToTheEnd(phone, 'Review')
    await readerStep(phone, 'Review').click()
    const blank = await drawnPictures(phone, fields, pageWidth)
    await phone.getByRole('button', { name: 'Change something' }).click()
    const headers = { 'content-type': 'application/pdf', 'x-review-sha256': 'f'.repeat(64) }
    await phone.route('**/review', (route) => route.fulfill({ body: sealed, headers }))
    await readerStep(phone, 'Review').click()
    await expect(readerStep(phone, 'Finish and sign')).toBeEnabled()
    expect(await drawnPictures(phone, fields, pageWidth)).toEqual(reviewed)
    const filled = fields.filter(({ label }) => label !== 'Gold').map(({ label }) => label)
    expect(filled.filter((label) => blank.get(label) === reviewed.get(label))).toEqual([])
    expect(blank.get('Gold')).toBe(reviewed.get('Gold'))
  })
}
