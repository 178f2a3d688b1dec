import type { StaffApi } from '@agency/test-kit/api/staff-api'
import { expect, test } from '@agency/test-kit/browser/fixtures'
import { staffUrl } from '@agency/test-kit/product/product-address'
import type { Page } from '@playwright/test'

const rows = (page: Page) => page.getByRole('table', { name: 'Clients' }).locator('tbody').getByRole('row')
const heading = (page: Page, name: string) => page.getByRole('columnheader', { name, exact: true })
const open = (page: Page, query: string) => page.goto(staffUrl(`/admin/clients?${query}`))

/** Four clients of one family: each column has a missing value, capitals are mixed, and each has another status. */
async function addFamily(api: StaffApi, family: string) {
  const people = [
    ['Zoe', 'Adams', '1990-02-01', '2027-01-05', 'cigna', 'active'],
    ['adam', 'baker', '2001-12-31', '2026-12-24', null, 'inactive'],
    ['Mia', 'Cole', null, null, 'Ambetter', 'unpaid'],
    [null, 'Dole', '1990-11-30', '2027-01-04', 'Oscar', 'cancelled'],
  ] as const
  for (const [first, last, dob, next_f_u_date, plan, status] of people) {
    await api.addClient({
      client_first_name: first,
      client_last_name: `${last} ${family}`,
      dob,
      next_f_u_date,
      current_health_plan_name: plan,
      status,
    })
  }
}

test('[CL-01] [CL-02] [CL-03] [CL-04] given clients, when headings are pressed, then they sort both ways with nulls last @full', async ({
  staff,
  api,
  family,
}) => {
  await addFamily(api, family)
  await open(staff, `q=${family}`)
  await expect(staff.getByRole('heading', { name: 'Clients', level: 1 })).toBeVisible()
  await expect(staff.getByRole('group', { name: 'Filter by status' }).getByRole('button')).toHaveText([
    /^All\b/,
    /^Active\b/,
    /^Inactive\b/,
    /^Unpaid\b/,
    /^Cancelled\b/,
    /^Archived\b/,
  ])
  await expect(staff.getByRole('button', { name: '+ client' })).toBeVisible()
  await expect(heading(staff, 'Last')).toHaveAttribute('aria-sort', 'ascending')
  await expect(rows(staff)).toContainText(['Adams', 'baker', 'Cole', 'Dole'])

  const orders = [
    ['First', ['baker', 'Cole', 'Adams', 'Dole'], ['Adams', 'Cole', 'baker', 'Dole']],
    ['Next Follow-Up', ['baker', 'Dole', 'Adams', 'Cole'], ['Adams', 'Dole', 'baker', 'Cole']],
    ['Health Plan', ['Cole', 'Adams', 'Dole', 'baker'], ['Dole', 'Adams', 'Cole', 'baker']],
    ['Age', ['baker', 'Dole', 'Adams', 'Cole'], ['Adams', 'Dole', 'baker', 'Cole']],
    ['Last', ['Adams', 'baker', 'Cole', 'Dole'], ['Dole', 'Cole', 'baker', 'Adams']],
  ] as const
  for (const [column, ascending, descending] of orders) {
    await heading(staff, column).getByRole('button').click()
    await expect(heading(staff, column)).toHaveAttribute('aria-sort', 'ascending')
    await expect(rows(staff)).toContainText([...ascending])
    await heading(staff, column).getByRole('button').click()
    await expect(heading(staff, column)).toHaveAttribute('aria-sort', 'descending')
    await expect(rows(staff)).toContainText([...descending])
  }
})

test('[CL-05] [CL-06] [CL-07] [CL-08] [CL-09] [CL-12] given clients, when searching and filtering, then matches with age and dashes, and a row leads on', async ({
  staff,
  api,
  family,
}) => {
  await addFamily(api, family)
  // A day on which one birthday of that year is past and the other is still to come.
  await staff.clock.setFixedTime('2026-06-15T12:00:00Z')
  await open(staff, '')
  const search = staff.getByRole('searchbox', { name: 'Search clients' })
  const footer = staff.getByRole('status').filter({ hasText: /clients?$/ })

  await search.fill(`COLE ${family.toLowerCase()}`)
  await expect(rows(staff)).toHaveCount(1)
  await expect(rows(staff).getByRole('cell')).toHaveText([
    'Mia',
    `Cole ${family}`,
    '-',
    'Ambetter',
    '-',
    '-',
    'unpaid',
    'First Admin',
    '-',
    '',
  ])
  await expect(footer).toHaveText('1 client')
  await search.fill(`ADAM BAKER ${family}`)
  await expect(rows(staff).getByRole('cell')).toHaveText([
    'adam',
    `baker ${family}`,
    '12/24/2026',
    '-',
    '24',
    '-',
    'inactive',
    'First Admin',
    '-',
    '',
  ])
  // The health plan's name follows the last name in what is searched.
  await search.fill(`${family} CIGNA`)
  await expect(rows(staff).getByRole('cell')).toHaveText([
    'Zoe',
    `Adams ${family}`,
    '1/5/2027',
    'cigna',
    '36',
    '-',
    'active',
    'First Admin',
    '-',
    '',
  ])
  await search.fill(family)
  await expect(footer).toHaveText('4 clients')
  await expect(rows(staff).last().getByRole('cell')).toHaveText([
    '-',
    `Dole ${family}`,
    '1/4/2027',
    'Oscar',
    '35',
    '-',
    'cancelled',
    'First Admin',
    '-',
    '',
  ])
  const filter = (name: string) => staff.getByRole('button', { name: new RegExp(`^${name}\\b`) })
  await expect(filter('All')).toHaveAttribute('aria-pressed', 'true')
  for (const [status, name] of [
    ['Active', 'Adams'],
    ['Inactive', 'baker'],
    ['Unpaid', 'Cole'],
    ['Cancelled', 'Dole'],
  ] as const) {
    await filter(status).click()
    await expect(filter(status)).toHaveAttribute('aria-pressed', 'true')
    await expect(rows(staff)).toHaveCount(1)
    await expect(rows(staff)).toContainText(`${name} ${family}`)
  }
  await filter('All').click()
  await expect(rows(staff)).toHaveCount(4)
  await search.fill(`${family} nobody`)
  await expect(staff.getByText('No clients found.')).toBeVisible()
  await expect(rows(staff)).toHaveCount(0)
  await expect(footer).toHaveText('0 clients')

  await search.fill(`zoe adams ${family}`)
  await expect(rows(staff)).toHaveCount(1)
  await rows(staff).click()
  await expect(staff).toHaveURL(/\/admin\/clients\/[0-9a-f-]{36}$/)
  await expect(staff.getByRole('heading', { name: `Zoe Adams ${family}` })).toBeVisible()
})

test('[CL-11] [CL-07] given more clients than a page holds, when paging, then each page shows its part, on a phone laid out as it comes near @full', async ({
  staff,
  api,
  family,
}) => {
  const numbers = Array.from({ length: 52 }, (_, index) => `${index + 1}`.padStart(2, '0'))
  for (const number of numbers) await api.addClient({ client_last_name: `${family} ${number}` })
  await open(staff, `q=${family}`)
  const footer = staff.getByRole('status').filter({ hasText: /clients?$/ })
  const previous = staff.getByRole('button', { name: 'Previous page' })
  const next = staff.getByRole('button', { name: 'Next page' })

  await expect(footer).toHaveText('Showing 1–50 of 52 clients')
  await expect(previous).toHaveText('<')
  await expect(next).toHaveText('>')
  await expect(previous).toBeDisabled()
  await expect(rows(staff).first()).toContainText(`${family} 01`)
  await next.click()
  await expect(footer).toHaveText('Showing 51–52 of 52 clients')
  await expect(rows(staff)).toContainText([`${family} 51`, `${family} 52`])
  await expect(next).toBeDisabled()
  await previous.click()
  await expect(footer).toHaveText('Showing 1–50 of 52 clients')

  // On a phone, a card far below the window is laid out when it comes near.
  await staff.setViewportSize({ width: 375, height: 740 })
  const last = staff.locator('tbody tr').last().getByRole('link')
  const isLaidOut = () => last.evaluate((link) => link.checkVisibility({ contentVisibilityAuto: true }))
  await expect.poll(isLaidOut).toBe(false)
  await staff.locator('tbody tr').last().scrollIntoViewIfNeeded()
  await expect.poll(isLaidOut).toBe(true)
  await expect(last).toBeInViewport()
})

test('[CL-09] given a long list by keyboard, when a client is opened and left, then the same page, row and place @full', async ({
  staff,
  api,
  family,
}) => {
  for (let n = 10; n < 62; n += 1) await api.addClient({ client_first_name: `P${n}`, client_last_name: family })
  await open(staff, `q=${family}&sort=client_first_name`)
  await expect(rows(staff)).toHaveCount(50)
  await heading(staff, 'Status').getByRole('button').focus()
  await staff.keyboard.press('Tab')
  await expect(staff.getByRole('link', { name: `P10 ${family}` })).toBeFocused()
  await staff.keyboard.press('End')
  await staff.keyboard.press('ArrowUp')
  const row = staff.getByRole('link', { name: `P58 ${family}` })
  await expect(row).toBeFocused()
  await expect(row).toBeInViewport()
  const place = await staff.evaluate(() => window.scrollY)
  expect(place).toBeGreaterThan(500)
  const address = staff.url()

  for (const back of ['browser', 'link']) {
    await staff.keyboard.press('Enter')
    await expect(staff.getByRole('heading', { name: `P58 ${family}`, level: 1 })).toBeFocused()
    if (back === 'browser') await staff.goBack()
    else await staff.getByRole('link', { name: 'Back to clients' }).press('Enter')
    await expect(row, back).toBeFocused()
    await expect(staff).toHaveURL(address)
    await expect.poll(() => staff.evaluate(() => window.scrollY), back).toBe(place)
  }
  await staff.keyboard.press('ArrowRight')
  await staff.keyboard.press('Enter')
  await expect(staff.getByRole('dialog', { name: 'Edit Client' })).toBeVisible()
  await staff.keyboard.press('Escape')
  await expect(staff.getByRole('button', { name: `Edit client P58 ${family}` })).toBeFocused()
})

test('given a long list on a phone, when clients far down are selected, then the bar is in view and covers no focus', async ({
  staff,
  api,
  family,
}) => {
  await addFamily(api, family)
  await staff.setViewportSize({ width: 375, height: 600 })
  await open(staff, `q=${family}`)
  await staff.getByRole('button', { name: 'Select', exact: true }).click()
  await staff.getByRole('checkbox', { name: `Select Dole ${family}` }).check()
  await staff.evaluate(() => window.scrollTo(0, document.body.scrollHeight))

  await expect(staff.getByRole('button', { name: 'Change', exact: true })).toBeInViewport({ ratio: 1 })
  const third = staff.getByRole('checkbox', { name: `Select Mia Cole ${family}` })
  const bar = staff.getByRole('region', { name: 'Selected clients' })
  // Right behind the bar.
  await third.evaluate((box) => window.scrollBy(0, box.getBoundingClientRect().top - 20))
  await third.focus()
  const [end, start] = await Promise.all(
    [bar, third].map((part) => part.evaluate((one) => one.getBoundingClientRect().toJSON())),
  )
  expect(start.top).toBeGreaterThanOrEqual(end.bottom)
})
