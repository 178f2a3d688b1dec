import { fillablePdf, line } from '@agency/pdf-signing/test/fillable-pdf'
import { foreignPdf, onePagePdf } from '@agency/pdf-signing/test/sample-pdfs'
import { expectAccessible } from '@agency/test-kit/accessibility/expect-accessible'
import { addProposals, openFieldPlacement } from '@agency/test-kit/browser/field-placement'
import { expect, test } from '@agency/test-kit/browser/fixtures'
import { pdfCheck } from '@agency/test-kit/browser/pdf-check'
import { pressButton } from '@agency/test-kit/browser/press-button'
import { openClientActivity } from '@agency/test-kit/browser/record-cards'
import { addSession, openSession, rowOf } from '@agency/test-kit/browser/session-page'
import { settledBox } from '@agency/test-kit/browser/settled-box'
import { staffUrl } from '@agency/test-kit/product/product-address'
import type { Locator } from '@playwright/test'

/** Where something is on the screen. */
async function boxOf(place: Locator) {
  const box = await place.boundingBox()
  if (box === null) throw new Error('It is not on the screen')
  return box
}

/** Comes to what it should be, in pixels: what the pointer did is drawn a moment later. */
const expectNear = (measure: () => Promise<number>, wanted: number) =>
  expect.poll(async () => Math.abs((await measure()) - wanted)).toBeLessThan(3)

const save = (dialog: Locator) => dialog.getByRole('button', { name: 'Save', exact: true }).click()

test('[FO-02] given a PDF, when fields are placed by the pointer, then they are stored where they were put @full', async ({
  staff,
  api,
  family,
}) => {
  const form = await api.addPdf(onePagePdf, { title: `${family} form` })
  const dialog = await openFieldPlacement(staff, `${family} form`)
  const sheet = await settledBox(dialog.getByRole('img', { name: 'Page 1 of 1' }))
  const { mouse } = staff
  // Chosen, then drawn.
  await dialog.getByRole('button', { name: 'Signature', exact: true }).click()
  await mouse.move(sheet.x + 50, sheet.y + 100)
  await mouse.down()
  await mouse.move(sheet.x + 250, sheet.y + 150, { steps: 4 })
  await mouse.up()
  const signature = dialog.getByRole('button', { name: 'Signature, page 1' })
  await expect(signature).toBeFocused()
  await expectNear(async () => (await boxOf(signature)).x, sheet.x + 50)
  await expectNear(async () => (await boxOf(signature)).width, 200)
  const drawn = await settledBox(signature)
  // The kind stays chosen for the next one, until Escape. Moved, then made larger by a corner.
  await staff.keyboard.press('Escape')
  await signature.hover()
  await mouse.down()
  await mouse.move(drawn.x + drawn.width / 2 + 40, drawn.y + drawn.height / 2 + 30, { steps: 4 })
  await mouse.up()
  await expectNear(async () => (await boxOf(signature)).x, drawn.x + 40)
  const moved = await settledBox(signature)
  await mouse.move(moved.x + moved.width + 6, moved.y + moved.height + 6)
  await mouse.down()
  await mouse.move(moved.x + moved.width + 46, moved.y + moved.height + 6, { steps: 4 })
  await mouse.up()
  await expectNear(async () => (await boxOf(signature)).width, moved.width + 40)
  // Chosen, then pressed; and dragged from the palette.
  await dialog.getByRole('button', { name: 'Initials', exact: true }).click()
  await mouse.click(sheet.x + 400, sheet.y + 60)
  await expect(dialog.getByRole('button', { name: 'Initials, page 1' })).toBeFocused()
  await staff.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Checkbox', exact: true }).hover()
  await mouse.down()
  await mouse.move(sheet.x + 300, sheet.y + 250, { steps: 6 })
  await mouse.up()
  await expect(dialog.getByRole('button', { name: 'Checkbox, page 1' })).toBeFocused()
  await expectAccessible(staff, 'place-fields', '[role=dialog]:has(ol[aria-label="Fields in order"])')
  await save(dialog)
  await expect(dialog).toBeHidden()

  await expect(staff.getByText('3 fields: 1 Signature, 1 Initials, 1 Checkbox')).toBeVisible()
  const { fields } = await api.formFields(form.id)
  expect(fields.map(({ kind, page }) => ({ kind, page }))).toEqual([
    { kind: 'signature', page: 0 },
    { kind: 'initials', page: 0 },
    { kind: 'checkbox', page: 0 },
  ])
  await staff.getByRole('button', { name: 'Place fields' }).click()
  await expectNear(async () => (await boxOf(signature)).x, moved.x)
  await expectNear(async () => (await boxOf(signature)).y, moved.y)
})

test('given a PDF, when a field is placed by the keyboard and bound, then a session gets it, and the library may change @full', async ({
  staff,
  api,
  family,
}) => {
  const form = await api.addPdf(onePagePdf, { title: `${family} form` })
  const dialog = await openFieldPlacement(staff, `${family} form`)
  await dialog.getByRole('button', { name: 'Date', exact: true }).focus()
  await staff.keyboard.press('Enter')
  const placed = dialog.getByRole('button', { name: 'Date, page 1' })
  await expect(placed).toBeFocused()
  const left = dialog.getByLabel('X (pt)')
  const before = Number(await left.inputValue())
  await staff.keyboard.press('Shift+ArrowRight')
  await staff.keyboard.press('ArrowLeft')
  await expect(left).toHaveValue(String(before + 9))
  await staff.keyboard.press('Alt+ArrowRight')
  await expect(dialog.getByLabel('Width')).toHaveValue('97')
  await staff.keyboard.press('Enter')
  await expect(dialog.getByLabel('Label')).toBeFocused()
  await dialog.getByLabel('Label').fill('Birthday')
  await dialog.getByRole('button', { name: 'Prefill from Personal Information: Date of Birth' }).click()
  await save(dialog)
  await expect(dialog).toBeHidden()
  const { fields } = await api.formFields(form.id)
  expect(fields).toMatchObject([{ kind: 'date', x: before + 9, width: 97, label: 'Birthday', binding: 'dob' }])

  const session = await addSession(api, family)
  await openSession(staff, session)
  await staff.getByRole('button', { name: 'Add Document' }).click()
  await staff
    .getByRole('dialog')
    .getByRole('checkbox', { name: new RegExp(`${family} form`) })
    .check()
  await staff.getByRole('dialog').getByRole('button', { name: 'Use Selected' }).click()
  await expect(rowOf(staff, `${family} form`)).toBeVisible()
  await api.placeFields(form.id, [])
  expect((await api.sessionForms(session.id)).map(({ title }) => title)).toEqual([`${family} form`])
})

test('[FO-05] given a PDF with a form of its own, when it is added, then its fields are told and are there @full', async ({
  staff,
  api,
  family,
}) => {
  const pdf = fillablePdf([
    { rect: line(0), entries: '/FT /Tx /T (city) /TU (City of birth)' },
    { rect: line(1), entries: '/FT /Tx /T (filled) /V (Already there)' },
    { rect: line(2), entries: '/FT /Sig /T (sign_here)' },
  ])
  await staff.goto(staffUrl('/admin/forms'))
  await pressButton(staff.getByRole('button', { name: 'Add Document' }))
  const adding = staff.getByRole('dialog', { name: 'Add New Form' })
  await adding
    .getByLabel('PDF file')
    .setInputFiles({ name: `${family}.pdf`, mimeType: 'application/pdf', buffer: Buffer.from(pdf) })
  await adding.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(staff.getByText(`“${family}” was added. 3 fields were found in this PDF.`)).toBeVisible(pdfCheck)

  const dialog = await openFieldPlacement(staff, family)
  const city = dialog.getByRole('button', { name: 'Text City of birth, page 1' })
  await expect(async () => {
    const sheet = await boxOf(dialog.getByRole('img', { name: 'Page 1 of 1' }))
    const box = await boxOf(city)
    // From the lower left in the PDF, from the upper left here; a page of 612 by 792 points.
    const scale = sheet.width / 612
    expect(Math.abs(box.x - sheet.x - 100 * scale)).toBeLessThan(2)
    expect(Math.abs(box.y - sheet.y - 72 * scale)).toBeLessThan(2)
    expect(Math.abs(box.width - 200 * scale)).toBeLessThan(2)
  }).toPass()
  await expect(dialog.getByRole('list', { name: 'Fields in order' }).getByRole('listitem')).toHaveCount(3)
  expect((await api.globalForms()).filter(({ title }) => title === family)).toHaveLength(1)
})

test('given a PDF of several pages, when it is turned by the keyboard, then a field is placed on the page in view @full', async ({
  staff,
  api,
  family,
}) => {
  await api.addPdf(foreignPdf, { title: family })
  const dialog = await openFieldPlacement(staff, family)
  const tool = dialog.getByRole('button', { name: 'Signature', exact: true })
  await dialog.getByRole('button', { name: 'Next page' }).press('Enter')
  await expect(dialog.getByText('Page 2 of 4.')).toBeAttached()
  await tool.press('Enter')
  await expect(dialog.getByRole('button', { name: 'Signature, page 2' })).toBeFocused()
  await tool.focus()
  for (let presses = 0; presses < 6; presses++) await staff.keyboard.press('PageDown')
  await expect(dialog.getByRole('img', { name: 'Page 4 of 4' })).toBeInViewport({ ratio: 0.5 })
  await tool.press('Enter')

  await expect(dialog.getByRole('button', { name: 'Signature, page 4' })).toBeFocused()
})

test('given a phone, when a field is placed and moved by a finger, then the page does not scroll under it @full', async ({
  browser,
  api,
  family,
  problems,
}) => {
  const title = `${family} form`
  const form = await api.addPdf(onePagePdf, { title })
  const viewport = { width: 375, height: 740 }
  const context = await browser.newContext({ viewport, hasTouch: true, storageState: api.storageState() })
  const page = await context.newPage()
  problems.watch(page)
  const dialog = await openFieldPlacement(page, title)
  const sheet = await settledBox(dialog.getByRole('img', { name: 'Page 1 of 1' }))
  await dialog.getByRole('button', { name: 'Text', exact: true }).tap()
  await page.touchscreen.tap(sheet.x + 120, sheet.y + 80)
  const placed = dialog.getByRole('button', { name: 'Text, page 1' })
  await expect(placed).toBeFocused()
  // Else the finger would draw another one.
  await dialog.getByRole('button', { name: 'Text', exact: true }).tap()
  const before = await settledBox(placed)
  const finger = await context.newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number, y?: number) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints: x === undefined || y === undefined ? [] : [{ x, y }] })
  const from = { x: before.x + before.width / 2, y: before.y + before.height / 2 }
  await touch('touchStart', from.x, from.y)
  for (const step of [10, 20, 40, 60]) await touch('touchMove', from.x, from.y + step)
  await touch('touchEnd')

  await expect.poll(async () => Math.round((await boxOf(placed)).y - before.y)).toBeGreaterThan(55)
  expect((await boxOf(dialog.getByRole('img', { name: 'Page 1 of 1' }))).y).toBe(sheet.y)
  await save(dialog)
  await expect(dialog).toBeHidden()
  expect((await api.formFields(form.id)).fields).toMatchObject([{ kind: 'text', page: 0 }])
  await context.close()
})

test('given a document with changes of the client, when staff decide, then each by itself, and the record follows @full', async ({
  staff,
  api,
  family,
}) => {
  const { client, session } = await addProposals(api, family)
  await openSession(staff, session)
  await expect(staff.getByText('The client proposes 2 changes to the record.')).toBeVisible()
  await staff.getByRole('link', { name: 'Look at them' }).click()

  const card = staff.getByRole('region', { name: 'Proposed Changes' })
  const occupation = card.getByRole('listitem', { name: 'Employment Information: Occupation' })
  await expect(occupation).toContainText('Baker')
  await expect(occupation).toContainText('Teacher')
  const ssn = card.getByRole('listitem', { name: 'Personal Information: SSN' })
  await expect(ssn).toContainText('***-**-6789')
  await expect(ssn).toContainText('***-**-4321')
  await expectAccessible(staff, 'proposed-changes')
  await ssn.getByRole('button', { name: 'Show social security number proposed' }).click()
  await expect(ssn).toContainText('987-65-4321')
  await occupation.getByRole('button', { name: 'Accept Employment Information: Occupation' }).click()
  // It keeps its place, so that the next press there decides nothing.
  await expect(occupation).toContainText('Decided.')
  await expect(occupation.getByRole('button')).toHaveText(['Undo'])
  await expect(staff.getByRole('region', { name: 'Employment Information' })).toContainText('Teacher')
  await ssn.getByRole('button', { name: 'Dismiss Personal Information: SSN' }).click()
  await expect(card).toHaveCount(0)

  expect(await api.readClient(client.id)).toMatchObject({ occupation: 'Teacher', ssn: '123-45-6789' })
  const activity = await openClientActivity(staff)
  await expect(activity.getByText('Accepted a proposed change')).toBeVisible()
  await expect(activity.getByText('Dismissed a proposed change')).toBeVisible()
  await expect(activity.getByRole('listitem').filter({ hasText: 'Opened proposed changes' })).toContainText(
    'Personal Information: SSN',
  )
})

test('given client changes to review, when the dashboard is looked at, then it leads to them @full', async ({
  staff,
  api,
  family,
}) => {
  const { client } = await addProposals(api, family)
  await staff.goto(staffUrl('/admin/dashboard'))
  await staff.getByRole('link', { name: /Client changes to review/ }).click()
  await expect(staff.getByRole('button', { name: 'Client changes to review, remove filter' })).toBeVisible()
  await staff.getByRole('searchbox').fill(family)
  await staff.getByRole('link', { name: family }).first().click()
  const card = staff.getByRole('region', { name: 'Proposed Changes' })
  await expect(card).toContainText('Baker')
  await api.changeClient(client.id, { occupation: 'Farmer' })
  await card.getByRole('button', { name: 'Accept Employment Information: Occupation' }).click()
  const alert = staff.getByRole('alertdialog')
  await expect(alert).toContainText('Someone else changed this field of the record.')
  await alert.getByRole('button', { name: 'OK' }).click()
  await expect(card).toContainText('Farmer')
  await card.getByRole('button', { name: 'Accept All' }).click()
  await alert.getByRole('button', { name: 'Accept All' }).click()
  await expect(card).toHaveCount(0)
  expect(await api.readClient(client.id)).toMatchObject({ occupation: 'Teacher', ssn: '987-65-4321' })
})
