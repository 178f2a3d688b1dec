import type { AdminRole } from '@agency/contract/admins'
import type { WrittenMessages } from '@agency/contract/messages'
import { openStaffApi, type StaffApi } from '@agency/test-kit/api/staff-api'
import { enterLogin } from '@agency/test-kit/browser/fixtures'
import { openClientActivity } from '@agency/test-kit/browser/record-cards'
import { credentials, staffUrl } from '@agency/test-kit/product/product-address'
import type { BrowserContextOptions, Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { type Camera, expect } from './camera.ts'

/** Opens a page in a browser profile of its own. */
export type Open = (options?: BrowserContextOptions) => Promise<Page>

/** The screens of staff access: invitations, forgotten passwords, second factors, and the office as other roles see it. */
export async function shootAccess(camera: Camera, open: Open, api: StaffApi): Promise<void> {
  await shootInvitation(camera, await open({ storageState: api.storageState() }), await open(), api)
  await shootForgottenPassword(camera, await open(), api)
  await shootSecondFactor(camera, open, api)
  for (const role of ['auditor', 'assistant'] as const) await shootRole(camera, open, api, role)
  await shootReadAlert(camera, open, api)
}

async function shootInvitation(camera: Camera, staff: Page, visitor: Page, api: StaffApi) {
  await staff.goto(staffUrl('/admin/manage'))
  await staff.getByRole('button', { name: 'Invite', exact: true }).click()
  const dialog = staff.getByRole('dialog', { name: 'Invite' })
  await dialog.getByLabel('First Name').fill('Ana')
  await dialog.getByLabel('Last Name').fill('Lima')
  await dialog.getByLabel('Email').fill('ana@example.com')
  await dialog.getByLabel('Username').fill('ana')
  await dialog.getByLabel('Access Level').selectOption('Assistant')
  await camera.dialog(staff, 'admin-admins-invite')
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await expect(staff.getByRole('table', { name: 'Invitations' }).getByRole('row')).toHaveCount(2)
  await camera.screen(staff, 'admin-admins-invited')
  await visitor.goto(await linkSentTo(api, 'ana@example.com', 'accept-invitation'))
  await expect(visitor.getByLabel('Username')).toHaveValue('ana')
  await camera.screen(visitor, 'admin-accept-invitation')
  await visitor.goto(staffUrl(`/admin/reset-password#${'a'.repeat(43)}`))
  await expect(visitor.getByRole('alert')).toBeVisible()
  await camera.screen(visitor, 'admin-reset-password-ended')
}

async function shootForgottenPassword(camera: Camera, page: Page, api: StaffApi) {
  await api.addAdmin('lee', { first_name: 'Lee', last_name: 'Ortiz' })
  await page.goto(staffUrl('/admin/login'))
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await page.getByLabel('Username or email').fill('lee')
  await camera.screen(page, 'admin-forgot-password')
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByText(/^If an account matches/)).toBeVisible()
  await camera.screen(page, 'admin-forgot-password-sent')
  await page.goto(await linkSentTo(api, 'lee@example.com', 'reset-password'))
  await expect(page.getByLabel('Username')).toHaveValue('lee')
  await camera.screen(page, 'admin-reset-password')
}

/** A required second factor, as the server asks for it with `STAFF_MFA=required`. */
async function shootSecondFactor(camera: Camera, open: Open, api: StaffApi) {
  const password = 'a secret of theirs'
  await api.addAdmin('mia', { first_name: 'Mia', last_name: 'Stone', password })
  const page = await open()
  await page.route('**/_api/admin/login', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), second_factor_setup: 'required' } })
  })
  await page.goto(staffUrl('/admin/login'))
  await enterLogin(page, { username: 'mia', password })
  await expect(page.getByRole('button', { name: 'Use an authenticator app' })).toBeVisible()
  await camera.screen(page, 'admin-set-up-factor')
  await page.unroute('**/_api/admin/login')
  await page.evaluate(() => localStorage.removeItem('adminSecondFactor'))
  await page.goto(staffUrl('/admin/security'))
  await expect(page.getByText('This device')).toBeVisible()
  await camera.screen(page, 'admin-security')
  await page.getByRole('button', { name: 'Set up', exact: true }).click()
  const confirm = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await camera.dialog(page, 'admin-security-confirm', confirm)
  await confirm.getByLabel('Password').fill(password)
  await confirm.getByRole('button', { name: 'Confirm', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' })
  await expect(dialog.locator('code')).toBeVisible()
  await camera.dialog(page, 'admin-security-authenticator', dialog)
  const secret = (await dialog.locator('code').innerText()).replaceAll(' ', '')
  await dialog.getByLabel('Code', { exact: true }).fill(new TOTP({ secret: Secret.fromBase32(secret) }).generate())
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  const codes = page.getByRole('dialog', { name: 'Save your recovery codes' })
  await camera.dialog(page, 'admin-security-recovery-codes', codes)
  await codes.getByRole('button', { name: 'I have saved them' }).click()
  await expect(page.getByRole('region', { name: 'Recovery codes' })).toBeVisible()
  await camera.screen(page, 'admin-security-protected')
  const next = await open()
  await next.goto(staffUrl('/admin/login'))
  await enterLogin(next, { username: 'mia', password })
  await expect(next.getByLabel('Code', { exact: true })).toBeFocused()
  await camera.screen(next, 'admin-login-second-factor')
}

/** A client's record as other roles see it. */
async function shootRole(camera: Camera, open: Open, api: StaffApi, role: AdminRole) {
  const password = 'a secret of theirs'
  await api.addAdmin(role, { first_name: 'Kim', last_name: 'Park', role, password })
  const page = await open({ storageState: (await openStaffApi({ username: role, password })).storageState() })
  await page.goto(staffUrl('/admin/clients?q=Gon%C3%A7alves'))
  await page.getByRole('row').nth(1).getByRole('link').first().click()
  await expect(page.getByRole('heading', { name: /Gonçalves/, level: 1 })).toBeVisible()
  await camera.screen(page, `admin-client-${role}`)
  if (role !== 'auditor') return
  await openClientActivity(page)
  await camera.dialog(page, `admin-client-${role}-activity`)
}

/** The dashboard once somebody has opened more records than `RECORD_READS_ALERT`. */
async function shootReadAlert(camera: Camera, open: Open, api: StaffApi) {
  const reader = await openStaffApi({ username: 'lee', password: 'a secret of theirs' })
  const clients = await api.read<readonly { id: string }[]>(`/clients?limit=${recordReadsAlert + 1}`)
  for (const { id } of clients) await reader.readClient(id)
  const page = await open({ storageState: (await openStaffApi(credentials)).storageState() })
  await page.goto(staffUrl('/admin/dashboard'))
  await expect(page.getByRole('region', { name: 'Needs somebody' })).toBeVisible()
  await expect(page.getByText(/Lee Ortiz/).first()).toBeVisible()
  await camera.screen(page, 'admin-dashboard-alert')
}

/** `RECORD_READS_ALERT` of the product of these pictures. */
export const recordReadsAlert = 12

/** The link in the newest e-mail to an address, from the demonstration's outbox. */
async function linkSentTo(api: StaffApi, email: string, page: string): Promise<string> {
  const pattern = new RegExp(`https?://\\S+/admin/${page}#[\\w-]{43}`)
  let link: string | undefined
  await expect(async () => {
    const { messages } = await api.read<WrittenMessages>('/outbox')
    link = messages.find(({ to, text }) => to === email && pattern.test(text))?.text.match(pattern)?.[0]
    expect(link).toBeDefined()
  }).toPass()
  return link ?? ''
}
