import { readFileSync } from 'node:fs'
import { expectAccessible } from '../accessibility.ts'
import { failCalls } from '../held-calls.ts'
import { expect, test } from '../journey.ts'
import { acknowledge, consent, enterPortal, readToTheEnd } from '../portal.ts'
import { clientUrl, foreignPdf, onePagePdf, staffUrl } from '../product-address.ts'
import type { StaffApi } from '../staff-api.ts'

const modal = '[role=dialog]'
const alert = '[role=alertdialog]'

/** A client with something on every screen. */
async function addStory(api: StaffApi, family: string) {
  const client = await api.addClient({
    client_first_name: 'Ida',
    client_last_name: family,
    dob: '1961-04-12',
    ssn: '123-45-6789',
    next_f_u_date: '2026-12-04',
    current_health_plan_name: 'Ambetter',
    dep2_name: 'Luis',
    notes: '<p><strong>Call</strong> back</p>',
  })
  const session = await api.startSession(client.id)
  const offer = await api.addPdf(onePagePdf, { title: `${family} offer`, folder: family })
  const source = clientUrl('/session/')
  const file = (name: string, path: string) => ({ name, mimeType: 'application/pdf', buffer: readFileSync(path) })
  await api.upload(client.id, file('Plan.pdf', onePagePdf), { folder: 'Plans', status: 'new' })
  const guide = await api.attach(session.id, { type: 'Link', title: 'Guide', folder: 'Reading', source })
  const rates = await api.attach(session.id, { type: 'Link', title: 'Rates', source })
  const signing = await api.attach(session.id, { form_id: offer.id })
  await acknowledge(session, guide.id)
  return { client, session, rates, signing }
}

test('given the screens of the staff, when they show, then axe finds nothing', async ({
  visitor,
  staff,
  api,
  family,
}) => {
  test.setTimeout(120_000)
  const { client, session } = await addStory(api, family)
  await visitor.goto(staffUrl('/admin/login'))
  await visitor.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(visitor.getByRole('alert')).toBeVisible()
  await expectAccessible(visitor, 'login')

  const screens = [
    ['/admin/dashboard', 'Admin Dashboard'],
    [`/admin/clients?q=${family}`, 'Clients'],
    [`/admin/clients/${client.id}`, `Ida ${family}`],
    [`/admin/clients/${client.id}/sessions/${session.session_code}`, /^onboarding Session/],
    ['/admin/forms', 'Forms'],
    ['/admin/manage', 'Manage Admins'],
    ['/admin/admins/new', 'Add Admin'],
    [`/admin/admins/${(await api.admins())[0]?.id}`, 'Edit Admin'],
  ] as const
  for (const [path, heading] of screens) {
    await staff.goto(staffUrl(path))
    await expect(staff.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
    await expect(staff.locator('.skeleton')).toHaveCount(0)
    await expectAccessible(staff, path)
  }
})

test('given the dialogs of lists and sessions, when they are open, then axe finds nothing', async ({
  staff,
  api,
  family,
  problems,
}) => {
  test.setTimeout(120_000)
  problems.expect(/status code 500/)
  const { client, session } = await addStory(api, family)
  const dialog = staff.getByRole('dialog')
  const question = staff.getByRole('alertdialog')

  await staff.goto(staffUrl('/admin/clients'))
  await staff.getByRole('button', { name: '+ client' }).click()
  await expect(dialog.getByLabel('Email')).toBeVisible()
  await expectAccessible(staff, 'Add Client', modal)
  await dialog.getByLabel('Last Name').fill('x')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(question.getByRole('button', { name: 'Discard' })).toBeVisible()
  await expectAccessible(staff, 'Discard your changes?', alert)

  await staff.goto(staffUrl(`/admin/clients/${client.id}`))
  await staff.getByRole('button', { name: 'Start New Session' }).click()
  await expect(dialog.getByLabel('Session type')).toBeVisible()
  await expectAccessible(staff, 'Start New Session', modal)

  await staff.goto(staffUrl(`/admin/clients/${client.id}/sessions/${session.session_code}`))
  await staff.getByRole('button', { name: 'Add Document' }).click()
  await expect(dialog.getByRole('checkbox').first()).toBeVisible()
  await expectAccessible(staff, 'Add Document', modal)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await staff.getByRole('row').filter({ hasText: 'Rates' }).click()
  await expect(dialog.getByRole('button', { name: /^(Remove|Delete)$/ })).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: 'Notes' })).toBeVisible()
  await expectAccessible(staff, 'Edit Document', modal)

  await failCalls(staff, '**/_api/docusign/sync-templates', 'POST')
  await staff.goto(staffUrl('/admin/forms'))
  await staff.getByRole('button', { name: `Edit ${family} offer` }).click()
  await expect(dialog.getByRole('textbox', { name: 'Notes' })).toBeVisible()
  await expectAccessible(staff, 'Edit Form', modal)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await staff.getByRole('button', { name: 'Add Document' }).click()
  for (const kind of ['Upload Custom PDF', 'External Link', /^DocuSign/]) {
    const option = dialog.getByLabel('Form Type').getByRole('option').filter({ hasText: kind })
    await dialog.getByLabel('Form Type').selectOption((await option.textContent()) ?? '')
    await expectAccessible(staff, `Add New Form, ${kind}`, modal)
  }
  await dialog.getByRole('button', { name: 'Close & Refresh' }).click()
  await staff.getByRole('button', { name: 'Sync Templates' }).click()
  await expect(question.getByRole('button', { name: 'OK' })).toBeVisible()
  await expectAccessible(staff, 'an alert', alert)
})

test('given the dialogs of documents, sessions and staff, when they are open, then axe finds nothing', async ({
  staff,
  api,
  family,
}) => {
  test.setTimeout(180_000)
  const { client, session } = await addStory(api, family)
  const dialog = staff.getByRole('dialog')
  const question = staff.getByRole('alertdialog')

  await staff.goto(staffUrl(`/admin/clients/${client.id}`))
  await staff.getByRole('button', { name: 'Activity' }).click()
  await expect(dialog.getByRole('listitem').first()).toBeVisible()
  await expectAccessible(staff, 'Activity', modal)
  await dialog.getByRole('button', { name: 'Close' }).first().click()
  await staff.getByRole('button', { name: 'Plan.pdf' }).click()
  await expect(dialog.getByRole('img', { name: 'Page 1 of 1' })).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: 'Notes' })).toBeVisible()
  await expectAccessible(staff, 'an uploaded document', modal)
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(question).toBeVisible()
  await expectAccessible(staff, 'Delete a document?', alert)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await failCalls(staff, '**/_api/upload/*', 'POST')
  await staff.getByRole('button', { name: 'Upload', exact: true }).click()
  await dialog.getByLabel('Files', { exact: true }).setInputFiles([onePagePdf, foreignPdf])
  await expectAccessible(staff, 'Upload Documents, chosen', modal)
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
  await question.getByRole('button', { name: 'OK' }).click()
  await expectAccessible(staff, 'Upload Documents, failed', modal)

  await staff.goto(staffUrl(`/admin/clients/${client.id}/sessions/${session.session_code}`))
  await staff.getByRole('button', { name: 'Edit Session Info' }).click()
  await expect(dialog.getByLabel('Expires')).toBeVisible()
  await expectAccessible(staff, 'Edit Session Info', modal)
  await dialog.getByRole('button', { name: 'Cancel', exact: true }).click()
  await staff.getByRole('button', { name: 'Show QR code' }).click()
  await expect(dialog.getByRole('img', { name: /^QR code/ })).toBeVisible()
  await expectAccessible(staff, 'QR code', modal)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await staff
    .getByRole('row')
    .filter({ hasText: `${family} offer` })
    .click()
  await dialog.getByRole('button', { name: 'Show Preview' }).click()
  await expect(dialog.getByRole('img', { name: 'Page 1 of 1' })).toBeVisible()
  await expectAccessible(staff, 'Edit Document with its pages', modal)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await staff.getByRole('button', { name: 'Add Document' }).click()
  await dialog.getByRole('button', { name: 'Create New Form' }).click()
  await expect(dialog.getByLabel('Form Type')).toBeVisible()
  await expectAccessible(staff, 'Create New Document', modal)

  await staff.goto(staffUrl(`/admin/admins/${(await api.admins())[0]?.id}`))
  await staff.getByRole('button', { name: 'Set New Password' }).click()
  await expect(question.locator('input')).toBeVisible()
  await expectAccessible(staff, 'Set New Password', alert)
})

test('given the screens of the portal, when they show, then axe finds nothing', async ({ phone, api, family }) => {
  test.setTimeout(120_000)
  const { session, rates, signing } = await addStory(api, family)
  await phone.goto(clientUrl('/session/'))
  await phone.getByRole('button', { name: 'Access Portal' }).click()
  await expect(phone.getByRole('alert')).toBeVisible()
  await expectAccessible(phone, 'session code')
  await phone.goto(clientUrl(`/session/${session.session_code}`))
  await phone.getByRole('button', { name: 'Access My Session' }).click()
  await expect(phone.getByRole('alert')).toBeVisible()
  await expectAccessible(phone, 'passcode')

  await enterPortal(phone, session)
  await expect(phone.getByRole('link', { name: /Rates/ })).toBeVisible()
  await expectAccessible(phone, 'documents')
  const form = (id: string) => clientUrl(`/session/${session.session_code}/form/${id}`)
  await phone.goto(form(rates.id))
  await expect(phone.getByRole('link', { name: /^Open document/ })).toBeVisible()
  await expectAccessible(phone, 'link')

  await phone.goto(form(signing.id))
  await expect(phone.getByRole('checkbox', { name: /agree to sign/ })).toBeVisible()
  await expectAccessible(phone, 'consent')
  await consent(phone)
  await readToTheEnd(phone, 'Sign')
  await expectAccessible(phone, 'document')
  await phone.getByRole('button', { name: 'Decline to sign' }).click()
  await expect(phone.getByRole('dialog').getByLabel('Reason')).toBeVisible()
  await expectAccessible(phone, 'Decline to sign?', modal)
  await phone.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await readToTheEnd(phone, 'Sign')
  await phone.getByRole('button', { name: 'Sign', exact: true }).click()
  await expectAccessible(phone, 'signature, typed')
  await phone.getByLabel('Draw').check()
  await expectAccessible(phone, 'signature, drawn')
  await phone.getByLabel('Type').check()
  await phone.getByRole('button', { name: 'Finish and sign' }).click()
  await expect(phone.getByText('Thank you. This document is complete.')).toBeVisible({ timeout: 30_000 })
  await expectAccessible(phone, 'done')
})
