import { expectAccessible } from '@agency/test-kit/accessibility/expect-accessible'
import { expectNoSidewaysScrolling } from '@agency/test-kit/accessibility/reflow'
import { expect, test } from '@agency/test-kit/browser/fixtures'
import { HeldCalls } from '@agency/test-kit/browser/held-calls'
import { heightOf } from '@agency/test-kit/browser/phone-layout'
import { openClient } from '@agency/test-kit/browser/record-cards'
import { addSampleClient } from '@agency/test-kit/browser/sample-client'
import { staffUrl } from '@agency/test-kit/product/product-address'
import type { Locator } from '@playwright/test'

test('given the admin app, when it shows, then its typeface is small and rows are 36 to 40 px high @full', async ({
  staff,
  api,
  family,
}) => {
  await api.addClient({ client_last_name: family })
  const faces: string[] = []
  staff.on('response', (response) => {
    if (response.url().endsWith('.woff2')) faces.push(response.url())
  })
  await staff.goto(staffUrl(`/admin/clients?q=${family}`))
  const row = staff.getByRole('row').filter({ hasText: family })
  await expect(row).toBeVisible()
  await expect(staff.locator('body')).toHaveCSS('font-size', '14px')
  await expect.poll(() => staff.evaluate(() => document.fonts.check('14px "Figtree Variable"'))).toBe(true)
  await expect.poll(() => faces).toHaveLength(1)
  const [face = ''] = faces
  expect((await (await staff.request.get(face)).body()).byteLength).toBeLessThanOrEqual(40_960)
  await expect.poll(() => heightOf(row)).toBeGreaterThanOrEqual(36)
  await expect.poll(() => heightOf(row)).toBeLessThanOrEqual(40)
})

test('given a typeface that is slow to come, when it comes, then nothing of the dashboard moves @full', async ({
  staff,
}) => {
  const held = await HeldCalls.of(staff, '**/*.woff2')
  // The preloaded typeface is a part of the page: the load event waits for it.
  await staff.goto(staffUrl('/admin/dashboard'), { waitUntil: 'commit' })
  const heading = staff.getByRole('heading', { level: 1 })
  await expect(heading).toBeVisible()
  await expect(staff.locator('.skeleton')).toHaveCount(0)
  const before = await heading.boundingBox()
  held.release()
  await expect.poll(() => staff.evaluate(() => document.fonts.check('14px "Figtree Variable"'))).toBe(true)
  const after = await heading.boundingBox()
  expect(after?.y).toBe(before?.y)
  expect(after?.height).toBe(before?.height)
})

test('given a phone, when the admin app shows, then its header takes 56 px, its menu has the sections, and a record 96 px of bars @full', async ({
  staff,
  api,
  family,
}) => {
  const { client } = await addSampleClient(api, family)
  await staff.setViewportSize({ width: 375, height: 667 })
  await openClient(staff, client.id)
  const header = staff.getByRole('banner')
  await expect.poll(() => heightOf(header)).toBeLessThanOrEqual(56)
  const nav = staff.getByRole('navigation', { name: 'Main' })
  await expect(nav).toBeHidden()
  await expectNoSidewaysScrolling(staff, 'a record')

  await staff.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
  const section = staff.getByRole('combobox', { name: 'Section' })
  await expect(section).toBeInViewport()
  const bottomOf = async (place: Locator) => {
    const { y, height } = (await place.boundingBox()) ?? { y: Number.NaN, height: 0 }
    return y + height
  }
  await expect.poll(() => bottomOf(section)).toBeLessThanOrEqual(96)
  await staff.evaluate(() => window.scrollTo(0, 0))

  const menu = staff.getByRole('button', { name: 'Menu', exact: true })
  await menu.click()
  await expect(nav.getByRole('link')).toHaveText(['Dashboard', 'Clients', 'Policies', 'Sessions', 'Forms'])
  await expectAccessible(staff, 'office-menu')
  await staff.keyboard.press('Escape')
  await expect(nav).toBeHidden()
  await expect(menu).toBeFocused()
  await menu.click()
  await nav.getByRole('link', { name: 'Clients' }).click()
  await expect(staff.getByRole('heading', { level: 1, name: 'Clients' })).toBeVisible()
  await expect(nav).toBeHidden()
})

test('given a button with an icon alone, when the pointer or the focus is on it, then its name shows, and Escape hides it @full', async ({
  staff,
  api,
  family,
}) => {
  const { client } = await addSampleClient(api, family)
  await openClient(staff, client.id)
  const tooltip = staff.getByTestId('tooltip')
  await staff.getByRole('button', { name: 'Edit Name' }).hover()
  await expect(tooltip).toHaveText('Edit Name')
  await tooltip.hover()
  await expect(tooltip).toBeVisible()
  await staff.keyboard.press('Escape')
  await expect(tooltip).toBeHidden()
  await staff.getByRole('button', { name: 'Edit Name' }).focus()
  await staff.keyboard.press('Tab')
  await staff.keyboard.press('Shift+Tab')
  await expect(tooltip).toHaveText('Edit Name')
  await expectAccessible(staff, 'tooltip')
})
