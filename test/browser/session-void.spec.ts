import { expectAccessible } from '@agency/test-kit/accessibility/expect-accessible'
import { expect, test } from '@agency/test-kit/browser/fixtures'
import { consent, enterPortal, readToTheEnd, sign } from '@agency/test-kit/browser/portal-pages'
import { addOffer, openEdit, openSession, rowOf } from '@agency/test-kit/browser/session-page'
import { clientUrl } from '@agency/test-kit/product/product-address'

test('given a document that the client has opened, when it is deleted, then voiding is offered, and the client can’t sign @full', async ({
  staff,
  phone,
  api,
  family,
}) => {
  const { session, form } = await addOffer(api, family)
  await openSession(staff, session)
  const edit = await openEdit(staff, 'Offer')
  await expect(edit.getByRole('button', { name: 'Void', exact: true })).toBeDisabled()
  await enterPortal(phone, session)
  await phone.getByRole('link', { name: /Offer/ }).click()
  await consent(phone)
  await readToTheEnd(phone, 'Review')
  // The open dialog has followed the client.
  await expect(edit.getByRole('button', { name: 'Void', exact: true })).toBeEnabled()

  await edit.getByRole('button', { name: 'Delete' }).click()
  const refusal = staff.getByRole('alertdialog', { name: "This document can't be deleted" })
  await expect(refusal).toContainText('It was sent to the client for signing')
  await refusal.getByRole('button', { name: 'Void Instead' }).click()
  const dialog = staff.getByRole('dialog', { name: 'Void Document' })
  await dialog.getByRole('button', { name: 'Void Document' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Please give a reason.')
  await expectAccessible(staff, 'void-document', '[role=dialog]')
  await dialog.getByLabel('Reason').fill('The plan changed')
  await dialog.getByRole('button', { name: 'Void Document' }).click()

  await expect(edit.getByText('The plan changed')).toBeVisible()
  await expect(edit.getByLabel('Status')).toHaveValue('voided')
  await edit.getByRole('button', { name: 'Cancel' }).click()
  await expect(rowOf(staff, 'Offer')).toContainText('voided')
  await expect(rowOf(staff, 'Offer').getByRole('button', { name: 'Offer' })).toBeFocused()
  const [kept] = await api.sessionForms(session.id)
  expect(kept).toMatchObject({ id: form.id, status: 'voided', void_reason: 'The plan changed' })
  await phone.goto(clientUrl(`/session/${session.session_code}/form/${form.id}`))
  await expect(phone.getByText('This document was withdrawn.', { exact: false })).toBeVisible()
  await expect(phone.locator('[data-reader-bar]')).toHaveCount(0)
  await expect(phone.locator('body')).not.toContainText('The plan changed')
})

test('given a signed document, when it is voided, then what was signed stays to be downloaded @full', async ({
  staff,
  phone,
  api,
  family,
}) => {
  const { session } = await addOffer(api, family)
  await enterPortal(phone, session)
  await phone.getByRole('link', { name: /Offer/ }).click()
  await consent(phone)
  await readToTheEnd(phone, 'Review')
  await sign(phone)

  await openSession(staff, session)
  await expect(rowOf(staff, 'Offer')).toContainText('completed')
  const edit = await openEdit(staff, 'Offer')
  await edit.getByRole('button', { name: 'Void', exact: true }).click()
  const dialog = staff.getByRole('dialog', { name: 'Void Document' })
  await dialog.getByLabel('Reason').fill('Signed by mistake')
  await dialog.getByRole('button', { name: 'Void Document' }).click()
  await expect(edit.getByText('Signed by mistake')).toBeVisible()
  const download = staff.waitForEvent('download')
  await edit.getByRole('button', { name: 'Download' }).click()
  expect((await download).suggestedFilename()).toBe('Offer.pdf')
  const [kept] = await api.sessionForms(session.id)
  expect(kept).toMatchObject({ status: 'voided', sealed_sha256: expect.stringMatching(/^[0-9a-f]{64}$/) })
})
