import { expectAccessible } from '@agency/test-kit/accessibility/expect-accessible'
import { discardEdit, readAlert } from '@agency/test-kit/browser/alerts'
import { rowOf as documentRow, documents, picture } from '@agency/test-kit/browser/client-documents'
import { expect } from '@agency/test-kit/browser/fixtures'
import { pressButton } from '@agency/test-kit/browser/press-button'
import { openClient, openDialog } from '@agency/test-kit/browser/record-cards'
import { addSession, formsCard, openEdit, openSession, source } from '@agency/test-kit/browser/session-page'
import { test } from '@agency/test-kit/browser/troubled-database'
import { staffUrl } from '@agency/test-kit/product/product-address'

test('[FO-04] [FO-07] given a library without forms, when its writes fail, then an alert says so and the dialog stays @full', async ({
  staff,
  api,
  family,
  database,
  problems,
}) => {
  problems.expect(/status code 500/)
  const library = staff.getByRole('region', { name: 'Global Forms' })
  const message = 'Error saving form. See console for details.'
  await staff.goto(staffUrl('/admin/forms'))
  await expect(library.getByText('No Global Forms Found')).toBeVisible()

  await api.addLink({ title: family })
  await staff.reload()
  await library.getByRole('button', { name: `Edit ${family}` }).click()
  const recover = await database.refuseWrites('global_forms')
  const editing = staff.getByRole('dialog', { name: 'Edit Form' })
  await editing.getByLabel('Title').fill('Other')
  await editing.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(staff.getByRole('alertdialog', { name: message })).toBeVisible()
  await expectAccessible(staff, 'alert', '[role=alertdialog]')
  await readAlert(staff, message)
  await expect(editing.getByLabel('Title')).toHaveValue('Other')
  await discardEdit(editing)

  await library.getByRole('button', { name: 'Add Document' }).click()
  const adding = staff.getByRole('dialog', { name: 'Add New Form' })
  await adding.getByLabel('Form Type').selectOption({ label: 'External Link' })
  await adding.getByLabel('External URL').fill('https://forms.example.com/w9')
  await adding.getByLabel('Title').fill('W-9')
  await adding.getByRole('button', { name: 'Save', exact: true }).click()
  await readAlert(staff, message)
  await expect(adding.getByLabel('Title')).toHaveValue('W-9')
  await recover()
})

test('[CL-10] given clients that cannot be read, when the list is opened, then it shows the error, and the list after a retry @full', async ({
  staff,
  api,
  family,
  database,
}) => {
  await api.addClient({ client_last_name: family })
  const recover = await database.hide('clients')
  await staff.goto(staffUrl(`/admin/clients?q=${family}`))
  const rows = staff.getByRole('table', { name: 'Clients' }).locator('tbody').getByRole('row')
  await expect(staff.getByRole('alert')).toContainText('Failed to load clients.')
  await expect(rows).toHaveCount(0)
  await expect(staff.getByText('No clients found.')).toHaveCount(0)

  await recover()
  await staff.getByRole('button', { name: 'Try again' }).click()
  await expect(staff.getByRole('alert')).toHaveCount(0)
  await expect(rows).toHaveCount(1)
})

test('[CM-04] given a client that cannot be written, when it is saved, then an alert says so and the modal keeps what was typed @full', async ({
  staff,
  family,
  database,
  problems,
}) => {
  problems.expect(/status code 500/)
  await staff.goto(staffUrl(`/admin/clients?q=${family}`))
  await pressButton(staff.getByRole('button', { name: '+ client' }))
  const dialog = staff.getByRole('dialog', { name: 'Add Client' })
  await dialog.getByLabel('Last Name').fill(family)
  const recover = await database.refuseWrites('clients')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await readAlert(staff, 'Failed to save client data. Please try again.')
  await expect(dialog.getByLabel('Last Name')).toHaveValue(family)

  await recover()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(staff.getByRole('heading', { name: family, level: 1 })).toBeVisible()
})

test('[CD-04] [SE-03] given a record and sessions that cannot be written, when they are saved, then the dialogs stay and say so @full', async ({
  staff,
  api,
  family,
  database,
  problems,
}) => {
  problems.expect(/status code 500/)
  const { id } = await api.addClient({ client_last_name: family, occupation: 'Baker' })
  await openClient(staff, id)
  const record = await openDialog(staff, 'Edit Employment Information')
  await record.getByLabel('Occupation').fill('Pilot')
  const keepRecord = await database.refuseWrites('clients')
  await record.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(record.getByRole('alert')).toHaveText('The changes could not be saved. Please try again.')
  await expect(record.getByLabel('Occupation')).toHaveValue('Pilot')
  await keepRecord()
  await record.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(record).toBeHidden()
  expect(await api.readClient(id)).toMatchObject({ occupation: 'Pilot' })

  const recover = await database.refuseWrites('sessions')
  await staff.getByRole('button', { name: 'Start New Session' }).click()
  const session = staff.getByRole('dialog', { name: 'Start New Session' })
  await session.getByRole('button', { name: 'Start Session' }).click()
  await readAlert(staff, 'Failed to create session.')
  await expect(session).toBeVisible()
  await recover()
  await session.getByRole('button', { name: 'Start Session' }).click()
  await expect(staff.getByRole('heading', { name: `onboarding Session for ${family}` })).toBeVisible()
})

test('[SE-09] [SE-16] given documents of a session that cannot be written, when they are saved, then the dialogs keep what was typed @full', async ({
  staff,
  api,
  family,
  database,
  problems,
}) => {
  problems.expect(/status code 500/)
  const session = await addSession(api, family)
  await api.attach(session.id, { type: 'Link', title: 'Guide', source: source() })
  await openSession(staff, session)
  const editing = await openEdit(staff, 'Guide')
  await editing.getByLabel('Title').fill('Handbook')
  const recover = await database.refuseWrites('session_forms')
  await editing.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(editing.getByRole('alert')).toHaveText('The changes could not be saved. Please try again.')
  await expect(editing.getByLabel('Title')).toHaveValue('Handbook')
  await discardEdit(editing)

  await formsCard(staff).getByRole('button', { name: 'Add Document' }).click()
  await staff.getByRole('dialog', { name: 'Add Document' }).getByRole('button', { name: 'Create New Form' }).click()
  const creating = staff.getByRole('dialog', { name: 'Create New Document' })
  await creating.getByLabel('Form Type').selectOption({ label: 'External Link' })
  await creating.getByLabel('External URL').fill(source())
  await creating.getByRole('button', { name: 'Save', exact: true }).click()
  await readAlert(staff, 'Failed to save form. See console for details.')
  await expect(creating.getByLabel('External URL')).toHaveValue(source())
  await recover()
})

test('[DO-03] given documents that cannot be written, when a file is uploaded, then an alert says so, and a retry uploads it @full', async ({
  staff,
  api,
  family,
  database,
}) => {
  const { id } = await api.addClient({ client_last_name: family })
  await openClient(staff, id)
  const recover = await database.refuseWrites('documents')
  await pressButton(documents(staff).getByRole('button', { name: 'Upload' }))
  const dialog = staff.getByRole('dialog', { name: 'Upload Documents' })
  await dialog.getByLabel('Files', { exact: true }).setInputFiles(picture)
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
  await readAlert(staff, 'Upload failed.')
  await expect(dialog.getByRole('status')).toHaveText('Upload failed.')
  await expectAccessible(staff, 'upload-documents-failed', '[role=dialog]')

  await recover()
  await dialog.getByRole('button', { name: 'Retry Passport.png' }).click()
  await expect(dialog).toBeHidden()
  await expect(documentRow(staff, 'Passport.png')).toBeVisible()
})

test('[AD-03] [AD-04] [AD-05] given admins that cannot be written or read, when they are saved, deleted or opened, then each failure has its message @full', async ({
  staff,
  api,
  family,
  database,
  problems,
}) => {
  problems.expect(/status code 500/)
  const admin = await api.addAdmin(family)
  const alert = staff.getByRole('alert')
  const question = staff.getByRole('alertdialog')
  await staff.goto(staffUrl(`/admin/admins/${admin.id}`))
  await expect(staff.getByLabel('Username')).toHaveValue(family)
  await staff.getByLabel('Last Name').fill('Diaz')
  const allowWrites = await database.refuseWrites('admins')
  await pressButton(staff.getByRole('button', { name: 'Save' }))
  await expect(alert).toHaveText('Failed to save admin')
  await staff.getByRole('button', { name: 'Set New Password' }).click()
  await question.locator('input').fill('six words of mine')
  await question.getByRole('button', { name: 'OK' }).click()
  await readAlert(staff, 'Failed to update password.')
  await staff.getByRole('button', { name: 'Delete Admin' }).click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await readAlert(staff, 'Failed to delete admin. Please try again.')
  await allowWrites()
  expect((await api.admins()).map(({ username }) => username)).toContain(family)

  const showAdmins = await database.hide('admins')
  await staff.reload()
  await expect(alert).toContainText('Failed to load admin details')
  await showAdmins()
  await alert.getByRole('button', { name: 'Try again' }).click()
  await expect(staff.getByLabel('Username')).toHaveValue(family)

  const recover = await database.hide('admins')
  await staff.getByRole('link', { name: 'Back to Admins' }).click()
  await expect(alert.filter({ hasText: 'Failed to load admin list' })).toBeVisible()
  await recover()
})
