import { expectAccessible } from '@agency/test-kit/accessibility/expect-accessible'
import { expect, test } from '@agency/test-kit/browser/fixtures'
import { card, openClient } from '@agency/test-kit/browser/record-cards'
import { staffUrl } from '@agency/test-kit/product/product-address'
import type { Page } from '@playwright/test'

const phone = { width: 375, height: 740 }

/** The section that the way to the cards says is in view. */
const current = (page: Page) => page.getByRole('navigation', { name: 'Sections' }).locator('[aria-current="location"]')

/** Opens a client who has nothing yet. What the last cards show comes after the others, and would move the page's end. */
async function openWhole(page: Page, id: string): Promise<void> {
  await openClient(page, id)
  await expect(card(page, 'Sessions').getByText('No sessions yet.')).toBeVisible()
  await expect(card(page, 'Documents').getByText('No documents uploaded yet.')).toBeVisible()
}

/** Cards that come near get their height: the end may move while the page scrolls to it. */
async function scrollToEnd(staff: Page): Promise<void> {
  await expect(async () => {
    await staff.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
    await expect(current(staff)).toHaveText('PCP - Specialists - RX', { timeout: 1_000 })
  }).toPass()
}

test('given seventeen cards, when the page is scrolled to its end and back, then the way to them follows @full', async ({
  staff,
  api,
  family,
}) => {
  // A value in each card: empty sections are one line each.
  const { id } = await api.addClient({
    client_last_name: family,
    city_of_birth: 'Porto',
    primary_phone: '3055550187',
    spouse_name: 'Luis',
    dep1_name: 'Mia',
    ben1_name: 'Leo',
    cigna: 'Open Access',
    simply: 'Simply More',
    occupation: 'Baker',
    bank_name: 'Coastal',
    name_on_card: 'Ana',
    status_of_mother: 'Living',
    mp_username: 'ana',
    name_of_pcp: 'Dr. Ortiz',
  })
  // In one column: beside one another, several cards are at the top.
  await staff.setViewportSize(phone)
  await openWhole(staff, id)
  await expect(current(staff)).toHaveText('Notes')
  await card(staff, 'Employment Information').evaluate((element) => element.scrollIntoView())
  await expect(current(staff)).toHaveText('Employment Information')
  await scrollToEnd(staff)
  await card(staff, 'Notes').evaluate((element) => element.scrollIntoView())
  await expect(current(staff)).toHaveText('Notes')
  await expect(current(staff)).toHaveCount(1)
  await scrollToEnd(staff)
  await staff.evaluate(() => window.scrollTo(0, 0))
  await expect(current(staff)).toHaveText('Notes')
})

test('given a link to a card, when it is followed by keyboard or opened by address, then that card is at the top @full', async ({
  staff,
  api,
  family,
}) => {
  const { id } = await api.addClient({ client_last_name: family, notes: '<p>Call back</p>' })
  await openWhole(staff, id)
  await staff.getByRole('link', { name: 'Logins', exact: true }).press('Enter')
  await expect(staff).toHaveURL(/#section-logins$/)
  await expect(card(staff, 'Logins')).toBeFocused()
  await expect(card(staff, 'Logins')).toBeInViewport()
  await expect(current(staff)).toHaveText('Logins')

  await staff.goto('about:blank')
  await staff.goto(staffUrl(`/admin/clients/${id}#section-notes`))
  await expect(card(staff, 'Notes')).toBeFocused()
  await expect(card(staff, 'Notes').getByText('Call back')).toBeInViewport()
  await expect(current(staff)).toHaveText('Notes')
})

test('given a phone, when a card is chosen, then it is there and the menu stays in sight and says it @full', async ({
  staff,
  api,
  family,
}) => {
  const { id } = await api.addClient({ client_last_name: family })
  await staff.setViewportSize(phone)
  await openClient(staff, id)
  const menu = staff.getByRole('combobox', { name: 'Section' })
  await menu.selectOption('Card Information')
  await expect(card(staff, 'Card Information').getByRole('heading')).toBeInViewport()
  await expect(menu).toBeInViewport()
  await card(staff, 'Notes').evaluate((element) => element.scrollIntoView())
  await expect(menu).toHaveValue('notes')
  const gapBelowMenu = async () => {
    const bar = await menu.boundingBox()
    const top = (await card(staff, 'Notes').boundingBox())?.y ?? 0
    return top - (bar?.y ?? 0) - (bar?.height ?? 0)
  }
  await expect.poll(gapBelowMenu).toBeGreaterThanOrEqual(0)
})

test('given a record, when a field is searched by keyboard, then it has the focus and nothing typed is in the address @full', async ({
  staff,
  api,
  family,
}) => {
  const { id } = await api.addClient({
    client_last_name: family,
    employer_phone: '3055550188',
    ssn: '900-45-6789',
    bank_name: 'Coastal',
  })
  for (const size of [{ width: 1280, height: 800 }, phone]) {
    await staff.setViewportSize(size)
    await openClient(staff, id)
    const find = staff.getByRole('combobox', { name: 'Find in record' })
    await expect(find).toBeVisible()
    await staff.keyboard.press('Control+/')
    await expect(find).toBeFocused()
    await staff.keyboard.type('900-45-6789')
    await expect(staff.getByText('Nothing in this record matches.')).toBeVisible()
    await staff.keyboard.press('Escape')
    await staff.keyboard.type('0188')
    await expect(staff.getByRole('option', { name: /Employer Phone/ })).toBeVisible()
    await expectAccessible(staff, `the search, ${size.width} px`)
    await staff.keyboard.press('Enter')

    const focused = staff.locator(':focus')
    await expect(focused).toContainText('Employer Phone')
    await expect(focused).toBeInViewport()
    await expect(staff.getByRole('listbox')).toBeHidden()
    await expect(staff).toHaveURL(staffUrl(`/admin/clients/${id}`))
    await staff.keyboard.press('Tab')
    await expect(staff.getByRole('link', { name: '305-555-0188' })).toBeFocused()
  }
})
