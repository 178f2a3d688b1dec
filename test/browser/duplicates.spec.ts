import { randomInt } from 'node:crypto'
import { expectAccessible } from '@agency/test-kit/accessibility/expect-accessible'
import { expect, test } from '@agency/test-kit/browser/fixtures'
import { staffUrl } from '@agency/test-kit/product/product-address'

test('[BK-12] given two records of one person, when merged and taken apart by keyboard alone, then one leads on, and then both are there @full', async ({
  staff,
  api,
  family,
}) => {
  const values = {
    client_last_name: family,
    ssn: `900-4${randomInt(10)}-${randomInt(1_000, 10_000)}`,
    dob: '1980-02-28',
  }
  const first = await api.addClient({ ...values, client_first_name: 'Zoe', occupation: 'Baker' })
  const second = await api.addClient({ ...values, client_first_name: 'Zoë', occupation: 'Teacher' })
  await staff.goto(staffUrl('/admin/clients'))
  await staff.getByRole('link', { name: 'Duplicates', exact: true }).press('Enter')
  await expect(staff.getByRole('table', { name: 'Duplicates' })).toContainText(family)
  await expectAccessible(staff, 'duplicates')

  await staff.getByRole('link', { name: `Compare Zoe ${family} and Zoë ${family}` }).press('Enter')
  const occupation = staff.getByRole('group', { name: 'Occupation' })
  await expect(occupation.getByRole('radio', { name: 'Teacher' })).toBeChecked()
  await expectAccessible(staff, 'merge')
  await occupation.getByRole('radio', { name: 'Teacher' }).press('ArrowUp')
  await expect(occupation.getByRole('radio', { name: 'Baker' })).toBeChecked()
  await staff.getByRole('button', { name: 'Merge' }).press('Enter')
  await expect(staff.getByRole('heading', { level: 1 })).toContainText(`Zoë ${family}`)

  await staff.goto(staffUrl(`/admin/clients/${second.id}`))
  await expect(staff).toHaveURL(staffUrl(`/admin/clients/${first.id}`))
  await staff.getByRole('button', { name: `Take apart the merge with Zoë ${family}` }).press('Enter')
  await staff.getByRole('button', { name: 'Take apart', exact: true }).press('Enter')
  await expect(staff.getByRole('heading', { level: 1 })).toContainText(`Zoe ${family}`)
  await staff.goto(staffUrl(`/admin/clients/${second.id}`))
  await expect(staff.getByRole('heading', { level: 1 })).toContainText(`Zoë ${family}`)
})
