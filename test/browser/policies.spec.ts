import { expectAccessible } from '@agency/test-kit/accessibility/expect-accessible'
import { expect, test } from '@agency/test-kit/browser/fixtures'
import { staffUrl } from '@agency/test-kit/product/product-address'

test('[PY-10] [PY-12] given a client, when a policy is added by keyboard with a new carrier, then record and list have it @full', async ({
  staff,
  api,
  family,
}) => {
  const { id } = await api.addClient({ client_first_name: 'Ida', client_last_name: family })
  await staff.goto(staffUrl(`/admin/clients/${id}`))
  const card = staff.getByRole('region', { name: 'Policies' })
  await card.getByRole('button', { name: '+ Policy' }).press('Enter')
  const dialog = staff.getByRole('dialog', { name: 'Add Policy' })
  await dialog.getByRole('button', { name: 'Add a carrier' }).press('Enter')
  await staff.keyboard.type(`Carrier ${family}`)
  await staff.keyboard.press('Enter')
  await expect(dialog.getByRole('combobox', { name: 'Carrier' })).toHaveValue(/.{36}/)
  await dialog.getByRole('textbox', { name: 'Plan' }).fill('Gold 1')
  await dialog.getByRole('textbox', { name: 'Policy number' }).fill(`PY-${family}-2468`)
  await dialog.getByRole('textbox', { name: 'Premium', exact: true }).fill('$1,412.50')
  await expectAccessible(staff, 'policy-dialog')
  await staff.keyboard.press('Enter')
  await expect(card.getByRole('listitem', { name: `Health / ACA: Carrier ${family} Gold 1` })).toContainText(
    '$1,412.50 a month',
  )

  await staff.goto(staffUrl(`/admin/policies?q=${family}`))
  const row = staff.getByRole('table', { name: 'Policies' }).getByRole('row').nth(1)
  await expect(row).toContainText('••••2468')
  await expectAccessible(staff, 'policies')
  await staff.getByRole('button', { name: 'Carriers' }).press('Enter')
  await expect(staff.getByRole('dialog', { name: 'Carriers' }).getByText(`Carrier ${family}`).first()).toBeVisible()
  await expectAccessible(staff, 'carriers')
})
