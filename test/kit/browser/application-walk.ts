import type { Locator, Page } from '@playwright/test'
import { expect } from './fixtures.ts'
import type { PortalMessages } from './portal-messages.ts'
import { readerStep, readToTheEnd } from './portal-pages.ts'

/** What is typed into the text fields of the application; digits alone for the dates, which get their slashes. */
const typed: Readonly<Record<string, string>> = {
  'Full name': 'Rosa Duarte',
  'Date of birth': '11111961',
  SSN: '123456789',
  Phone: '305 555 0147',
  Email: 'rosa@example.com',
  Address: '12 Harbor Lane\nMiami, FL 33101',
  'Age of mother': '81',
  'Preferred language': 'Spanish',
}

/** The sheet of the field that is filled in. */
export const fieldSheet = (page: Page): Locator => page.locator('[data-field-sheet]')

/** The field that the sheet is for. */
export const sheetLabel = async (page: Page): Promise<string> =>
  (await fieldSheet(page).locator('legend').textContent()) ?? ''

/** The button of the sheet that leads on. */
export const sheetNext = (page: Page): Locator => fieldSheet(page).locator('[data-size=large]').last()

/** Fills in the field of the sheet in view. */
export async function fillSheet(page: Page): Promise<void> {
  const sheet = fieldSheet(page)
  const text = typed[await sheetLabel(page)]
  if (text !== undefined) await sheet.getByRole('textbox').pressSequentially(text)
  else if (await sheet.getByRole('radio').first().isVisible()) await sheet.getByRole('radio').first().check()
  else await sheet.getByRole('checkbox').check()
}

/**
 * Reads the application and fills it in, sheet by sheet, until the signature is asked for.
 * @param look what is done at each sheet, once it is filled in
 */
export async function fillApplication(
  page: Page,
  t: PortalMessages,
  look: (label: string) => Promise<void> = async () => undefined,
): Promise<Locator> {
  // How many are filled in from the start depends on the record.
  const next = new RegExp(t('fields.nextField', { number: 0, of: 0 }).replaceAll('0', '\\d+'))
  await readToTheEnd(page, next)
  await readerStep(page, next).tap()
  const sheet = fieldSheet(page)
  const adopt = page.getByRole('dialog').getByRole('button', { name: t('fields.adopt') })
  await expect(sheet.or(adopt)).toBeVisible()
  while (await sheet.isVisible()) {
    const label = await sheetLabel(page)
    await fillSheet(page)
    await look(label)
    await sheetNext(page).tap()
    await expect(sheet.locator('legend').getByText(label, { exact: true })).toHaveCount(0)
    await expect(sheet.or(adopt)).toBeVisible()
  }
  return adopt
}
