import type { Session } from '@agency/contract/sessions'
import { expectAccessible } from '@agency/test-kit/accessibility/expect-accessible'
import { allowClipboard } from '@agency/test-kit/browser/clipboard'
import { expect, test } from '@agency/test-kit/browser/fixtures'
import { enterPortal } from '@agency/test-kit/browser/portal-pages'
import { waitForButton } from '@agency/test-kit/browser/press-button'
import { shown } from '@agency/test-kit/browser/record-cards'
import { sessionPath } from '@agency/test-kit/browser/session-page'
import { clientUrl, staffUrl } from '@agency/test-kit/product/product-address'
import type { Locator, Page } from '@playwright/test'

const summary = (page: Page) => page.getByRole('region', { name: 'Session summary' })

async function openSession(page: Page, session: Session): Promise<void> {
  await page.goto(staffUrl(sessionPath(session)))
  await waitForButton(summary(page).getByRole('button', { name: 'Edit Session Info' }))
}

async function openEdit(page: Page): Promise<Locator> {
  await summary(page).getByRole('button', { name: 'Edit Session Info' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Session Info' })
  await expect(dialog.getByLabel('Session type')).toBeVisible()
  return dialog
}

test('[SE-06] given a session, when its info is edited, then type, passcode and expiry are what was typed @full', async ({
  staff,
  phone,
  api,
  family,
}) => {
  const client = await api.addClient({
    client_first_name: 'Eva',
    client_last_name: family,
    primary_phone: '3055550147',
  })
  const session = await api.startSession(client.id, { passcode: 'Blue Door' })
  await openSession(staff, session)
  const dialog = await openEdit(staff)
  await expect(dialog.getByLabel('Client login password')).toHaveValue('Blue Door')
  await dialog.getByRole('button', { name: 'Use a stronger one' }).click()
  await expect(dialog.getByLabel('Client login password')).toHaveValue(/^\w{4}-\w{4}-\w{4}$/)
  await dialog.getByRole('button', { name: 'Use the usual one' }).click()
  await expect(dialog.getByLabel('Client login password')).toHaveValue(`${family.toLowerCase()}0147`)
  await expect(dialog.getByText(/easy to guess/)).toBeVisible()
  await expectAccessible(staff, 'edit-session-info', '[role=dialog]')
  await dialog.getByLabel('Session type').selectOption('renewal')
  await dialog.getByLabel('Expires').fill('2099-12-31')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()

  await expect(dialog).toBeHidden()
  await expect(staff.getByRole('heading', { name: `renewal Session for Eva ${family}`, level: 1 })).toBeVisible()
  await expect(shown(summary(staff), 'Expires')).toContainText('Dec 31, 2099')
  expect(await api.readSession(session.session_code)).toMatchObject({
    session_type: 'renewal',
    passcode: `${family.toLowerCase()}0147`,
    // The end of the day in New York, where the tests' browser is.
    expires_at: '2100-01-01T04:59:59.000Z',
  })
  await enterPortal(phone, { session_code: session.session_code, passcode: `${family}0147` })
})

test('[SE-06] given an open session, when it is cancelled and reopened, then the client is out, and may come back @full', async ({
  staff,
  phone,
  api,
  family,
}) => {
  const client = await api.addClient({ client_last_name: family })
  const session = await api.startSession(client.id)
  await enterPortal(phone, session)
  await openSession(staff, session)
  const dialog = await openEdit(staff)
  await dialog.getByRole('button', { name: 'End session' }).click()
  await staff.getByRole('alertdialog').getByRole('button', { name: 'End session' }).click()
  await expect(dialog).toBeHidden()
  await expect(shown(summary(staff), 'Status')).toHaveText('cancelled')
  await phone.reload()
  await expect(phone).not.toHaveURL(/dashboard$/)

  await openEdit(staff)
  await dialog.getByRole('button', { name: 'Reopen Session' }).click()
  await expect(dialog).toBeHidden()
  await expect(shown(summary(staff), 'Status')).toHaveText('sent')
  await enterPortal(phone, session)
})

test('given the client link, when it is copied or shown as a code, then never with the passcode @full', async ({
  staff,
  api,
  family,
}) => {
  const copied = await allowClipboard(staff)
  const client = await api.addClient({ client_first_name: 'Eva', client_last_name: family })
  const session = await api.startSession(client.id, { passcode: 'Blue Door' })
  const link = clientUrl(`/session/${session.session_code}`)
  await openSession(staff, session)
  await summary(staff).getByRole('button', { name: 'Copy client link' }).click()
  await expect.poll(copied).toBe(link)
  await summary(staff).getByRole('button', { name: 'Copy with message' }).click()
  await expect.poll(copied).toContain('Hello Eva,')
  expect(await copied()).toContain(link)
  expect(await copied()).not.toContain('Blue Door')

  await summary(staff).getByRole('button', { name: 'Show QR code' }).click()
  const dialog = staff.getByRole('dialog', { name: 'Client link' })
  await expect(dialog.getByRole('img', { name: `QR code of ${link}` })).toBeVisible()
  await expectAccessible(staff, 'client-link', '[role=dialog]')
  await staff.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})
