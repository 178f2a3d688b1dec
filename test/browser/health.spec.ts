import { axeViolations } from '@agency/test-kit/accessibility/axe'
import { expectAccessible } from '@agency/test-kit/accessibility/expect-accessible'
import { expectNoSidewaysScrolling } from '@agency/test-kit/accessibility/reflow'
import { expect, test } from '@agency/test-kit/browser/fixtures'
import { staffUrl } from '@agency/test-kit/product/product-address'

test('given the running product, when staff open Health from the admins, then each check has a state in words, and a refresh checks again @full', async ({
  staff,
}) => {
  await staff.goto(staffUrl('/admin/manage'))
  await staff.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Health' }).click()
  await expect(staff).toHaveURL(staffUrl('/admin/health'))
  await expect(staff.getByRole('heading', { name: 'Health', level: 1 })).toBeFocused()
  await expect(staff.getByRole('columnheader')).toHaveText(['Check', 'State', 'Result', 'Checked'])
  for (const name of ['Database', 'Clocks', 'Background jobs', 'Seal certificate']) {
    const row = staff.getByRole('row').filter({ has: staff.getByRole('rowheader', { name, exact: true }) })
    await expect(row.getByRole('cell').first()).toHaveText('OK')
  }
  await expect(staff.getByRole('rowheader', { name: 'Free disk space' })).toBeVisible()
  await expectAccessible(staff, 'health')

  const answer = staff.waitForResponse(/\/health-report$/)
  await staff.getByRole('button', { name: 'Refresh' }).click()
  expect((await answer).status()).toBe(200)
  await expect(staff.getByRole('button', { name: 'Refresh' })).toBeEnabled()
})

test('given a small phone and either theme, when Health shows, then nothing scrolls sideways and axe finds nothing @full', async ({
  staff,
}) => {
  await staff.goto(staffUrl('/admin/health'))
  await expect(staff.getByRole('table', { name: 'Health checks' })).toBeVisible()
  for (const colorScheme of ['light', 'dark'] as const) {
    await staff.emulateMedia({ colorScheme })
    expect(await axeViolations(staff, 'html'), colorScheme).toEqual([])
  }
  await staff.setViewportSize({ width: 320, height: 640 })
  await expectNoSidewaysScrolling(staff, 'Health, 320 px')
  expect(await axeViolations(staff, 'html')).toEqual([])
})
