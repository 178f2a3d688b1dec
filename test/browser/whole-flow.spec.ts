import { execFileSync } from 'node:child_process'
import { foreignPdf } from '@agency/pdf-signing/test/sample-pdfs'
import { expectAccessible } from '@agency/test-kit/accessibility/expect-accessible'
import { expect, logIn, test } from '@agency/test-kit/browser/fixtures'
import { pdfCheck } from '@agency/test-kit/browser/pdf-check'
import { expectSealed, readerStep, readToTheEnd } from '@agency/test-kit/browser/portal-pages'
import { pressButton } from '@agency/test-kit/browser/press-button'
import { unfoldEmptySections } from '@agency/test-kit/browser/record-cards'
import type { Page } from '@playwright/test'

const signer = 'Iñês Gonçalves São'

async function addClient(staff: Page, family: string) {
  await staff.getByRole('link', { name: 'Clients' }).click()
  await staff.getByRole('button', { name: '+ client' }).click()
  const dialog = staff.getByRole('dialog', { name: 'Add Client' })
  await dialog.getByLabel('First Name').fill('Iñês')
  await dialog.getByLabel('Last Name').fill(family)
  await dialog.getByLabel('Email').fill('ines@example.com')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(staff.getByRole('heading', { name: `Iñês ${family}` })).toBeVisible()
}

async function editCard(staff: Page, card: string, fields: Record<string, string>) {
  await unfoldEmptySections(staff)
  await staff.getByRole('region', { name: card }).getByRole('button', { name: /^Edit/ }).click()
  const dialog = staff.getByRole('dialog')
  for (const [label, value] of Object.entries(fields)) await dialog.getByLabel(label, { exact: true }).fill(value)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
}

async function addForm(staff: Page, title: string) {
  await staff.getByRole('link', { name: 'Forms' }).click()
  await staff.getByRole('button', { name: 'Add Document' }).click()
  const dialog = staff.getByRole('dialog', { name: 'Add New Form' })
  await dialog.getByLabel('Form Type').selectOption({ label: 'Upload Custom PDF' })
  await dialog.getByLabel('PDF file').setInputFiles(foreignPdf)
  await dialog.getByLabel('Title').fill(title)
  await dialog.getByLabel('Folder').fill('Onboarding')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden(pdfCheck)
  await expect(staff.getByRole('row', { name: new RegExp(title) })).toBeVisible()
}

/** @returns the client's link and passcode, as staff see them */
async function startSession(staff: Page) {
  await staff.getByRole('button', { name: 'Start New Session' }).click()
  const dialog = staff.getByRole('dialog', { name: 'Start New Session' })
  await dialog.getByLabel('Session type').selectOption('onboarding')
  await expect(dialog.getByLabel('Client login password')).toHaveValue('são0147')
  await dialog.getByRole('button', { name: /^(Start|Save)/ }).click()
  await expect(staff.getByRole('heading', { name: /^Onboarding Session for Iñês/i })).toBeVisible()
  const summary = staff.getByRole('region', { name: 'Session summary' })
  await summary.getByRole('button', { name: 'Show passcode' }).click()
  await expect(summary).toContainText('são0147')
  const link = await summary.getByRole('link', { name: /\/session\// }).getAttribute('href')
  return { link: link ?? '', passcode: 'SÃO0147' }
}

async function attachForm(staff: Page, title: string) {
  await expect(staff.getByText('No documents linked yet.')).toBeVisible()
  await staff.getByRole('button', { name: 'Add Document' }).click()
  const dialog = staff.getByRole('dialog')
  await expect(dialog.getByText('Select From Existing')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Use Selected' })).toBeDisabled()
  await dialog.getByText(title).click()
  await dialog.getByRole('button', { name: 'Use Selected' }).click()
  await expect(dialog).toBeHidden()
  await expect(staff.getByRole('row', { name: new RegExp(`${title}.*pending`) })).toBeVisible()
}

async function openPortal(phone: Page, link: string, passcode: string) {
  await phone.goto(link)
  await expect(phone.getByRole('heading', { name: 'Enter Your Passcode' })).toBeVisible()
  await phone.getByRole('button', { name: 'Access My Session' }).click()
  await expect(phone.getByText('Please enter your passcode.')).toBeVisible()
  const field = phone.getByLabel('Passcode', { exact: true })
  await field.fill('wrong')
  await pressButton(phone.getByRole('button', { name: 'Access My Session' }))
  await expect(phone.getByText('Invalid passcode. Please try again.')).toBeVisible()
  await field.fill(passcode)
  await pressButton(phone.getByRole('button', { name: 'Access My Session' }))
  await expect(phone.getByRole('heading', { name: /^Welcome, Iñês/ })).toBeVisible()
}

async function signOnPhone(phone: Page, title: string) {
  await expect(phone.getByText('Pending documents to be reviewed and signed.')).toBeVisible()
  await phone.getByRole('link', { name: new RegExp(title) }).click()
  await expect(phone).toHaveURL(/\/session\/[0-9A-Z]+\/form\/[0-9a-f-]+$/)
  const agree = phone.getByRole('checkbox', { name: 'I have read this and agree to sign electronically.' })
  await expect(agree).not.toBeChecked()
  await expectAccessible(phone, 'portal-consent')
  await agree.check()
  await phone.getByRole('button', { name: 'Continue' }).click()

  await readToTheEnd(phone, 'Review')
  await expectAccessible(phone, 'portal-document')
  await readerStep(phone, 'Review').click()
  await phone.getByLabel('Your full name').fill(signer)
  await phone.getByRole('dialog').getByRole('button', { name: 'Use this signature' }).click()
  await expect(phone.getByRole('heading', { name: 'Check and sign' })).toBeVisible()
  await expectAccessible(phone, 'portal-review')
  await readerStep(phone, 'Finish and sign').click()
  await expectSealed(phone)
  await expectAccessible(phone, 'portal-completed-document')
}

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test('[LO-02] [CM-02] [SE-12] [PO-03] [PO-07] [PO-11] given a new client, when staff and client do their parts, then a sealed, valid document @full', async ({
  visitor: staff,
  phone,
}, testInfo) => {
  const form = `Application ${testInfo.testId.slice(-6)}`
  await logIn(staff)
  await addForm(staff, form)
  await addClient(staff, 'São')

  await editCard(staff, 'Personal Information', { SSN: '123-45-6789', 'City of Birth': 'Recife' })
  const personal = staff.getByRole('region', { name: 'Personal Information' })
  await expect(personal).toContainText('***-**-6789')
  await expect(personal).not.toContainText('123-45')
  await editCard(staff, 'Contact Information', { 'Primary Phone': '+1 (305) 555-0147' })
  await expect(staff.getByRole('region', { name: 'Contact Information' })).toContainText('305-555-0147')

  const { link, passcode } = await startSession(staff)
  await attachForm(staff, form)
  await openPortal(phone, link, passcode)
  await signOnPhone(phone, form)
  await phone.getByRole('link', { name: 'Back to the list' }).click()
  await expect(phone.getByText('All documents completed.')).toBeVisible()
  await expect(phone.getByRole('link', { name: new RegExp(`${form}.*Completed`) })).toBeVisible()

  const row = staff.getByRole('row', { name: new RegExp(`${form}.*completed`) })
  await expect(row).toBeVisible({ timeout: 60_000 })
  await expect(row.getByRole('cell', { name: /^\d+\/\d+\/\d\d$/ })).toHaveCount(4)
  await row.click()
  const download = staff.waitForEvent('download')
  await staff.getByRole('dialog').getByRole('button', { name: 'Download' }).click()
  const path = await (await download).path()
  expect(execFileSync('pdfsig', [path], { encoding: 'utf8' })).toContain('Signature is Valid.')
  expect(execFileSync('qpdf', ['--check', path], { encoding: 'utf8' })).toContain('No syntax or stream encoding errors')
  expect(execFileSync('pdftotext', [path, '-'], { encoding: 'utf8' })).toContain(signer)
})
