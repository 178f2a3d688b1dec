import { execFileSync } from 'node:child_process'
import type { Session } from '@agency/contract/sessions'
import { expectAccessible } from '@agency/test-kit/accessibility/expect-accessible'
import { expectNoSidewaysScrolling } from '@agency/test-kit/accessibility/reflow'
import {
  addFillableDocument,
  everyFieldKind,
  openFillableDocument,
  placedField,
} from '@agency/test-kit/browser/fillable-document'
import { expect, test } from '@agency/test-kit/browser/fixtures'
import { tabTo } from '@agency/test-kit/browser/keyboard-focus'
import { enterPortal, expectSealed, readerStep, readToTheEnd, sign } from '@agency/test-kit/browser/portal-pages'
import type { Page } from '@playwright/test'

/** What stands on the sealed document. */
async function sealedText(page: Page, button = 'Download'): Promise<string> {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: button, exact: true }).click()
  return execFileSync('pdftotext', ['-layout', await (await download).path(), '-'], { encoding: 'utf8' })
}

const record = {
  dob: '1961-04-12',
  primary_phone: '3055550147',
  ssn: '123-45-6789',
  city_of_birth: 'Recife',
}

test('[PO-11] given a phone and a client who speaks Spanish, when the fields are filled in by touch, then they stand on the sealed document @full', async ({
  phone,
  api,
  family,
}) => {
  await phone.setViewportSize({ width: 375, height: 667 })
  const { session, client } = await addFillableDocument(api, family, everyFieldKind(), {
    ...record,
    dob: null,
    pref_lang: 'Spanish',
  })
  await enterSpanish(phone, session, family)
  await readToTheEnd(phone, 'Siguiente campo 1 de 4')
  await expectAccessible(phone, 'portal-document-with-fields')
  await readerStep(phone, 'Siguiente campo 1 de 4').tap()
  const born = phone.getByRole('textbox', { name: 'Date of birth (obligatorio)' })
  await expect(born).toBeFocused()
  const sizeOfText = () => born.evaluate((input) => Number.parseFloat(getComputedStyle(input).fontSize))
  await expect.poll(sizeOfText).toBeGreaterThanOrEqual(16)
  // In the order of the form, not of the language.
  await born.pressSequentially('04121961')
  await expect(born).toHaveValue('04/12/1961')
  const sheet = phone.locator('[data-field-sheet]')
  await sheet.getByRole('button', { name: 'Siguiente', exact: true }).tap()
  await sheet.getByRole('checkbox', { name: 'I smoke (opcional)' }).check()
  await sheet.getByRole('button', { name: 'Siguiente', exact: true }).tap()

  const dialog = phone.getByRole('dialog', { name: 'Su firma' })
  await expect(dialog).toBeVisible()
  await expectAccessible(phone, 'portal-adopt-signature-dialog', '[role=dialog]')
  await expect(dialog.getByLabel('Sus iniciales')).toHaveValue(`I${family[0]}`)
  await dialog.getByRole('button', { name: 'Usar esta firma' }).tap()
  await expect(dialog).toBeHidden()
  await sheet.getByRole('button', { name: 'Firme aquí' }).tap()
  // The review comes after the last signature, and leads back.
  await expect(phone.getByRole('heading', { name: 'Revise y firme' })).toBeVisible()
  await phone.getByRole('button', { name: 'Cambiar algo' }).tap()
  await expect(phone.getByText('4 de 4 campos completos')).toBeVisible()
  await phone.getByRole('button', { name: 'City of birth (opcional): Recife' }).tap()
  await phone.getByRole('textbox', { name: 'City of birth (opcional)' }).fill('Olinda')
  await sheet.getByRole('button', { name: 'Listo' }).tap()
  await readerStep(phone, 'Revisar').tap()
  await readerStep(phone, 'Finalizar y firmar').tap()
  await expect(phone.getByRole('heading', { name: 'Todo listo: su documento está completo' })).toBeVisible()
  await expect(phone.getByRole('button', { name: 'Descargar', exact: true })).toBeVisible({ timeout: 60_000 })

  const text = await sealedText(phone, 'Descargar')
  for (const value of [`Ida ${family}`, '305-555-0147', '123-45-6789', 'Olinda']) expect(text).toContain(value)
  const proposals = await api.proposals(client.id)
  expect(proposals.map(({ field, current, proposed }) => ({ field, current, proposed }))).toEqual([
    { field: 'dob', current: null, proposed: '1961-04-12' },
    { field: 'city_of_birth', current: 'Recife', proposed: 'Olinda' },
  ])
})

async function enterSpanish(phone: Page, session: Session, family: string) {
  await enterPortal(phone, session)
  await phone.getByRole('link', { name: new RegExp(`${family} application`) }).tap()
  await phone.getByRole('checkbox', { name: 'He leído esto y acepto firmar electrónicamente.' }).check()
  await phone.getByRole('button', { name: 'Continuar' }).tap()
  await expect(phone.getByRole('region', { name: 'Página 1 de 1' })).toBeVisible()
}

test('[PO-11] given the keyboard alone, when the fields are filled in, then the document is signed @full', async ({
  visitor: page,
  api,
  family,
}) => {
  const { session, document } = await addFillableDocument(api, family, everyFieldKind(), {
    ...record,
    primary_phone: null,
  })
  await openFillableDocument(page, session, family)
  const reach = (name: string, role: 'button' | 'checkbox' = 'button') =>
    tabTo(page, page.getByRole(role, { name, exact: true }))
  // Tab scrolls to the fields, so the page may already be read to its end.
  await tabTo(page, page.getByRole('button', { name: /^(Read on|Next field 1 of 4)$/ }))
  await page.keyboard.press('Enter')
  await reach('Next field 1 of 4')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Phone' })).toBeFocused()
  await page.keyboard.type('305 555 0199')
  await reach('I smoke', 'checkbox')
  await page.keyboard.press('Space')
  await reach('Next field 3 of 4')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Your signature' })
  await expect(dialog.getByLabel('Your full name')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await reach('Sign here')
  await expect(page.getByRole('button', { name: 'Sign here', exact: true })).toBeEnabled()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Check and sign' })).toBeFocused()
  // Once the pages are open.
  await expect(readerStep(page, 'Finish and sign')).toBeEnabled()
  await reach('Finish and sign')
  await page.keyboard.press('Enter')

  await expectSealed(page)
  expect(await sealedText(page)).toContain('305 555 0199')
  expect(await api.sessionForms(session.id)).toMatchObject([{ id: document.id, status: 'completed' }])
})

test('given a document half filled in, when the client leaves and comes back, then all is there, and nothing in the browser’s storage @full', async ({
  visitor: page,
  api,
  family,
}) => {
  const fields = [placedField('Phone', 652), placedField('SSN', 696, { binding: 'ssn' })]
  const { session } = await addFillableDocument(api, family, fields)
  await openFillableDocument(page, session, family)
  await page.getByRole('textbox', { name: 'Phone' }).fill('305 555 0147')
  await page.getByRole('textbox', { name: 'SSN' }).fill('987-65-4321')
  // The page goes before typing has rested: what was typed goes with it.
  await page.reload()

  await expect(page.getByRole('textbox', { name: 'Phone' })).toHaveValue('305 555 0147')
  await expect(page.getByRole('textbox', { name: 'SSN' })).toHaveAttribute('placeholder', /\*\*\*-\*\*-4321/)
  await page.getByRole('link', { name: 'All documents' }).click()
  await page.getByRole('link', { name: new RegExp(`${family} application`) }).click()
  await readToTheEnd(page, 'Review')
  await expect(page.getByText('2 of 2 fields filled')).toBeVisible()
  const stored = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
  expect(stored).not.toContain('555 0147')
  expect(stored).not.toMatch(/65-?4321|\*-4321/)
})

test('given a value that has no room, when it is typed, then the field says how much fits, and it is asked for until it is mended @full', async ({
  visitor: page,
  api,
  family,
}) => {
  const { session, client } = await addFillableDocument(api, family, [
    placedField('Email', 652, { binding: 'primary_email' }),
  ])
  await openFillableDocument(page, session, family)
  const email = page.getByRole('textbox', { name: 'Email' })
  await email.fill('a'.repeat(400))
  await expect(email).toHaveAccessibleDescription(
    /^This is too long for its place on the paper\. About \d+ characters fit\.$/,
  )
  await readToTheEnd(page, 'Next field 1 of 1')
  await readerStep(page, 'Next field 1 of 1').click()
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeFocused()
  await page.getByRole('textbox', { name: 'Email' }).fill('ida@example.com')
  await sign(page)

  expect(await api.proposals(client.id)).toMatchObject([{ field: 'primary_email', proposed: 'ida@example.com' }])
})

test('given fields, when they are looked at wide and narrow, then nothing is inaccessible, and nothing scrolls sideways @full', async ({
  visitor: page,
  api,
  family,
}) => {
  const { session } = await addFillableDocument(api, family, everyFieldKind(), { ...record, dob: null })
  await openFillableDocument(page, session, family)
  await expectAccessible(page, 'a document with fields')
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoSidewaysScrolling(page, 'a document with fields')
  await readToTheEnd(page, 'Next field 1 of 4')
  await readerStep(page, 'Next field 1 of 4').click()
  await expect(page.getByRole('textbox', { name: 'Date of birth (required)' })).toBeFocused()
  await expectNoSidewaysScrolling(page, 'a field beside the page')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: /^Date of birth/ })).toBeFocused()
  await page.getByRole('button', { name: /^Signature/ }).click()
  await expect(page.getByRole('dialog', { name: 'Your signature' }).getByLabel('Your initials')).toBeVisible()
  await expectNoSidewaysScrolling(page, 'adopting a signature')
  await expectAccessible(page, 'adopting a signature', '[role=dialog]')
})
