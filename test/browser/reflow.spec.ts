import { expectAccessible } from '@agency/test-kit/accessibility/expect-accessible'
import { expectNoSidewaysScrolling } from '@agency/test-kit/accessibility/reflow'
import { addProposals, openFieldPlacement } from '@agency/test-kit/browser/field-placement'
import { expect, test } from '@agency/test-kit/browser/fixtures'
import { unfoldEmptySections } from '@agency/test-kit/browser/record-cards'
import { addSampleClient } from '@agency/test-kit/browser/sample-client'
import { sessionPath } from '@agency/test-kit/browser/session-page'
import { staffUrl } from '@agency/test-kit/product/product-address'
import type { Page } from '@playwright/test'

/** A small phone, which is a desktop at 400 %; a desktop at 200 %; a tablet (WCAG 1.4.10, 1.4.4). */
const widths = [320, 640, 768]

async function expectReflow(page: Page, what: string): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 640 })
    await expectNoSidewaysScrolling(page, `${what}, ${width} px`)
  }
  await page.setViewportSize({ width: 1280, height: 800 })
}

test('given narrow and enlarged windows, when screens and dialogs show, then nothing scrolls sideways @full', async ({
  visitor,
  staff,
  api,
  family,
}) => {
  const { client, session } = await addSampleClient(api, family)
  await visitor.goto(staffUrl('/admin/login'))
  await expect(visitor.getByRole('heading', { level: 1 })).toBeVisible()
  await expectReflow(visitor, 'login')
  const screens = [
    ['/admin/dashboard', []],
    [`/admin/clients?q=${family}`, ['+ client']],
    [`/admin/clients/${client.id}`, ['Start New Session', 'Upload', 'Edit Beneficiaries', 'Plan.pdf']],
    [sessionPath(session), ['Edit Session Info', 'Show QR code', 'Add Document', 'Guide']],
    ['/admin/forms', ['Add Document', `Edit ${family} offer`]],
    ['/admin/manage', []],
    ['/admin/health', []],
    ['/admin/admins/new', []],
  ] as const
  for (const [path, dialogs] of screens) {
    await staff.goto(staffUrl(path))
    await expect(staff.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(staff.locator('.skeleton')).toHaveCount(0)
    await expectReflow(staff, path)
    if (path === `/admin/clients/${client.id}`) await unfoldEmptySections(staff)
    for (const name of dialogs) {
      await staff.getByRole('button', { name, exact: true }).click()
      const dialog = staff.getByRole('dialog')
      await expect(dialog).toBeVisible()
      await expect(dialog.locator('.skeleton')).toHaveCount(0)
      await expectReflow(staff, `${path}, ${name}`)
      await staff.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
    }
  }
  const settings = [
    { path: '/admin/account', audit: 'account' },
    { path: '/admin/mail-and-texts', audit: 'mail-and-texts' },
    { path: '/admin/teams', audit: 'teams' },
    { path: '/admin/presets', audit: 'presets' },
    { path: '/admin/reminders', audit: 'reminders' },
  ]
  for (const { path, audit } of settings) {
    await staff.goto(staffUrl(path))
    await expect(staff.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(staff.locator('.skeleton')).toHaveCount(0)
    await expectReflow(staff, path)
    await expectAccessible(staff, audit)
  }
  const { client: writer, title } = await addProposals(api, family)
  await staff.goto(staffUrl(`/admin/clients/${writer.id}`))
  await expect(staff.getByRole('region', { name: 'Proposed Changes' })).toBeVisible()
  await expectReflow(staff, 'a record with proposed changes')
  const placing = await openFieldPlacement(staff, title)
  await placing.getByRole('button', { name: 'Text Occupation, page 1' }).click()
  await expectReflow(staff, 'Place Fields')
})
