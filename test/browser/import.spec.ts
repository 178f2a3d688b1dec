import { expectAccessible } from '@agency/test-kit/accessibility/expect-accessible'
import { expect, test } from '@agency/test-kit/browser/fixtures'
import { staffUrl } from '@agency/test-kit/product/product-address'

const settled = { timeout: 30_000 }

test('[BK-08] given a table, when it is imported and reverted by keyboard alone, then each row is a client, and then none @full', async ({
  staff,
  family,
}) => {
  await staff.goto(staffUrl('/admin/clients'))
  await staff.getByRole('link', { name: 'Import', exact: true }).press('Enter')
  const text = `Name,DOB,Cell,Town\r\n"${family}, Ann",1/2/1980,(305) 555-0147,Miami\r\nBob ${family},3/4/1985,,Tampa\r\n`
  await staff
    .getByLabel('Choose a table')
    .setInputFiles({ name: 'book.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await expect(staff.getByRole('heading', { level: 1, name: 'book.csv' })).toBeVisible()
  await staff.getByRole('combobox', { name: 'Town is' }).selectOption('City')
  await expect(staff.getByRole('combobox', { name: 'Town is' })).toHaveValue('city')
  await expectAccessible(staff, 'import-columns')

  await staff.getByRole('button', { name: 'Check the rows' }).press('Enter')
  const rows = staff.getByRole('table', { name: 'Rows' }).locator('tbody').getByRole('row')
  await expect(rows).toContainText([`First Name: Ann`, `First Name: Bob`], settled)
  await expectAccessible(staff, 'import-rows')

  await staff.getByRole('button', { name: 'Import 2 rows' }).press('Enter')
  await rows
    .first()
    .getByRole('link', { name: `Ann ${family}` })
    .press('Enter', settled)
  await expect(staff.getByRole('heading', { level: 1 })).toContainText(`Ann ${family}`)
  await staff.goBack()
  await staff.getByRole('button', { name: 'Revert' }).press('Enter')
  await staff.getByRole('alertdialog').getByRole('button', { name: 'Revert' }).press('Enter')
  await expect(staff.getByText('The import is reverted.')).toBeVisible(settled)
  await staff.goto(staffUrl(`/admin/clients?q=${family}`))
  await expect(staff.getByText('No clients found.')).toBeVisible()
})
