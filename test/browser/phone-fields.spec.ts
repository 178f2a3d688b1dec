import { execFileSync } from 'node:child_process'
import { addApplication } from '@agency/test-kit/browser/application-form'
import { fieldSheet, fillApplication, sheetLabel, sheetNext } from '@agency/test-kit/browser/application-walk'
import { expect, test } from '@agency/test-kit/browser/fixtures'
import { portalMessages } from '@agency/test-kit/browser/portal-messages'
import { enterPortal, expectSealed, readerStep, readToTheEnd } from '@agency/test-kit/browser/portal-pages'
import type { Page } from '@playwright/test'

const small = { width: 375, height: 667 }
/** What a keyboard leaves of that phone, in CSS pixels. */
const aboveKeyboard = { width: 375, height: 667 - 260 }

/** The keyboard and the autofill that each field asks for; null is an attribute that is absent. */
const keyboards: Readonly<Record<string, readonly [type: string | null, inputMode: string | null, autofill: string]>> =
  {
    'Full name': ['text', null, 'name'],
    'Date of birth': ['text', 'numeric', 'bday'],
    SSN: ['text', 'numeric', 'off'],
    Phone: ['tel', null, 'tel'],
    Email: ['email', null, 'email'],
    Address: [null, null, 'street-address'],
    'Age of mother': ['text', 'numeric', 'off'],
    'Preferred language': ['text', null, 'off'],
  }

/** The order of the sheets, which are the document's fields without the name, which is on file. */
const order = [
  'Date of birth',
  'SSN',
  'Phone',
  'Email',
  'Address',
  'Age of mother',
  'Preferred language',
  'I use tobacco',
  'How do you want to pay?',
  'Initials',
  'Signature',
]

/** Opens the application of a client whose record has nothing but a name. */
async function openEmptyApplication(phone: Page, api: Parameters<typeof addApplication>[0], family: string) {
  await phone.setViewportSize(small)
  const added = await addApplication(api, family, { ssn: null, primary_email: null })
  await enterPortal(phone, added.session)
  await phone.getByRole('link', { name: `${family} application` }).tap()
  await phone.getByRole('checkbox').check()
  await phone.getByRole('button', { name: 'Continue' }).tap()
  return added
}

async function expectKeyboard(page: Page, label: string): Promise<void> {
  const wanted = keyboards[label]
  if (wanted === undefined) return
  const input = fieldSheet(page).getByRole('textbox')
  const found = await input.evaluate((element) => [
    element.getAttribute('type'),
    element.getAttribute('inputmode'),
    element.getAttribute('autocomplete'),
  ])
  expect.soft(found, `keyboard of ${label}`).toEqual(wanted)
  expect(
    await input.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize)),
  ).toBeGreaterThanOrEqual(16)
}

/** Whether the field of the sheet and its label are on the page above the sheet, and the sheet is in the window as a whole. */
const isInView = (page: Page) =>
  page.evaluate(() => {
    const box = (place: string) => document.querySelector(place)?.getBoundingClientRect() ?? new DOMRect()
    const field = box('[data-current=true]')
    const view = box('[data-pdf-scroller]')
    const sheet = box('[data-field-sheet]')
    const paper = document.querySelector('[data-current=true]')?.closest('section')?.getBoundingClientRect()
    // The labels of the application begin 72 points from the left edge of its page.
    const question = (paper?.left ?? 0) + ((paper?.width ?? 0) * 72) / 612
    if (question < view.left) return false
    const isSeen = field.top >= view.top - 1 && field.bottom <= view.bottom + 1 && field.right > view.left
    return isSeen && field.left < view.right && field.bottom <= sheet.top + 1 && sheet.bottom <= innerHeight + 1
  })

test('[PH-02] given a form with twelve fields of all kinds, when they are filled in on a phone, then each has a sheet with its keyboard, and stays in view above it @full', async ({
  phone,
  api,
  family,
}) => {
  await openEmptyApplication(phone, api, family)
  const seen: string[] = []
  const adopt = await fillApplication(phone, portalMessages.en, async (label) => {
    await expect(fieldSheet(phone).getByText(`${order.indexOf(label) + 1} of 11`, { exact: true })).toBeVisible()
    await expectKeyboard(phone, label)
    await phone.setViewportSize(aboveKeyboard)
    await expect.poll(() => isInView(phone), `${label} above the keyboard`).toBe(true)
    await expect(sheetNext(phone)).toBeInViewport({ ratio: 1 })
    await phone.setViewportSize(small)
    await expect.poll(() => isInView(phone), `${label} above the sheet`).toBe(true)
    seen.push(label)
  })
  const digits = await phone.locator('[data-cells] button > span > span').all()
  const places = await Promise.all(digits.map((digit) => digit.boundingBox()))
  expect(await Promise.all(digits.map((digit) => digit.innerText()))).toEqual(['8', '1'])
  expect(places[1]?.y, 'in cells side by side').toBe(places[0]?.y)
  // The signature is adopted at the first place for it.
  expect(seen).toEqual(order.slice(0, 9))
  await adopt.tap()
  await expect(fieldSheet(phone).getByText('11 of 11', { exact: true })).toBeVisible()
  await expect(fieldSheet(phone).getByText('Your signature on page 1.')).toBeVisible()
  await sheetNext(phone).tap()
  await expect(readerStep(phone, 'Finish and sign')).toBeEnabled()
  await readerStep(phone, 'Finish and sign').tap()
  await expectSealed(phone)
  const download = phone.waitForEvent('download')
  await phone.getByRole('button', { name: 'Download', exact: true }).tap()
  const text = execFileSync('pdftotext', ['-layout', await (await download).path(), '-'], { encoding: 'utf8' })
  for (const value of ['Nov 11, 1961', '123456789', '305 555 0147', 'rosa@example.com', '12 Harbor Lane', 'Spanish']) {
    expect(text).toContain(value)
  }
  expect(text).toMatch(/Age of mother\s+8\s*1\s/)
})

test('[PH-02] given a sheet, when Back and Next are tapped, then they lead to the fields around it, and say what they are for @full', async ({
  phone,
  api,
  family,
}) => {
  await openEmptyApplication(phone, api, family)
  await readToTheEnd(phone, /^Next field/)
  await readerStep(phone, /^Next field/).tap()
  const sheet = fieldSheet(phone)
  await expect(sheet.getByText('1 of 11', { exact: true })).toBeVisible()
  await expectKeyboard(phone, await sheetLabel(phone))
  await expect(sheet.getByRole('button', { name: 'Back' })).toHaveCount(0)
  await sheet.getByRole('textbox').fill('11/11/1961')
  await sheetNext(phone).tap()
  await expect(sheet.getByText('2 of 11', { exact: true })).toBeVisible()
  await sheet.getByRole('button', { name: 'Back' }).tap()
  await expect(sheet.getByText('1 of 11', { exact: true })).toBeVisible()
  await phone.getByRole('button', { name: `Full name (required): Rosa ${family}` }).tap()
  const name = sheet.getByRole('textbox', { name: 'Full name (required)' })
  await expect(name).toHaveValue(`Rosa ${family}`)
  await expect(name).toHaveAccessibleDescription('For this document and your file.')
  await name.press('Enter')
  await expect(sheet.getByRole('textbox', { name: 'SSN (required)' })).toBeFocused()
  await phone.setViewportSize(aboveKeyboard)
  await expect.poll(() => isInView(phone)).toBe(true)
})
