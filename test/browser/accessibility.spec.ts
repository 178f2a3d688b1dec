import { expectAccessible } from '@agency/test-kit/accessibility/expect-accessible'
import { expect, test } from '@agency/test-kit/browser/fixtures'
import { failCalls } from '@agency/test-kit/browser/held-calls'
import {
  consent,
  enterPortal,
  expectSealed,
  openDecline,
  readerStep,
  readToTheEnd,
} from '@agency/test-kit/browser/portal-pages'
import { addSampleClient } from '@agency/test-kit/browser/sample-client'
import { sessionPath } from '@agency/test-kit/browser/session-page'
import { clientUrl, staffUrl } from '@agency/test-kit/product/product-address'

const modal = '[role=dialog]'
const alert = '[role=alertdialog]'

test('given the screens of the staff, when they show, then axe and HTML CodeSniffer find nothing @full', async ({
  visitor,
  staff,
  api,
  family,
}) => {
  const { client, session } = await addSampleClient(api, family)
  const admin = await api.addAdmin(family)
  await visitor.goto(staffUrl('/admin/login'))
  await visitor.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(visitor.getByRole('alert')).toBeVisible()
  await expectAccessible(visitor, 'login')

  const screens = [
    ['/admin/dashboard', 'Admin Dashboard'],
    [`/admin/clients?q=${family}`, 'Clients'],
    [`/admin/clients/${client.id}`, `Ida ${family}`],
    [sessionPath(session), /^onboarding Session/],
    ['/admin/forms', 'Forms'],
    ['/admin/manage', 'Manage Admins'],
    ['/admin/health', 'Health'],
    ['/admin/admins/new', 'Add Admin'],
    [`/admin/admins/${admin.id}`, 'Edit Admin'],
  ] as const
  for (const [path, heading] of screens) {
    await staff.goto(staffUrl(path))
    await expect(staff.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
    await expect(staff.locator('.skeleton')).toHaveCount(0)
    await expectAccessible(staff, path)
  }
})

test('given the dialogs of lists and sessions, when they are open, then axe and HTML CodeSniffer find nothing @full', async ({
  staff,
  api,
  family,
  problems,
}) => {
  problems.expect(/status code 500/)
  const { client, session } = await addSampleClient(api, family)
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

  await staff.goto(staffUrl(sessionPath(session)))
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
  await expectAccessible(staff, 'alert', alert)
})

test('given the screens of the portal, when they show, then axe and HTML CodeSniffer find nothing @full', async ({
  phone,
  api,
  family,
}) => {
  const { session, rates, signing } = await addSampleClient(api, family)
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
  await readToTheEnd(phone, 'Review')
  await expectAccessible(phone, 'document')
  await expect((await openDecline(phone)).getByLabel('Reason')).toBeVisible()
  await expectAccessible(phone, 'Decline to sign?', modal)
  await phone.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await readToTheEnd(phone, 'Review')
  await readerStep(phone, 'Review').click()
  await expectAccessible(phone, 'signature, typed', modal)
  await phone.getByLabel('Draw').check()
  await expectAccessible(phone, 'signature, drawn', modal)
  await phone.getByLabel('Type').check()
  await phone.getByRole('dialog').getByRole('button', { name: 'Use this signature' }).click()
  await expect(phone.getByRole('heading', { name: 'Check and sign' })).toBeVisible()
  await expectAccessible(phone, 'review')
  await readerStep(phone, 'Finish and sign').click()
  await expectSealed(phone)
  await expectAccessible(phone, 'done')
})
