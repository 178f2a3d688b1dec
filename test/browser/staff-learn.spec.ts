import { openPortalApi, signAndSeal } from '@agency/test-kit/api/portal-api'
import { rowOf as documentRow, documents } from '@agency/test-kit/browser/client-documents'
import { expect, test } from '@agency/test-kit/browser/fixtures'
import { openClient, openClientActivity } from '@agency/test-kit/browser/record-cards'
import { addOffer, formsCard, openEdit, openSession, rowOf } from '@agency/test-kit/browser/session-page'
import { staffUrl } from '@agency/test-kit/product/product-address'
import type { Page } from '@playwright/test'

/** The events of a client's Activity, from the client's page. */
async function activityOf(page: Page, clientId: string) {
  await openClient(page, clientId)
  return (await openClientActivity(page)).getByRole('listitem')
}

test('[PH-06] given a client who declines with a reason, when staff look, then the dashboard, the session, the document and Activity say who, when, from where and why @full', async ({
  staff,
  api,
  family,
}) => {
  const { session, form } = await addOffer(api, family)
  const portal = await openPortalApi(session)
  await portal.openForm(form.id)
  const reason = `Not before ${family} has read it`
  await portal.ask('POST', `/sessionforms/${form.id}/decline`, { reason })

  await staff.goto(staffUrl('/admin/dashboard'))
  const work = staff.getByRole('region', { name: 'Needs somebody' })
  const declined = work.getByRole('listitem').filter({ hasText: reason })
  await expect(declined).toHaveText(new RegExp(`^Declined.*${family} Offer, declined .*, from .*Reason: ${reason}`))
  await expect(declined.getByRole('button', { name: 'Offer Again' })).toBeVisible()
  await staff.getByRole('link', { name: /Declined sessions$/ }).click()
  await staff.getByRole('link', { name: new RegExp(`${family}, onboarding session`) }).click()
  const card = formsCard(staff)
  await expect(card.getByText('was declined by')).toContainText(`Reason: ${reason}`)
  await card.getByRole('button', { name: 'Open Document' }).click()
  await expect(staff.getByRole('dialog', { name: 'Edit Document' }).getByText(`Reason: ${reason}`)).toBeVisible()

  const events = await activityOf(staff, session.client_id)
  await expect(events.filter({ hasText: 'Declined Offer' })).toContainText([`Reason: ${reason}`])
  await expect(events.filter({ hasText: 'Viewed Offer' })).toHaveCount(1)
  await expect(events.filter({ hasText: /\(client\) · Sent/ })).toHaveCount(0)
})

test('[PH-07] given a document that the client declined, when staff mark it as completed, then they are asked, and it never looks sealed @full', async ({
  staff,
  api,
  family,
}) => {
  const { session, form } = await addOffer(api, family)
  const portal = await openPortalApi(session)
  await portal.openForm(form.id)
  await portal.ask('POST', `/sessionforms/${form.id}/decline`, { reason: 'On paper' })
  await openSession(staff, session)
  const dialog = await openEdit(staff, 'Offer')
  await dialog.getByLabel('Status').selectOption('completed')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await staff
    .getByRole('alertdialog', { name: 'The client declined' })
    .getByRole('button', { name: 'Set Status' })
    .click()
  await expect(dialog).toBeHidden()

  const { first_name, last_name } = api.login.admin
  const by = `by ${first_name} ${last_name}, `
  await expect(rowOf(staff, 'Offer')).toContainText(`Marked completed ${by}`)
  await expect(rowOf(staff, 'Offer').getByText('completed', { exact: true })).not.toHaveAttribute('data-tone')
  const summary = staff.getByRole('region', { name: 'Session summary' })
  await expect(summary).toContainText(`Document marked ${by}`)
  await openClient(staff, session.client_id)
  const sessions = staff.getByRole('table', { name: 'Sessions' })
  await expect(sessions).toContainText(`Document marked ${by}`)
  await expect(sessions.getByText('completed', { exact: true })).not.toHaveAttribute('data-tone')
  expect(await api.documents(session.client_id)).toEqual([])
})

test('[PH-08] given a client who signs, when it is sealed, then the document is in the client’s Documents, leads to its session, and is deleted with a reason only @full', async ({
  staff,
  api,
  family,
}) => {
  const { session, form } = await addOffer(api, family)
  await signAndSeal(api, await openPortalApi(session), session, form.id)
  await openClient(staff, session.client_id)
  await documentRow(staff, 'Offer.pdf').click()
  const dialog = staff.getByRole('dialog', { name: 'Offer.pdf', exact: true })
  await expect(dialog.getByRole('img', { name: 'Page 1 of' })).toBeVisible()
  await expect(dialog.getByRole('checkbox', { name: 'Signed' })).toBeDisabled()
  await dialog.getByRole('link', { name: session.session_code.replace(/(.{4})(?=.)/g, '$1-') }).click()
  await expect(rowOf(staff, 'Offer')).toContainText('completed')

  await openClient(staff, session.client_id)
  await documentRow(staff, 'Offer.pdf').click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  const deletion = staff.getByRole('dialog', { name: 'Delete Signed Document' })
  await deletion.getByRole('button', { name: 'Delete Document' }).click()
  await expect(deletion.getByRole('alert')).toHaveText('Please give a reason.')
  await deletion.getByLabel('Reason').fill('Filed by mistake')
  await deletion.getByRole('button', { name: 'Delete Document' }).click()
  await expect(documents(staff).getByText('No documents uploaded yet.')).toBeVisible()
  const events = await activityOf(staff, session.client_id)
  await expect(events.filter({ hasText: 'Deleted Offer.pdf' })).toContainText(['Reason: Filed by mistake'])
  expect((await api.sessionForms(session.id))[0]?.sealed_sha256).toMatch(/^[0-9a-f]{64}$/)
})
