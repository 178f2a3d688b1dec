import { expectAccessible } from '@agency/test-kit/accessibility/expect-accessible'
import { expect, test } from '@agency/test-kit/browser/fixtures'
import { staffUrl } from '@agency/test-kit/product/product-address'

test('[RE-03] given a template, when staff edit it, then the preview shows it in its colours, and another version comes back @full', async ({
  staff,
}) => {
  await staff.goto(staffUrl('/admin/message-templates'))
  await expect(staff.getByRole('table', { name: 'To clients' })).toBeVisible()
  await expectAccessible(staff, 'message-templates')
  await staff.getByRole('link', { name: 'Last day in Portuguese' }).click()
  const subject = staff.getByLabel('Subject')
  const before = await subject.inputValue()
  await subject.fill(`${before}!`)
  await staff.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(staff.getByText('Template saved')).toBeVisible()
  // The Content-Security-Policy allows the styles of the preview.
  const button = staff.getByRole('region', { name: 'Preview' }).locator('a')
  await expect(button).toHaveText('Assinar agora')
  await expect(button).toHaveCSS('color', 'rgb(255, 255, 255)')
  await expectAccessible(staff, 'message-template')

  await staff.getByRole('button', { name: 'Reset to default' }).click()
  await staff.getByRole('alertdialog').getByRole('button', { name: 'Reset' }).click()
  await expect(subject).toHaveValue(before)
})
