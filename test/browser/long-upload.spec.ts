import { pagesPdf } from '@agency/pdf-signing/test/build-pdf'
import { expect, test } from '@agency/test-kit/browser/fixtures'
import { pdfCheck } from '@agency/test-kit/browser/pdf-check'
import { staffUrl } from '@agency/test-kit/product/product-address'

test('given a PDF of 200 pages, when it is added to the library, then the dialog closes, the row says “Checking…”, and fields can be placed once it is accepted @full', async ({
  staff,
  family,
}) => {
  await staff.goto(staffUrl('/admin/forms'))
  await staff.getByRole('region', { name: 'Global Forms' }).getByRole('button', { name: 'Add Document' }).click()
  const dialog = staff.getByRole('dialog', { name: 'Add New Form' })
  await dialog.getByLabel('Form Type').selectOption({ label: 'Upload Custom PDF' })
  await dialog.getByLabel('Title').fill(`${family} policy`)
  const file = { name: 'policy.pdf', mimeType: 'application/pdf', buffer: Buffer.from(pagesPdf(200)) }
  await dialog.getByLabel('PDF file').setInputFiles(file)
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(dialog).toBeHidden(pdfCheck)
  const row = staff.getByRole('row', { name: new RegExp(`^${family} policy`) })
  await expect(row).toContainText('Checking…')
  await expect(staff.getByText(`“${family} policy” was checked and accepted.`)).toBeVisible({ timeout: 60_000 })
  await expect(row).not.toContainText('Checking…')
  await staff.getByRole('button', { name: 'Place fields' }).click()
  await expect(staff.getByText('of 200').first()).toBeVisible()
})
