import { onePagePdf } from '@agency/pdf-signing/test/sample-pdfs'
import { expect, test } from '@agency/test-kit/browser/fixtures'
import { containsFocus } from '@agency/test-kit/browser/keyboard-focus'
import { openDialog, unfoldEmptySections } from '@agency/test-kit/browser/record-cards'
import { addSampleClient } from '@agency/test-kit/browser/sample-client'
import { sessionPath } from '@agency/test-kit/browser/session-page'
import { staffUrl } from '@agency/test-kit/product/product-address'
import type { Locator, Page } from '@playwright/test'

/** A dialog, and something in it that would be lost. */
interface Case {
  readonly opener: string
  /** Of a dialog over another one. */
  readonly title?: string
  readonly change: (dialog: Locator) => Promise<unknown>
}

const typing = (label: string) => (dialog: Locator) => dialog.getByLabel(label, { exact: true }).fill('Typed')
const typingNotes = (dialog: Locator) => dialog.getByRole('textbox', { name: 'Notes' }).fill('Typed')

/** Leaving asks; declined, everything is as it was; agreed to, the dialog goes, and the focus is back at its opener. */
async function expectGuarded(page: Page, { opener, title, change }: Case): Promise<void> {
  const dialog = page.getByRole('dialog', title === undefined ? {} : { name: title })
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' })
  const button = page.getByRole('button', { name: opener, exact: true })
  await button.click()
  await expect(dialog).toBeVisible()
  await expect.poll(() => containsFocus(dialog), `${opener}: focus`).toBe(true)
  await page.keyboard.press('Escape')
  await expect(dialog, `${opener}: nothing to lose`).toBeHidden()
  await expect(button, `${opener}: closed`).toBeFocused()

  await button.click()
  await change(dialog)
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  await expect(dialog, `${opener}: kept`).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(dialog, `${opener}: given up`).toBeHidden()
  await expect(button, `${opener}: given up`).toBeFocused()
}

test('given every dialog that could lose something, when it is left, then it asks first, and the focus goes back @full', async ({
  staff,
  api,
  family,
}) => {
  const { client, session } = await addSampleClient(api, family)
  const screens: readonly (readonly [string, readonly Case[]])[] = [
    ['/admin/clients', [{ opener: '+ client', change: typing('Last Name') }]],
    [
      `/admin/clients/${client.id}`,
      [
        { opener: 'Edit Contact Information', change: typing('Primary Phone') },
        { opener: 'Edit Notes', change: (dialog) => dialog.getByRole('textbox').first().fill('Typed') },
        { opener: 'Start New Session', change: typing('Client login password') },
        {
          opener: 'Upload',
          change: (dialog) => dialog.getByLabel('Files', { exact: true }).setInputFiles(onePagePdf),
        },
        { opener: 'Plan.pdf', change: typing('Status') },
      ],
    ],
    [
      sessionPath(session),
      [
        { opener: 'Edit Session Info', change: typing('Client login password') },
        { opener: 'Add Document', change: (dialog) => dialog.getByRole('checkbox').first().check() },
        { opener: 'Add Document', change: createDocument },
        { opener: 'Guide', change: typingNotes },
      ],
    ],
    [
      '/admin/forms',
      [
        { opener: 'Add Document', change: typing('Title') },
        { opener: `Edit ${family} offer`, change: typingNotes },
      ],
    ],
  ]
  for (const [path, cases] of screens) {
    await staff.goto(staffUrl(path))
    await expect(staff.getByRole('heading', { level: 1 })).toBeVisible()
    if (path === `/admin/clients/${client.id}`) await unfoldEmptySections(staff)
    for (const each of cases) await expectGuarded(staff, each)
  }
  await staff.getByRole('button', { name: `Edit ${family} offer`, exact: true }).click()
  await expectGuarded(staff, { opener: 'Place fields', title: 'Place Fields', change: placeField })
})

test('given an open dialog, when going back, then it closes and its page stays; what was typed is asked about first @full', async ({
  staff,
  api,
  family,
}) => {
  const { id } = await api.addClient({ client_first_name: 'Ida', client_last_name: family })
  await staff.goto(staffUrl(`/admin/clients?q=${family}`))
  await staff.getByRole('row', { name: family }).getByRole('link').first().click()
  const back = () => staff.evaluate(() => window.history.back())
  const dialog = await openDialog(staff, 'Edit Contact Information')
  await back()
  await expect(dialog).toBeHidden()
  await expect(staff).toHaveURL(staffUrl(`/admin/clients/${id}`))

  await openDialog(staff, 'Edit Contact Information')
  const field = dialog.getByLabel('Address', { exact: true })
  await field.fill('1 Harbor Lane')
  await back()
  const question = staff.getByRole('alertdialog', { name: 'Discard your changes?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(field).toHaveValue('1 Harbor Lane')
  await back()
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(dialog).toBeHidden()
  await expect(staff).toHaveURL(staffUrl(`/admin/clients/${id}`))

  await back()
  await expect(staff).toHaveURL(staffUrl(`/admin/clients?q=${family}`))
  await expect(staff.getByRole('row', { name: family })).toBeVisible()
})

test('given a form on a page, when going back, then what was typed is asked about first @full', async ({ staff }) => {
  await staff.goto(staffUrl('/admin/manage'))
  await staff.getByRole('button', { name: 'Add Admin' }).click()
  const field = staff.getByLabel('First Name')
  await field.fill('Lee')
  const back = () => staff.evaluate(() => window.history.back())
  await back()
  const question = staff.getByRole('alertdialog', { name: 'Discard your changes?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(field).toHaveValue('Lee')
  await back()
  await question.getByRole('button', { name: 'Discard' }).click()

  await expect(staff).toHaveURL(staffUrl('/admin/manage'))
})

/** From the library's dialog on to the next, where something is typed. */
async function createDocument(dialog: Locator): Promise<void> {
  await dialog.getByRole('button', { name: 'Create New Form' }).click()
  await dialog.getByLabel('Title', { exact: true }).fill('Typed')
}

/** Chooses a kind of field by the keyboard, which places one. */
const placeField = (dialog: Locator) => dialog.getByRole('button', { name: 'Text', exact: true }).press('Enter')
