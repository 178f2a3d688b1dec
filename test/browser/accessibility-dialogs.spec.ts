import { foreignPdf, onePagePdf } from '@agency/pdf-signing/test/sample-pdfs'
import { expectAccessible } from '@agency/test-kit/accessibility/expect-accessible'
import { addProposals, openFieldPlacement } from '@agency/test-kit/browser/field-placement'
import { expect, test } from '@agency/test-kit/browser/fixtures'
import { failCalls } from '@agency/test-kit/browser/held-calls'
import { consent, enterPortal, readToTheEnd } from '@agency/test-kit/browser/portal-pages'
import { openClientActivity } from '@agency/test-kit/browser/record-cards'
import { addSampleClient } from '@agency/test-kit/browser/sample-client'
import { openSession, sessionPath } from '@agency/test-kit/browser/session-page'
import { clientUrl, staffUrl } from '@agency/test-kit/product/product-address'

const modal = '[role=dialog]'
const alert = '[role=alertdialog]'

test('given the dialogs of documents, sessions and staff, when they are open, then axe and HTML CodeSniffer find nothing @full', async ({
  staff,
  api,
  family,
}) => {
  const { client, session } = await addSampleClient(api, family)
  const admin = await api.addAdmin(family)
  const dialog = staff.getByRole('dialog')
  const question = staff.getByRole('alertdialog')

  await staff.goto(staffUrl(`/admin/clients/${client.id}`))
  await openClientActivity(staff)
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
  await expectAccessible(staff, 'upload-documents-failed', modal)

  await staff.goto(staffUrl(sessionPath(session)))
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
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(question).toBeVisible()
  await expectAccessible(staff, 'Remove a document?', alert)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await staff.getByRole('button', { name: 'Add Document' }).click()
  await dialog.getByRole('button', { name: 'Create New Form' }).click()
  await expect(dialog.getByLabel('Form Type')).toBeVisible()
  await expectAccessible(staff, 'Create New Document', modal)

  await staff.goto(staffUrl(`/admin/admins/${admin.id}`))
  await staff.getByRole('button', { name: 'Set New Password' }).click()
  await expect(question.locator('input')).toBeVisible()
  await expectAccessible(staff, 'Set New Password', alert)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await staff.getByRole('button', { name: 'Delete Admin' }).click()
  await expect(question).toBeVisible()
  await expectAccessible(staff, 'Delete an admin?', alert)
})

test('given a document that is with its client, when it is moved and voided, then axe and HTML CodeSniffer find nothing @full', async ({
  staff,
  phone,
  api,
  family,
}) => {
  const { session, signing } = await addSampleClient(api, family)
  await api.attach(session.id, { type: 'Link', title: 'Fees', source: clientUrl('/session/') })
  await enterPortal(phone, session)
  await phone.goto(clientUrl(`/session/${session.session_code}/form/${signing.id}`))
  await consent(phone)
  await readToTheEnd(phone, 'Review')
  const dialog = staff.getByRole('dialog')
  const question = staff.getByRole('alertdialog')
  await openSession(staff, session)
  await staff.getByRole('button', { name: 'Move Fees up' }).click()
  await expectAccessible(staff, 'a session with documents to be moved')
  await staff.getByRole('button', { name: `${family} offer`, exact: true }).click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(question).toBeVisible()
  await expectAccessible(staff, 'Void instead?', alert)
  await question.getByRole('button', { name: 'Void Instead' }).click()
  await dialog.getByRole('button', { name: 'Void Document' }).click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await expectAccessible(staff, 'Void Document', modal)
})

test('given fields and what the client wrote into them, when they show, then axe and HTML CodeSniffer find nothing @full', async ({
  staff,
  api,
  family,
}) => {
  const { client, title } = await addProposals(api, family)
  const dialog = await openFieldPlacement(staff, title)
  const placing = '[role=dialog]:has(ol[aria-label="Fields in order"])'
  await expectAccessible(staff, 'Place Fields', placing)
  await dialog.getByRole('button', { name: 'Text Occupation, page 1' }).click()
  await expectAccessible(staff, 'Place Fields, one chosen', placing)
  await dialog.getByRole('button', { name: /^Prefill from/ }).click()
  await expectAccessible(staff, 'Place Fields, what it is bound to', placing)

  await staff.goto(staffUrl(`/admin/clients/${client.id}`))
  await expect(staff.getByRole('region', { name: 'Proposed Changes' })).toBeVisible()
  await expectAccessible(staff, 'a record with proposed changes')

  await api.addPdf(foreignPdf, { title: `${family} plain` })
  await openFieldPlacement(staff, `${family} plain`)
  await expectAccessible(staff, 'Place Fields, none yet', placing)
})
