import { randomInt } from 'node:crypto'
import { expectAccessible } from '@agency/test-kit/accessibility/expect-accessible'
import { expect, test } from '@agency/test-kit/browser/fixtures'
import { staffUrl } from '@agency/test-kit/product/product-address'
import type { Page } from '@playwright/test'

const rows = (page: Page, name: string) => page.getByRole('table', { name }).locator('tbody').getByRole('row')
const digits = (length: number) => String(randomInt(10 ** (length - 1), 10 ** length))

test('[OF-05] given a client with a session, when searched by any identifier, then list and palette find it @full', async ({
  staff,
  api,
  family,
}) => {
  const phone = digits(10)
  const ssn = `900-45-${digits(4)}`
  const client = await api.addClient({
    client_first_name: 'Olga',
    client_last_name: family,
    primary_email: `olga.${family}@example.com`,
    primary_phone: phone,
    ssn,
  })
  const session = await api.startSession(client.id)
  const code = session.session_code
  const searches = [
    `olga.${family}`.toUpperCase(),
    `+1 (${phone.slice(0, 3)}) ${phone.slice(3, 6)}-${phone.slice(6)}`,
    `${code.slice(0, 4)}-${code.slice(4, 8)}-${code.slice(8)}`.toLowerCase(),
    ssn.slice(-4),
  ]
  await staff.goto(staffUrl('/admin/clients'))
  for (const q of searches) {
    const answered = staff.waitForResponse((response) => new URL(response.url()).searchParams.get('q') === q)
    await staff.getByRole('searchbox', { name: 'Search clients' }).fill(q)
    await answered
    await expect(rows(staff, 'Clients').filter({ hasText: family })).toHaveCount(1)
  }
  await expect
    .poll(async () => (await api.activity(client.id)).map(({ action }) => action))
    .toContain('client.found-by-ssn')

  await staff.keyboard.press('Control+k')
  const input = staff.getByRole('combobox')
  await input.fill(phone)
  await expect(staff.getByRole('option', { name: `Olga ${family}` })).toBeVisible()
  await input.fill(code)
  await staff.getByRole('option', { name: `Olga ${family}, onboarding session` }).click()
  await expect(staff.getByRole('heading', { name: `onboarding Session for Olga ${family}` })).toBeFocused()
})

test('[OF-06] given a list that staff arranged, when it is saved and reloaded, then the view brings filter and columns back @full', async ({
  staff,
  api,
  family,
}) => {
  await api.addClient({ client_last_name: family, primary_email: `${family}@example.com`, status: 'unpaid' })
  await staff.goto(staffUrl('/admin/clients?status=unpaid'))
  await staff.getByText('Columns', { exact: true }).click()
  await staff.getByRole('checkbox', { name: 'Email' }).check()
  await expectAccessible(staff, 'client-list-columns')
  await staff.keyboard.press('Escape')
  await staff.getByRole('button', { name: 'Save this view' }).click()
  await staff.getByLabel('Name').fill(family)
  await staff.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(staff.getByRole('button', { name: family, exact: true })).toBeVisible()

  await staff.goto(staffUrl('/admin/clients'))
  await staff.getByText('Columns', { exact: true }).click()
  await staff.getByRole('checkbox', { name: 'Email' }).uncheck()
  await staff.keyboard.press('Escape')
  await staff.getByRole('button', { name: family, exact: true }).click()
  await expect(staff).toHaveURL(staffUrl('/admin/clients?status=unpaid'))
  await expect(staff.getByRole('columnheader', { name: 'Email' })).toBeVisible()
  await staff.getByRole('searchbox', { name: 'Search clients' }).fill(family)
  await staff.getByRole('searchbox', { name: 'Search clients' }).press('ArrowDown')
  await expect(staff.getByRole('link', { name: new RegExp(family) })).toBeFocused()
  await expect(rows(staff, 'Clients')).toContainText([`${family}@example.com`])
})

test('[OF-07] given a client, when another with its e-mail address is added, then it is named, and the new record opens @full', async ({
  staff,
  api,
  family,
}) => {
  const email = `${family}@example.com`
  await api.addClient({ client_first_name: 'Ana', client_last_name: family, primary_email: email })
  await staff.goto(staffUrl('/admin/clients'))
  await staff.getByRole('button', { name: '+ client' }).click()
  const dialog = staff.getByRole('dialog', { name: 'Add Client' })
  await dialog.getByLabel('First Name').fill('Bea')
  await dialog.getByLabel('Last Name').fill(family)
  await dialog.getByLabel('Email').fill(email.toUpperCase())
  await expect(dialog.getByRole('link', { name: `Ana ${family}` })).toBeVisible()
  await expectAccessible(staff, 'duplicate-warning', '[role=dialog]')
  await dialog.getByLabel('Email').press('Shift+Enter')
  await expect(dialog.getByText(`Bea ${family} was added.`)).toBeVisible()
  await expect(dialog.getByLabel('First Name')).toBeFocused()
  await staff.keyboard.type('Cleo')
  await staff.keyboard.press('Enter')
  await expect(staff.getByRole('heading', { name: 'Cleo', level: 1 })).toBeFocused()
})

test('[OF-08] [OF-12] given sessions, when opened from the navigation and the dashboard, then each state has its list @full', async ({
  staff,
  api,
  family,
}) => {
  const client = await api.addClient({
    client_first_name: 'Ida',
    client_last_name: family,
    // Overdue for long, and after the day of dashboard.spec.ts, which counts.
    next_f_u_date: '1902-01-01',
  })
  await api.startSession(client.id, { session_type: 'review', passcode: null })
  await staff.goto(staffUrl('/admin/dashboard'))
  await staff.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Sessions' }).click()
  await staff.getByRole('searchbox', { name: 'Search sessions' }).fill(family)
  await staff.getByRole('button', { name: /^Waiting for us/ }).click()
  await expect(rows(staff, 'Sessions')).toHaveCount(1)
  await expect(staff).toHaveURL(staffUrl(`/admin/sessions?q=${family}&status=waiting_for_us`))
  await expectAccessible(staff, 'sessions')
  await staff.getByRole('button', { name: /^Done/ }).click()
  await expect(staff.getByText('No sessions found.')).toBeVisible()

  await staff.goto(staffUrl('/admin/dashboard'))
  const work = staff.getByRole('region', { name: 'Needs somebody' })
  const overdue = work.getByRole('listitem').filter({ hasText: 'Follow-up' })
  await expect(overdue.first()).toBeVisible()
  await expectAccessible(staff, 'dashboard-lists')
  await overdue.getByRole('link', { name: `Ida ${family}` }).click()
  await expect(staff.getByRole('heading', { name: `Ida ${family}`, level: 1 })).toBeVisible()
  // The list is short, and other tests look for theirs in it.
  await api.changeClient(client.id, { next_f_u_date: null })
})
