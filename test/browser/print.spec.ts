import { expect, test } from '@agency/test-kit/browser/fixtures'
import { unfoldEmptySections } from '@agency/test-kit/browser/record-cards'
import { addSampleClient } from '@agency/test-kit/browser/sample-client'
import { sessionPath } from '@agency/test-kit/browser/session-page'
import { staffUrl } from '@agency/test-kit/product/product-address'
import type { Page } from '@playwright/test'

/** The page as paper has it: as wide as a sheet between its margins, in the colours of the dark screen it comes from. */
async function toPaper(page: Page): Promise<void> {
  await page.setViewportSize({ width: 700, height: 900 })
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
}

/** What sticks out to the right of the sheet, and so would be cut off. */
const cutOff = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('main *')]
      .filter(
        (element) => element.getClientRects().length > 0 && element.getBoundingClientRect().right > innerWidth + 1,
      )
      .map((element) => element.outerHTML.slice(0, 120)),
  )

test('given a record, a session and a list, when they are printed, then what was written is there, uncut, without what is pressed @full', async ({
  staff,
  api,
  family,
}) => {
  const { client, session } = await addSampleClient(api, family)
  const sheets = [
    [`/admin/clients/${client.id}`, ['Personal Information', '***-**-6789', 'Plan.pdf', 'Call back', 'onboarding']],
    [sessionPath(session), ['Forms & Documents', 'Guide', 'Reading']],
    [`/admin/clients?q=${family}`, ['Clients', family, 'Ambetter', 'Last']],
    ['/admin/forms', ['Global Forms', `${family} offer`]],
    ['/admin/manage', ['Manage Admins', 'Username']],
  ] as const
  for (const [path, words] of sheets) {
    await staff.emulateMedia({ media: 'screen' })
    await staff.setViewportSize({ width: 1280, height: 900 })
    await staff.goto(staffUrl(path))
    for (const word of words) await expect(staff.getByText(word).filter({ visible: true }).first()).toBeVisible()
    await expect(staff.locator('.skeleton')).toHaveCount(0)
    await toPaper(staff)

    for (const word of words)
      await expect(staff.getByText(word).filter({ visible: true }).first(), `${path} has ${word}`).toBeVisible()
    await expect(staff.getByRole('navigation')).toHaveCount(0)
    await expect(staff.getByRole('banner')).toHaveCount(0)
    await expect(
      staff.getByRole('button', { name: /^(Edit|Add|Activity|Start|Upload|Sync|Move|Drag|\+)/ }),
    ).toHaveCount(0)
    await expect.poll(() => cutOff(staff), path).toEqual([])
    await expect(staff.locator('body'), 'ink is dark on white').toHaveCSS('color', 'rgb(27, 36, 40)')
  }
})

test('given an open dialog, when it is printed, then it stands alone on the sheet, whole @full', async ({
  staff,
  api,
  family,
}) => {
  const { client } = await addSampleClient(api, family)
  await staff.goto(staffUrl(`/admin/clients/${client.id}`))
  await unfoldEmptySections(staff)
  await staff.getByRole('button', { name: 'Edit Beneficiaries', exact: true }).click()
  const dialog = staff.getByRole('dialog')
  await expect(dialog.getByLabel('Name').first()).toBeVisible()
  await toPaper(staff)

  await expect(staff.getByRole('main')).toHaveCount(0)
  await expect(dialog.getByRole('heading', { level: 2 })).toBeVisible()
  const hidden = () => dialog.evaluate((surface) => surface.scrollHeight - surface.clientHeight)
  await expect.poll(hidden).toBeLessThanOrEqual(1)
})
