import { onePagePdf } from '@agency/pdf-signing/test/sample-pdfs'
import { expectAccessible } from '@agency/test-kit/accessibility/expect-accessible'
import { fillAndSign } from '@agency/test-kit/api/portal-api'
import { expect, test } from '@agency/test-kit/browser/fixtures'
import { sessionPath, source } from '@agency/test-kit/browser/session-page'
import { staffUrl } from '@agency/test-kit/product/product-address'
import type { Page } from '@playwright/test'

/**
 * Half past ten in the evening where the tests' browser is, and the next day already in UTC; so long ago that no test that
 * runs at the same time has a follow-up before it: the others begin in 1902.
 */
const evening = '1901-03-11T03:30:00Z'

const tile = (page: Page, label: string) => page.getByRole('link', { name: new RegExp(`^[\\d,]+ ${label}$`) })

async function countOf(page: Page, label: string): Promise<number> {
  return Number.parseInt((await tile(page, label).textContent())?.replace(',', '') ?? '', 10)
}

async function openDashboard(page: Page): Promise<void> {
  await page.goto(staffUrl('/admin/dashboard'))
  await expect(tile(page, 'Overdue follow-ups')).toBeVisible()
}

test('given follow-ups, when the dashboard shows, then those before and after the local date are counted and listed @full', async ({
  staff,
  api,
  family,
}) => {
  // An office without a client has first steps in place of figures.
  await api.addClient({ client_last_name: 'Before' })
  await staff.clock.setFixedTime(evening)
  await openDashboard(staff)
  const before = {
    overdue: await countOf(staff, 'Overdue follow-ups'),
    coming: await countOf(staff, 'Follow-ups within 7 days'),
  }
  const clients = []
  for (const [first, next_f_u_date] of [
    ['Late', '1901-03-09'],
    ['Today', '1901-03-10'],
    ['Last', '1901-03-17'],
    ['Beyond', '1901-03-18'],
  ] as const)
    clients.push(await api.addClient({ client_first_name: first, client_last_name: family, next_f_u_date }))
  await openDashboard(staff)
  await expect(staff.getByRole('heading', { name: 'Today', level: 2 })).toBeVisible()
  await expect.poll(() => countOf(staff, 'Overdue follow-ups')).toBe(before.overdue + 1)
  await expect.poll(() => countOf(staff, 'Follow-ups within 7 days')).toBe(before.coming + 2)
  await expectAccessible(staff, 'dashboard')

  await tile(staff, 'Follow-ups within 7 days').click()
  const rows = staff.getByRole('table', { name: 'Clients' }).locator('tbody').getByRole('row')
  await expect(rows.filter({ hasText: family })).toContainText(['Today', 'Last'])
  await expect(rows.filter({ hasText: family })).toHaveCount(2)
  await staff.goBack()
  await tile(staff, 'Overdue follow-ups').click()
  await expect(rows.filter({ hasText: family })).toContainText(['Late'])
  await expect(rows.filter({ hasText: family })).toHaveCount(1)
  await staff.getByRole('searchbox').fill(family)
  await expect(rows).toHaveCount(1)
  await staff.getByRole('button', { name: 'Overdue follow-ups, remove filter' }).click()
  await expect(rows).toHaveCount(4)
  await expect(staff).toHaveURL(staffUrl(`/admin/clients?q=${family}&sort=next_f_u_date`))
  // The dashboard lists the five that are overdue for the longest: other tests have one of these at a time.
  for (const { id } of clients) await api.changeClient(id, { next_f_u_date: null })
})

test('given sessions, when their numbers on the dashboard are pressed, then lists that lead to them @full', async ({
  staff,
  api,
  family,
}) => {
  const client = await api.addClient({ client_first_name: 'Ida', client_last_name: family })
  const waiting = await api.startSession(client.id, { session_type: 'review' })
  const done = await api.startSession(client.id, { session_type: 'renewal' })
  const rates = await api.addPdf(onePagePdf, { title: `Rates ${family}` })
  const form = await api.attach(done.id, { form_id: rates.id })
  // Without a document, and before it is handed over, it would wait for staff.
  await api.attach(waiting.id, { form_id: rates.id })
  await api.handOver(waiting.session_code)
  await fillAndSign(done, form.id, {})
  // Marked by hand: that is no signature.
  const marked = await api.startSession(client.id, { session_type: 'onboarding' })
  const paper = await api.attach(marked.id, { type: 'Link', title: 'Paper', source: source() })
  await api.changeForm(paper.id, { status: 'completed', signed_at: new Date().toISOString() })
  const rows = staff.getByRole('table', { name: 'Sessions' }).getByRole('row').filter({ hasText: family })

  await openDashboard(staff)
  await tile(staff, 'Sessions waiting for the client').click()
  await expect(staff.getByRole('heading', { name: 'Sessions', level: 1 })).toBeFocused()
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('review')
  await expect(staff.getByRole('button', { name: /^Waiting for the client/ })).toHaveAttribute('aria-pressed', 'true')
  await staff.goBack()
  await tile(staff, 'Sessions signed since yesterday').click()
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('renewal')
  await staff.getByRole('button', { name: /^Signed since .*, remove filter$/ }).click()
  await expect(rows).toHaveCount(3)
  await staff.getByRole('link', { name: `Ida ${family}, review session` }).click()
  await expect(staff).toHaveURL(staffUrl(sessionPath(waiting)))
  await expect(staff.getByRole('heading', { name: `review Session for Ida ${family}` })).toBeVisible()
})
