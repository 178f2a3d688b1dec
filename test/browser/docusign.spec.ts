import { readFileSync } from 'node:fs'
import type { FakeDocusign } from '@agency/fake-docusign/fake-docusign'
import { expectAccessible } from '@agency/test-kit/accessibility/expect-accessible'
import { readAlert } from '@agency/test-kit/browser/alerts'
import { addTemplate, attachTemplate, test } from '@agency/test-kit/browser/docusign-fixtures'
import { expect } from '@agency/test-kit/browser/fixtures'
import { enterPortal } from '@agency/test-kit/browser/portal-pages'
import { pressButton, waitForButton } from '@agency/test-kit/browser/press-button'
import { openEdit, openSession, rowOf } from '@agency/test-kit/browser/session-page'
import { clientUrl, staffUrl } from '@agency/test-kit/product/product-address'
import type { Locator, Page } from '@playwright/test'

const way = (phone: Page) => phone.getByRole('button', { name: 'Go to DocuSign' })
const tapTenTimes = (target: Locator) =>
  target.evaluate((element) => {
    for (let tap = 0; tap < 10; tap += 1) if (element instanceof HTMLElement) element.click()
  })
const callsFor = ({ calls }: FakeDocusign, path: RegExp) => calls.filter((call) => path.test(call)).length

test('[FO-03] [FO-05] [FO-06] [AP-06] given a connected account, when staff sync, then its template is here, with its pages @full', async ({
  docusign,
  staff,
  family,
}) => {
  await staff.goto(staffUrl('/admin/forms'))
  await expect(staff.getByText('a DocuSign account is connected')).toBeVisible()
  addTemplate(docusign, `Consent ${family}`)
  const sync = staff.getByRole('button', { name: 'Sync Templates' })
  await pressButton(sync)
  await readAlert(staff, 'DocuSign templates synced successfully!')
  await expect(staff.getByText('DocuSign answered. Templates synced: 1 added, 0 updated, 0 retired.')).toBeVisible()

  await staff.getByRole('button', { name: `Edit Consent ${family}` }).click()
  const edit = staff.getByRole('dialog', { name: 'Edit Form' })
  await expect(edit.getByRole('region', { name: 'Preview of the document' }).getByRole('img')).toBeVisible()
  const opened = staff.waitForEvent('popup')
  await edit.getByRole('button', { name: 'Open in New Window' }).click()
  await opened
  await edit.getByRole('button', { name: 'Cancel' }).click()

  await staff.getByRole('button', { name: 'Add Document' }).click()
  await staff.getByLabel('Form Type').selectOption({ label: 'DocuSign Template (sync only)' })
  await expect(staff.getByText('Pull them in with Sync Templates.', { exact: false }).last()).toBeVisible()
  await staff.getByRole('button', { name: 'Close & Refresh' }).click()
  await expect(staff.getByRole('dialog')).toBeHidden()
})

test('[PO-08] [SE-10] [AP-06] given ten quick taps, when the client signs at DocuSign, then one envelope, and staff see it at once @full', async ({
  docusign,
  staff,
  phone,
  api,
  family,
}, info) => {
  const { session, form } = await attachTemplate({ docusign, api }, family)
  const title = form.title ?? ''
  await openSession(staff, session)
  const edit = await openEdit(staff, title)
  await expect(edit.getByRole('region', { name: 'Preview of the document' }).getByRole('img')).toBeVisible()
  await expect(edit.getByRole('button', { name: 'Open in New Window' })).toBeVisible()
  await edit.getByRole('button', { name: 'Cancel' }).click()

  const envelopes = docusign.account.envelopes.length
  await enterPortal(phone, session)
  // With its folder the link is drawn anew; what was there before takes no tap.
  await expect(phone.getByRole('button', { name: 'Carriers 1' })).toBeVisible()
  await tapTenTimes(phone.getByRole('link', { name: title }))
  await expect(phone).toHaveURL(clientUrl(`/session/${session.session_code}/form/${form.id}`))
  await expect(phone.getByText('You will sign on DocuSign’s page and come back here.')).toBeVisible()
  expect(docusign.account.envelopes.length - envelopes).toBe(1)
  await expectAccessible(phone, 'redirect-signing')
  const views = callsFor(docusign, /views\/recipient/)
  await waitForButton(way(phone))
  await tapTenTimes(way(phone))
  await expect(phone.getByRole('heading', { name: title })).toBeVisible()
  await expect(phone).toHaveURL(new RegExp(`^${docusign.url}/`))
  expect(callsFor(docusign, /views\/recipient/) - views).toBe(1)
  await expect(rowOf(staff, title)).toContainText('viewed')

  docusign.connect.held = true
  await phone.getByRole('button', { name: 'Finish and sign' }).click()
  await expect(phone.getByText('Confirming…')).toBeVisible()
  expect(phone.url()).toContain(clientUrl('/session/'))
  // The session and the known device. No request that another site’s page begins carries them; those that our own begins do.
  expect((await phone.context().cookies(clientUrl('/session/_api/'))).map(({ sameSite }) => sameSite)).toEqual([
    'Strict',
    'Strict',
  ])
  await expectAccessible(phone, 'redirect-signing-confirmation')
  await expect(rowOf(staff, title)).toContainText('viewed')
  docusign.connect.held = false
  const told = Date.now()
  for (const message of docusign.connect.messages.slice(-2)) expect(await docusign.connect.deliver(message)).toBe(200)
  await expect(rowOf(staff, title)).toContainText('completed')
  info.annotations.push({ type: 'from the webhook to the staff’s screen', description: `${Date.now() - told} ms` })

  const date = expect.stringMatching(/^\d+\/\d+\/\d+$/)
  const cells = rowOf(staff, title).getByRole('cell')
  await expect.poll(async () => (await cells.allTextContents()).slice(-3)).toEqual([date, date, date])
  await expect(phone.getByRole('heading', { name: 'All done: your document is complete' })).toBeVisible()
  const saved = phone.waitForEvent('download')
  await phone.getByRole('button', { name: 'Download', exact: true }).click()
  expect(readFileSync(await (await saved).path(), 'latin1')).toContain('Certificate Of Completion')
  await phone.getByRole('link', { name: 'Back to the list' }).click()
  await expect(phone.getByText('All documents completed.')).toBeVisible()
})

test('[PO-08] given a client who puts it off, when they are back, then they can go on, with an address of its own @full', async ({
  docusign,
  phone,
  api,
  family,
}) => {
  const { session, form } = await attachTemplate({ docusign, api }, family)
  await enterPortal(phone, session)
  await phone.getByRole('link', { name: form.title ?? '' }).click()
  await waitForButton(way(phone))
  await expectAccessible(phone, 'the way to DocuSign')
  await way(phone).click()
  await expect(phone).toHaveURL(new RegExp(`^${docusign.url}/`))
  const first = phone.url()
  await phone.getByRole('button', { name: 'Finish later' }).click()
  await expect(phone.getByText('You have not signed yet.', { exact: false })).toBeVisible()
  await expectAccessible(phone, 'a signing put off')
  await phone.getByRole('button', { name: 'Continue at DocuSign' }).click()
  await expect(phone.getByRole('button', { name: 'Decline' })).toBeVisible()
  expect(phone.url()).not.toBe(first)
  await phone.getByRole('button', { name: 'Decline' }).click()

  await expect(phone.getByText('You declined to sign this document.', { exact: false })).toBeVisible()
  expect((await api.sessionForms(session.id)).map(({ status }) => status)).toEqual(['declined'])
})

test('[PO-08] given DocuSign is down, when the document is tapped, then the list stays with the phone line, and staff read what to do @full', async ({
  docusign,
  staff,
  phone,
  api,
  family,
}) => {
  const { session, form } = await attachTemplate({ docusign, api }, family)
  const title = form.title ?? ''
  docusign.fail({ on: /\/envelopes/, status: 500, times: 2 })
  await enterPortal(phone, session)
  await phone.getByRole('link', { name: title }).click()
  const said = phone.getByRole('alert')
  await expect(said).toContainText('This document can’t be opened now.')
  await expect(said.getByRole('link', { name: '(305) 555-0100' })).toBeVisible()
  await expect(phone).toHaveURL(clientUrl(`/session/${session.session_code}/dashboard`))
  await expectAccessible(phone, 'a document that can’t be opened')

  await openSession(staff, session)
  await expect(rowOf(staff, title)).toContainText('needs attention')
  const edit = await openEdit(staff, title)
  await expect(edit.getByText('This document could not be sent for signing.', { exact: false })).toBeVisible()
  await expectAccessible(staff, 'a document that was not sent', '[role=dialog]')
  await edit.getByRole('button', { name: 'Send to DocuSign' }).click()
  await readAlert(staff)
  await expect(edit.getByText('This document could not be sent', { exact: false })).toBeHidden()
  await edit.getByRole('button', { name: 'Cancel' }).click()
  await expect(rowOf(staff, title)).toContainText('sent')
})

test('[PO-08] given a client without e-mail, when the document is tapped, then it stays closed, and says whom to call @full', async ({
  docusign,
  phone,
  api,
  family,
}) => {
  const { session, form } = await attachTemplate({ docusign, api }, family, null)
  await enterPortal(phone, session)
  await phone.getByRole('link', { name: form.title ?? '' }).click()
  await expect(phone.getByRole('alert')).toContainText('we need your email address')

  await api.changeClient(session.client_id, { primary_email: 'ida@example.com' })
  await phone.getByRole('link', { name: form.title ?? '' }).click()
  await expect(way(phone)).toBeVisible()
})

test('[FO-06] given an owner who has not consented, when staff sync, then the exact alert, and the address to consent at @full', async ({
  docusign,
  staff,
  problems,
}) => {
  // What failed stands in the browser's console too.
  problems.expect(/502/)
  docusign.auth.consented = false
  docusign.auth.tokens.clear()
  await staff.goto(staffUrl('/admin/forms'))
  const sync = staff.getByRole('button', { name: 'Sync Templates' })
  await pressButton(sync)
  await readAlert(staff, 'Failed to sync DocuSign templates. Check console for details.')
  const reason = staff.getByRole('alert')
  await expect(reason).toContainText('DocuSign needs the consent of the account’s owner')
  await expectAccessible(staff, 'docusign-consent')

  const opened = staff.waitForEvent('popup')
  await reason.getByRole('link').click()
  await expect((await opened).getByText('Consent is given.', { exact: false })).toBeVisible()
  await sync.click()
  await readAlert(staff)
  await expect(staff.getByText('DocuSign answered.', { exact: false })).toBeVisible()
})
