import { readFileSync } from 'node:fs'
import { onePagePdf } from '@agency/pdf-signing/test/sample-pdfs'
import { expectAccessible } from '@agency/test-kit/accessibility/expect-accessible'
import { expect, test } from '@agency/test-kit/browser/fixtures'
import { pdfCheck } from '@agency/test-kit/browser/pdf-check'
import { addSession, formsCard, openSession, rowOf, source } from '@agency/test-kit/browser/session-page'
import type { Page } from '@playwright/test'

async function openCreate(page: Page): Promise<void> {
  await formsCard(page).getByRole('button', { name: 'Add Document' }).click()
  await page.getByRole('dialog', { name: 'Add Document' }).getByRole('button', { name: 'Create New Form' }).click()
  await expect(page.getByRole('dialog', { name: 'Create New Document' }).getByLabel('Form Type')).toBeVisible()
}

test('[SE-13] [SE-14] [SE-15] given a session, when a PDF is made for this client and a link as a global template, then the link alone is in the library @full', async ({
  staff,
  api,
  family,
}) => {
  const session = await addSession(api, family)
  await openSession(staff, session)
  await formsCard(staff).getByRole('button', { name: 'Add Document' }).click()
  await staff.clock.install()
  await staff.clock.pauseAt(Date.now() + 60_000)
  await staff.getByRole('button', { name: 'Create New Form' }).click()
  const dialog = staff.getByRole('dialog', { name: 'Create New Document' })
  await staff.clock.runFor(150)
  await expect(dialog).toBeHidden()
  await staff.clock.runFor(100)
  // What the dialog is made of may have to be loaded first, and that may wait for timers.
  await staff.clock.resume()
  await expect(dialog.getByLabel('Form Type').getByRole('option')).toHaveText([
    'Upload Custom PDF',
    'External Link',
    'DocuSign Template (sync only)',
  ])
  await expect(dialog.getByLabel('For This Client Only')).toBeChecked()
  await expectAccessible(staff, 'create-document', '[role=dialog]')
  await dialog.getByLabel('PDF file').setInputFiles({
    name: `${family}.pdf`,
    mimeType: 'application/pdf',
    buffer: readFileSync(onePagePdf),
  })
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(dialog).toBeHidden(pdfCheck)
  await expect(rowOf(staff, family)).toContainText('pending')
  expect(await api.sessionForms(session.id)).toMatchObject([
    { title: family, type: 'PDF', status: 'pending', form_id: null, has_file: true, requires_signature: true },
  ])
  expect((await api.globalForms()).some(({ title }) => title === family)).toBe(false)

  await openCreate(staff)
  await dialog.getByLabel('Form Type').selectOption({ label: 'DocuSign Template (sync only)' })
  await expect(dialog.getByLabel('Global Template')).toHaveCount(0)
  await expect(dialog.getByRole('button', { name: 'Save', exact: true })).toHaveCount(0)
  await dialog.getByLabel('Form Type').selectOption({ label: 'External Link' })
  await expect(dialog.getByLabel('External URL')).toHaveAttribute('placeholder', 'https://example.com')
  await dialog.getByLabel('External URL').fill(source())
  await dialog.getByLabel('Title').fill(`${family} portal`)
  await dialog.getByLabel('Global Template').check()
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(rowOf(staff, `${family} portal`)).toContainText('pending')
  const form = (await api.globalForms()).find(({ title }) => title === `${family} portal`)
  expect(form).toMatchObject({ type: 'Link', source: source() })
  expect(await api.sessionForms(session.id)).toMatchObject([
    { title: family },
    { form_id: form?.id, status: 'pending' },
  ])
})
