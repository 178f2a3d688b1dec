import { foreignPdf } from '@agency/pdf-signing/test/sample-pdfs'
import { expectAccessible } from '@agency/test-kit/accessibility/expect-accessible'
import { attachOwnPdf, openOffice, startFirstSession } from '@agency/test-kit/browser/first-steps'
import { test as base, expect } from '@agency/test-kit/browser/fixtures'
import { nameProduct } from '@agency/test-kit/product/own-product'
import { firstPassword } from '@agency/test-kit/product/owner-account'
import { clientUrl } from '@agency/test-kit/product/product-address'
import { startProductOnServer } from '@agency/test-kit/product/started-product'

/** A product of this file's own, on an empty folder, of which nothing is set: no agency and no mail server. */
const test = base.extend({
  product: [
    async ({ browserName: _browser }, use) => {
      const environment = { ADMIN_PASSWORD: firstPassword, AGENCY_NAME: '', AGENCY_PHONE: '' }
      const product = await startProductOnServer({ environment })
      nameProduct(product)
      await use(product)
      await product.stop()
    },
    { scope: 'worker' },
  ],
})

test('given an empty folder, when the first admin sets up the agency, then a session can be handed over, and its client reads the name @full', async ({
  visitor: staff,
  phone,
}) => {
  await phone.goto(clientUrl('/session/'))
  await expect(phone.getByRole('banner')).not.toContainText(/Your Agency|555/)

  await openOffice(staff)
  await staff.getByRole('link', { name: 'Set up the agency' }).click()
  await expect(staff.getByText(/Nothing can be sent to a client before/)).toBeVisible()
  await expectAccessible(staff, 'agency')
  await staff.getByLabel('Name', { exact: true }).fill('Sunrise Insurance')
  await staff.getByLabel('Phone', { exact: true }).fill('(305) 555-0147')
  await staff.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(staff.getByRole('banner')).toContainText('Sunrise Insurance')

  await staff.getByRole('link', { name: 'Clients', exact: true }).click()
  await staff.getByRole('button', { name: '+ client' }).click()
  await startFirstSession(staff)
  await attachOwnPdf(staff, foreignPdf)
  await staff.getByRole('button', { name: 'Send', exact: true }).click()
  const dialog = staff.getByRole('dialog', { name: 'Send to the client' })
  await expect(dialog.getByText(/nothing can be sent/)).toBeVisible()
  await expect(dialog.getByRole('radio', { name: /^By hand/, checked: true })).toHaveCount(2)
  await dialog.getByRole('button', { name: 'Mark as Sent' }).click()
  await expect(dialog).toBeHidden()
  await expect(staff.getByText('You sent this session by hand, so there are no automatic reminders.')).toBeVisible()

  await phone.reload()
  await expect(phone.getByRole('banner')).toContainText('Sunrise Insurance')
})
