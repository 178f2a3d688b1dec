import type { Session } from '@agency/contract/sessions'
import type { StaffApi } from '@agency/test-kit/api/staff-api'
import { allowClipboard } from '@agency/test-kit/browser/clipboard'
import { expect, test } from '@agency/test-kit/browser/fixtures'
import { acknowledge } from '@agency/test-kit/browser/portal-pages'
import { openEdit, openSession, source } from '@agency/test-kit/browser/session-page'
import type { Page } from '@playwright/test'

async function addWaiting(api: StaffApi, family: string, primary_email: string | null) {
  const client = await api.addClient({ client_first_name: 'Ida', client_last_name: family, primary_email })
  const session = await api.startSession(client.id)
  const form = await api.attach(session.id, { type: 'Link', title: 'Guide', source: source() })
  return { session, form }
}

/** Opens the document, and presses Remind. */
async function remind(page: Page, session: Session) {
  await openSession(page, session)
  const edit = await openEdit(page, 'Guide')
  await edit.getByRole('button', { name: 'Remind' }).click()
  return edit
}

test('given a client with an e-mail address, when staff remind them, then an e-mail goes out once, and the record has it @full', async ({
  staff,
  api,
  family,
}) => {
  const { session } = await addWaiting(api, family, 'ida@example.com')
  const edit = await remind(staff, session)
  const done = staff.getByRole('dialog', { name: 'Reminder' })
  await expect(done).toContainText('An email is being sent to the client.')
  await done.getByRole('button', { name: 'Done' }).click()
  await expect(edit.getByText('Reminded')).toBeVisible()
  await edit.getByRole('button', { name: 'Remind' }).click()
  await expect(staff.getByRole('alertdialog')).toContainText('It can be done again in 10 minutes.')

  await expect(async () => {
    const actions = (await api.activity(session.client_id)).map(({ action }) => action)
    expect(actions.filter((action) => action.includes('remind')).sort()).toEqual([
      'session-form.reminded',
      'session-form.reminder-sent',
    ])
  }).toPass()
  expect(await api.sessionForms(session.id)).toMatchObject([{ reminder_error: null, reminded_at: expect.any(String) }])
})

test('given a client without an e-mail address, when staff remind them, then there is a text with the link for staff to send @full', async ({
  staff,
  api,
  family,
}) => {
  const { session, form } = await addWaiting(api, family, null)
  const copied = await allowClipboard(staff)
  const edit = await remind(staff, session)
  const dialog = staff.getByRole('dialog', { name: 'Reminder' })
  await expect(dialog).toContainText('Hello Ida,')
  await dialog.getByRole('button', { name: 'Copy reminder' }).click()
  await expect(dialog.getByText('Copied')).toBeVisible()
  expect(await copied()).toContain(`/session/${session.session_code}\n`)
  expect(await copied()).not.toContain(session.passcode)
  await staff.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(edit.getByRole('button', { name: 'Remind' })).toBeFocused()

  // Done, it waits no longer.
  await acknowledge(session, form.id)
  await expect(edit.getByRole('button', { name: 'Remind' })).toBeDisabled()
})
