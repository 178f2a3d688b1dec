import type { StaffApi } from '@agency/test-kit/api/staff-api'
import { openClientActivity, unfoldEmptySections } from '@agency/test-kit/browser/record-cards'
import { staffUrl } from '@agency/test-kit/product/product-address'
import type { Page } from '@playwright/test'
import { type Camera, expect, phoneSize, wideSize } from './camera.ts'

/** Someone of the demonstration's agency, with a session that waits for its client. */
const client = 'Maria Gonçalves'

/** The screens in front of the login. */
export async function shootLogin(camera: Camera, page: Page): Promise<void> {
  await page.goto(staffUrl('/admin/login'))
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
  await camera.screen(page, 'admin-login')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await camera.screen(page, 'admin-login-refused')
}

/** Every screen and dialog of the back office. */
export async function shootStaff(camera: Camera, page: Page, api: StaffApi): Promise<void> {
  await page.goto(staffUrl('/admin/dashboard'))
  await expect(page.getByRole('region', { name: 'Needs somebody' })).toBeVisible()
  await camera.screen(page, 'admin-dashboard')
  const parts = [
    shootFrame,
    shootClients,
    shootRecord,
    shootProposals,
    shootSession,
    shootPolicies,
    shootSessions,
    shootNewClient,
    shootFailures,
    shootForms,
    shootAdmins,
    shootMessageTemplates,
  ]
  const failures: unknown[] = []
  for (const shoot of parts) {
    // The others are taken although one fails.
    await shoot(camera, page, api).catch((failure: unknown) => failures.push(failure))
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Some screens could not be taken.')
}

/** Leaves the open dialog as it is found. */
async function cancel(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog
    .getByRole('button', { name: /^(Cancel|Close)$/ })
    .last()
    .click()
  await expect(dialog).toHaveCount(0)
}

/** What every screen has: the account with its setting, the search, and the menu of a phone. */
async function shootFrame(camera: Camera, page: Page) {
  await page.goto(staffUrl('/admin/dashboard'))
  await page.getByRole('banner').locator('button[aria-haspopup=dialog]').click()
  await expect(page.getByRole('checkbox', { name: /^Morning summary/ })).toBeVisible()
  await camera.dialog(page, 'admin-account')
  await cancel(page)
  await page.keyboard.press('Control+K')
  await camera.dialog(page, 'admin-palette')
  await page.keyboard.type('Mar')
  await expect(page.getByRole('option', { name: client }).first()).toBeVisible()
  await camera.dialog(page, 'admin-palette-found')
  await page.keyboard.press('Escape')
  await page.setViewportSize(phoneSize)
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await camera.phone(page, 'admin-menu')
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await page.setViewportSize(wideSize)
}

async function shootPolicies(camera: Camera, page: Page) {
  await page.goto(staffUrl('/admin/policies'))
  await expect(page.getByRole('heading', { name: 'Policies' })).toBeVisible()
  await expect(page.getByText(/policies?$|No policies found/).first()).toBeVisible()
  await camera.screen(page, 'admin-policies')
}

async function shootSessions(camera: Camera, page: Page) {
  await page.goto(staffUrl('/admin/sessions'))
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await camera.screen(page, 'admin-sessions')
  await page.goto(staffUrl('/admin/sessions?q=nothing+at+all'))
  await expect(page.getByText('No sessions found.')).toBeVisible()
  await camera.screen(page, 'admin-sessions-none')
}

/** A client of whom nothing is known but the name, with a session that has no documents. */
async function shootNewClient(camera: Camera, page: Page, api: StaffApi) {
  const { id } = await api.addClient({ client_first_name: 'Nora', client_last_name: 'Quiroga' })
  await page.goto(staffUrl(`/admin/clients/${id}`))
  await expect(page.getByText('No documents uploaded yet.')).toBeVisible()
  await camera.screen(page, 'admin-client-empty')
  const { session_code } = await api.startSession(id)
  await page.goto(staffUrl(`/admin/clients/${id}/sessions/${session_code}`))
  await expect(page.getByText('No documents linked yet.')).toBeVisible()
  await camera.screen(page, 'admin-session-empty')
}

/** Screens of what is gone or can't be loaded. */
async function shootFailures(camera: Camera, page: Page) {
  await page.goto(staffUrl('/admin/clients/00000000-0000-4000-8000-000000000000'))
  await expect(page.getByText('This client was not found.')).toBeVisible()
  await camera.screen(page, 'admin-client-gone')
  await page.route('**/_api/sessions*', (route) => route.fulfill({ status: 500, body: '{}' }))
  await page.goto(staffUrl('/admin/sessions'))
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await camera.screen(page, 'admin-sessions-failed')
  await page.unroute('**/_api/sessions*')
}

async function shootClients(camera: Camera, page: Page) {
  await page.goto(staffUrl('/admin/clients'))
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await camera.screen(page, 'admin-clients')
  await page.getByRole('button', { name: '+ client' }).click()
  await camera.dialog(page, 'admin-clients-add')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Last Name').fill('Gonçalves')
  await dialog.getByLabel(/E-?mail/).fill('maria.goncalves@example.com')
  await dialog.getByLabel(/E-?mail/).blur()
  await expect(dialog.getByRole('link', { name: client }).first()).toBeVisible()
  await camera.dialog(page, 'admin-clients-add-duplicate')
  await page.keyboard.press('Escape')
  const discard = page.getByRole('button', { name: 'Discard' })
  await discard.click()
  await expect(dialog).toHaveCount(0)
  await page.getByText('Columns', { exact: true }).click()
  await camera.dialog(page, 'admin-clients-columns', page.getByRole('checkbox').first())
  await page.keyboard.press('Escape')
  await page.goto(staffUrl('/admin/clients?q=nobody+at+all'))
  await expect(page.getByText('No clients found.')).toBeVisible()
  await camera.screen(page, 'admin-clients-none')
}

async function openRecord(page: Page) {
  await page.goto(staffUrl(`/admin/clients?q=${encodeURIComponent(client)}`))
  await page.getByRole('row').nth(1).getByRole('link').first().click()
  await expect(page.getByRole('heading', { name: client, level: 1 })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Start New Session' })).toBeVisible()
}

/** A title as part of a file's name. */
const slug = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^a-z]+/g, '-')
    .replace(/^-|-$/g, '')

async function shootRecord(camera: Camera, page: Page) {
  await openRecord(page)
  await camera.screen(page, 'admin-client')
  await unfoldEmptySections(page)
  const dialog = page.getByRole('dialog')
  const edits = page.getByRole('main').getByRole('button', { name: /^Edit\b/ })
  for (const edit of await edits.all()) {
    await edit.click()
    await expect(dialog).toBeVisible()
    await camera.dialog(
      page,
      `admin-client-${slug((await dialog.getByRole('heading', { level: 2 }).first().textContent()) ?? '')}`,
    )
    await cancel(page)
  }
  await openClientActivity(page)
  await camera.dialog(page, 'admin-client-activity')
  await cancel(page)
  for (const name of ['Start New Session', 'Upload']) {
    await page.getByRole('button', { name, exact: true }).click()
    await camera.dialog(page, `admin-client-${slug(name)}`)
    await cancel(page)
  }
}

async function shootSession(camera: Camera, page: Page) {
  await openRecord(page)
  await page.getByRole('table', { name: 'Sessions' }).getByRole('link').first().click()
  const forms = page.getByRole('region', { name: 'Forms & Documents' })
  await expect(forms.getByRole('row').nth(1)).toBeVisible()
  await camera.screen(page, 'admin-session')
  const dialog = page.getByRole('dialog')
  for (const name of ['Edit Session Info', 'Show QR code', 'Add Document']) {
    await page.getByRole('button', { name, exact: true }).click()
    await expect(dialog).toBeVisible()
    await camera.dialog(page, `admin-session-${slug(name)}`)
    await cancel(page)
  }
  await page.getByRole('button', { name: 'Add Document', exact: true }).click()
  await dialog.getByRole('button', { name: 'Create New Form' }).click()
  await expect(dialog.getByLabel('Form Type')).toBeVisible()
  await camera.dialog(page, 'admin-session-create-document')
  await cancel(page)
  await forms.getByRole('row').nth(1).click()
  await expect(dialog.getByRole('textbox', { name: 'Notes' })).toBeVisible()
  await camera.dialog(page, 'admin-session-edit-document')
  const remove = dialog.getByRole('button', { name: 'Delete' })
  await remove.click()
  await camera.dialog(page, 'admin-session-remove', page.getByRole('alertdialog'))
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
}

async function shootForms(camera: Camera, page: Page) {
  await page.goto(staffUrl('/admin/forms'))
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await camera.screen(page, 'admin-forms')
  await page.getByRole('button', { name: 'Add Document' }).click()
  await camera.dialog(page, 'admin-forms-add')
  await cancel(page)
  await page
    .getByRole('button', { name: /^Edit / })
    .first()
    .click()
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Notes' })).toBeVisible()
  await camera.dialog(page, 'admin-forms-edit')
  await cancel(page)
  await shootFields(camera, page)
}

/** The form of the demonstration that has fields. */
const formWithFields = 'Agent of Record Authorization'

async function shootFields(camera: Camera, page: Page) {
  await page.getByRole('button', { name: `Edit ${formWithFields}` }).click()
  await page.getByRole('button', { name: 'Place fields' }).click()
  const dialog = page.getByRole('dialog', { name: 'Place Fields' })
  await expect(dialog.getByRole('img').first()).toBeVisible()
  await dialog.getByRole('list', { name: 'Fields in order' }).getByRole('button').first().click()
  await camera.dialog(page, 'admin-forms-place-fields', dialog)
}

async function shootProposals(camera: Camera, page: Page) {
  await page.goto(staffUrl('/admin/clients?proposals=open'))
  await page.getByRole('row').nth(1).getByRole('link').first().click()
  await expect(page.getByRole('region', { name: 'Proposed Changes' })).toBeVisible()
  await camera.screen(page, 'admin-client-proposals')
}

async function shootAdmins(camera: Camera, page: Page) {
  await page.goto(staffUrl('/admin/manage'))
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await camera.screen(page, 'admin-admins')
  await page.getByRole('button', { name: 'Add Admin' }).click()
  await expect(page.getByLabel('First Name')).toBeVisible()
  await camera.screen(page, 'admin-admins-add')
  await page.goto(staffUrl('/admin/manage'))
  await page.getByRole('row').nth(1).getByRole('link').click()
  await expect(page.getByLabel('First Name')).toBeVisible()
  await camera.screen(page, 'admin-admins-edit')
  await page.getByRole('button', { name: 'Set New Password' }).click()
  await camera.dialog(page, 'admin-admins-password')
  await page.goto(staffUrl('/admin/health'))
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await camera.screen(page, 'admin-health')
}

async function shootMessageTemplates(camera: Camera, page: Page) {
  await page.goto(staffUrl('/admin/message-templates'))
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await camera.screen(page, 'admin-message-templates')
  await page.getByRole('link', { name: 'Invitation in Spanish' }).click()
  await expect(page.getByRole('img', { name: /^Email: / })).toBeVisible()
  await camera.screen(page, 'admin-message-template')
}
