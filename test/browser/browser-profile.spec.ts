import { randomInt } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findInProfile, pdfSaying } from '@agency/test-kit/browser/browser-profile'
import { rowOf } from '@agency/test-kit/browser/client-documents'
import { expect, logIn, test } from '@agency/test-kit/browser/fixtures'
import { consent, enterPortal, logOut } from '@agency/test-kit/browser/portal-pages'
import { card, openClient, openDialog, save } from '@agency/test-kit/browser/record-cards'
import { staffUrl } from '@agency/test-kit/product/product-address'
import type { BrowserContext, Page } from '@playwright/test'

const digits = (length: number) => Array.from({ length }, () => randomInt(10)).join('')

const makeSecrets = () => ({
  'social security number': `9${digits(8)}`,
  'typed licence number': `T${digits(11)}`,
  'card number': `4${digits(15)}`,
  'account number': `7${digits(11)}`,
  'text of the notes': `planted notes ${digits(9)}`,
  passcode: `planted${digits(9)}`,
  'text of an uploaded PDF': `planted upload ${digits(9)}`,
  'text of a PDF to sign': `planted form ${digits(9)}`,
})

/** Staff look at the record, type a number, open an uploaded file, and see the passcode. */
async function workAsStaff(page: Page, clientId: string, sessionPath: string, secrets: ReturnType<typeof makeSecrets>) {
  await logIn(page)
  await openClient(page, clientId)
  await page.getByRole('button', { name: 'Show social security number' }).click()
  await expect(card(page, 'Notes')).toContainText(secrets['text of the notes'])
  const dialog = await openDialog(page, 'Edit Personal Information')
  await dialog.getByLabel('DL / Passport Number').fill(secrets['typed licence number'])
  await save(dialog)
  await rowOf(page, 'Plan.pdf')
    .getByRole('button', { name: /Plan\.pdf/ })
    .click()
  const paper = page.getByRole('dialog')
  await expect(paper.getByRole('img', { name: 'Page 1 of 1' })).toBeVisible()
  await paper.getByRole('button', { name: 'Cancel' }).click()
  await page.goto(staffUrl(sessionPath))
  const summary = page.getByRole('region', { name: 'Session summary' })
  await summary.getByRole('button', { name: 'Show passcode' }).click()
  await expect(summary).toContainText(secrets.passcode)
}

/** The client reads the document to sign. */
async function readAsClient(page: Page, session: Parameters<typeof enterPortal>[1], title: string, text: string) {
  await enterPortal(page, session)
  await page.getByRole('link', { name: new RegExp(title) }).click()
  await consent(page)
  await expect(page.getByRole('region', { name: 'Page 1 of 1' })).toContainText(text)
}

test('given secrets that were looked at and typed in both apps, when both are logged out, then no file of the browser’s profile has any @full', async ({
  playwright,
  launchOptions,
  api,
  family,
}) => {
  const secrets = makeSecrets()
  const directory = mkdtempSync(join(tmpdir(), 'profile-'))
  const client = await api.addClient({
    client_first_name: 'Ida',
    client_last_name: family,
    ssn: secrets['social security number'],
    card_number: secrets['card number'],
    account_number: secrets['account number'],
    notes: `<p>${secrets['text of the notes']}</p>`,
  })
  const upload = {
    name: 'Plan.pdf',
    mimeType: 'application/pdf',
    buffer: pdfSaying(secrets['text of an uploaded PDF']),
  }
  await api.upload(client.id, upload)
  const session = await api.startSession(client.id, { passcode: secrets.passcode })
  const formPath = join(directory, 'form.pdf')
  writeFileSync(formPath, pdfSaying(secrets['text of a PDF to sign']))
  const form = await api.addPdf(formPath, { title: `${family} offer` })
  rmSync(formPath)
  await api.attach(session.id, { form_id: form.id })

  const profile = join(directory, 'profile')
  const context: BrowserContext = await playwright.chromium.launchPersistentContext(profile, launchOptions)
  const staff = await context.newPage()
  await workAsStaff(staff, client.id, `/admin/clients/${client.id}/sessions/${session.session_code}`, secrets)
  const portal = await context.newPage()
  await readAsClient(portal, session, `${family} offer`, secrets['text of a PDF to sign'])
  await logOut(portal)
  await expect(portal.getByRole('heading', { name: 'Enter Your Passcode' })).toBeVisible()
  await portal.goBack()
  await expect(portal.getByRole('heading', { name: 'Enter Your Passcode' })).toBeVisible()
  await staff.getByRole('banner').getByRole('button', { name: 'Logout' }).click()
  await expect(staff.getByRole('heading', { name: 'Staff login' })).toBeVisible()
  await staff.goBack()
  await expect(staff.getByRole('heading', { name: 'Staff login' })).toBeVisible()
  // Control: a text in local storage is found. Chromium writes local storage at most once a minute.
  const stored = { 'control text': `control of ${family}` }
  await staff.evaluate((text) => localStorage.setItem('control', text), stored['control text'])
  await expect(() => expect(findInProfile(profile, stored)).not.toEqual([])).toPass({ timeout: 150_000 })
  await context.close()

  expect(findInProfile(profile, secrets)).toEqual([])
  rmSync(directory, { recursive: true })
})
