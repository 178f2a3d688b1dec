import { expectAccessible } from '@agency/test-kit/accessibility/expect-accessible'
import { expect, test } from '@agency/test-kit/browser/fixtures'
import { dateAndTime, shortDate } from '@agency/test-kit/browser/local-dates'
import { acknowledge } from '@agency/test-kit/browser/portal-pages'
import { card, openClient, openDialog, shown } from '@agency/test-kit/browser/record-cards'
import { openSession, sessionPath, source } from '@agency/test-kit/browser/session-page'
import { clientUrl, staffUrl } from '@agency/test-kit/product/product-address'

test('[SE-01] [SE-04] [SE-05] given sessions, when the panel and a session are opened, then code, type, status, passcode and dates @full', async ({
  staff,
  api,
  family,
}) => {
  const client = await api.addClient({ client_first_name: 'Eva', client_last_name: family })
  const closed = await api.startSession(client.id, { session_type: 'review', passcode: null })
  await openClient(staff, client.id)
  const row = card(staff, 'Sessions').getByRole('table', { name: 'Sessions' }).locator('tbody').getByRole('row')
  const code = closed.session_code.replace(/^(....)(....)(....)$/, '$1-$2-$3')
  const created = shortDate(closed.created_at)
  await expect(row.getByRole('cell')).toHaveText([code, 'review', 'not started', created, 'No documents'])

  await row.click()
  const path = sessionPath(closed)
  await expect(staff).toHaveURL(staffUrl(path))
  await expect(staff.getByRole('heading', { name: `review Session for Eva ${family}`, level: 1 })).toBeVisible()
  const summary = staff.getByRole('region', { name: 'Session summary' })
  await expect(shown(summary, 'Status')).toHaveText('not started')
  await expect(shown(summary, 'Passcode')).toHaveText('N/A')
  await expect(shown(summary, 'Last updated')).toHaveText(dateAndTime(closed.created_at))
  const link = clientUrl(`/session/${closed.session_code}`)
  await expect(summary.getByRole('link', { name: link })).toHaveAttribute('href', link)

  await staff.getByRole('link', { name: 'Back to Client Detail Page' }).click()
  await expect(staff).toHaveURL(staffUrl(`/admin/clients/${client.id}`))

  await test.step('a submitted session has its passcode on demand, and the date of its submission', async () => {
    const submitted = await api.startSession(client.id, { passcode: 'Blue Door' })
    const form = await api.attach(submitted.id, { type: 'Link', title: 'Guide', source: source() })
    await acknowledge(submitted, form.id)
    const { submitted_at } = await api.readSession(submitted.session_code)
    await openSession(staff, submitted)
    await expect(shown(summary, 'Status')).toHaveText('completed')
    await expect(shown(summary, 'Last updated')).toHaveText(dateAndTime(submitted_at ?? ''))
    await expect(summary).not.toContainText('Blue Door')
    await summary.getByRole('button', { name: 'Show passcode' }).click()
    await expect(summary).toContainText('Blue Door')
  })
})

test('[SE-02] given clients with and without a phone, when a session is started, then the suggestion is made of it, and may be blank @full', async ({
  staff,
  api,
  family,
}) => {
  // A year that is not this one, and in which the login of the test is still good.
  await staff.clock.setFixedTime('2024-06-15T12:00:00Z')
  const suggestions = [
    [{ primary_phone: '+1 (305) 555-0147' }, '0147'],
    [{ primary_phone: '5-5-5' }, '2024'],
    [{ primary_phone: null }, '2024'],
  ] as const
  for (const [values, digits] of suggestions) {
    const { id } = await api.addClient({ client_last_name: family.toUpperCase(), ...values })
    await openClient(staff, id)
    const dialog = await openDialog(staff, 'Start New Session')
    await expect(dialog.getByLabel('Session type').getByRole('option')).toHaveText([
      'onboarding',
      'review',
      'renewal',
      'custom',
    ])
    await expect(dialog.getByLabel('Client login password')).toHaveValue(`${family.toLowerCase()}${digits}`)
    await expect(dialog.getByText('Not case-sensitive.')).toBeVisible()
  }

  await test.step('a session of a client without a last name starts without a passcode', async () => {
    const { id } = await api.addClient({ client_first_name: 'Solo', primary_phone: '3055550147' })
    await openClient(staff, id)
    const dialog = await openDialog(staff, 'Start New Session')
    await expect(dialog.getByLabel('Client login password')).toHaveValue('client0147')
    await expectAccessible(staff, 'start-session', '[role=dialog]')
    await dialog.getByLabel('Session type').selectOption('renewal')
    await dialog.getByLabel('Client login password').fill('   ')
    const sent = staff.waitForRequest(/\/_api\/session$/)
    await dialog.getByRole('button', { name: 'Start Session' }).click()
    expect((await sent).postDataJSON()).toEqual({ client_id: id, session_type: 'renewal', passcode: null })
    await expect(staff.getByRole('heading', { name: 'renewal Session for Solo' })).toBeVisible()
  })
})
