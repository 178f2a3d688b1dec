import { expectAccessible } from '@agency/test-kit/accessibility/expect-accessible'
import type { StaffApi } from '@agency/test-kit/api/staff-api'
import { expect, test } from '@agency/test-kit/browser/fixtures'
import { enterPortal } from '@agency/test-kit/browser/portal-pages'
import { addSession, formsCard, openSession, rowOf, source } from '@agency/test-kit/browser/session-page'
import { settledBox } from '@agency/test-kit/browser/settled-box'
import type { Page } from '@playwright/test'

/** A session whose two folders take turns in its order. */
async function addOrdered(api: StaffApi, family: string) {
  const session = await addSession(api, family)
  const add = (title: string, folder: string) =>
    api.attach(session.id, { type: 'Link', title, folder, source: source() })
  await add('Terms', 'Reading')
  await add('Card', 'Extras')
  await add('Fees', 'Reading')
  await add('Rates', 'Reading')
  return session
}

const rows = (page: Page) => formsCard(page).getByRole('table').nth(1).locator('tbody').getByRole('row')
const handle = (page: Page, title: string) => page.getByRole('button', { name: `Drag ${title}`, exact: true })
/** What a screen reader hears of the moved document. */
const said = (page: Page) => formsCard(page).getByRole('status').filter({ hasText: 'Terms' })
const saved = (page: Page) => page.waitForResponse((answer) => /\/order$/.test(answer.url()) && answer.ok())

async function storedOrder(api: StaffApi, sessionId: string): Promise<(string | null)[]> {
  const forms = await api.sessionForms(sessionId)
  return forms.toSorted((a, b) => a.order_index - b.order_index).map(({ title }) => title)
}

test('given documents, when one is dragged by its handle, then its folder has the new order, and the client sees it @full', async ({
  staff,
  phone,
  api,
  family,
}) => {
  const session = await addOrdered(api, family)
  await openSession(staff, session)
  await expect(rows(staff)).toContainText(['Terms', 'Fees', 'Rates'])
  await expectAccessible(staff, 'session-documents')
  const target = await settledBox(rowOf(staff, 'Rates'))
  await handle(staff, 'Terms').hover()
  await staff.mouse.down()
  await staff.mouse.move(target.x + 20, target.y - 10, { steps: 5 })
  await staff.mouse.move(target.x + 20, target.y + target.height / 2 + 4, { steps: 5 })
  // It is dropped where it was last rendered.
  await expect(said(staff)).toHaveText('Terms is number 3 of 3.')
  const answered = saved(staff)
  await staff.mouse.up()

  await expect(rows(staff)).toContainText(['Fees', 'Rates', 'Terms'])
  await answered
  await expect(staff.getByRole('dialog')).toHaveCount(0)
  expect(await storedOrder(api, session.id)).toEqual(['Fees', 'Card', 'Rates', 'Terms'])
  await enterPortal(phone, session)
  await expect(phone.getByRole('link', { name: /(Terms|Fees|Rates)/ })).toContainText(['Fees', 'Rates', 'Terms'])
  await staff.reload()
  await expect(rows(staff)).toContainText(['Fees', 'Rates', 'Terms'])
})

/** Picks the focused document up. dnd-kit listens to further keys from the next task on. */
async function pickUp(page: Page): Promise<void> {
  await page.keyboard.press('Space')
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
}

test('given documents, when one is moved by the keyboard, then each step is announced, and Escape leaves it @full', async ({
  staff,
  api,
  family,
}) => {
  const session = await addOrdered(api, family)
  await openSession(staff, session)
  await handle(staff, 'Terms').focus()
  await expect(handle(staff, 'Terms')).toHaveAccessibleDescription(/Press Space to pick the document up/)
  await pickUp(staff)
  await expect(said(staff)).toHaveText('Picked up. Terms is number 1 of 3.')
  await staff.keyboard.press('ArrowDown')
  await expect(said(staff)).toHaveText('Terms is number 2 of 3.')
  await staff.keyboard.press('Escape')
  await expect(said(staff)).toHaveText('Left where it was. Terms is number 1 of 3.')
  await expect(rows(staff)).toContainText(['Terms', 'Fees', 'Rates'])

  await pickUp(staff)
  await expect(said(staff)).toHaveText('Picked up. Terms is number 1 of 3.')
  await staff.keyboard.press('ArrowDown')
  await expect(said(staff)).toHaveText('Terms is number 2 of 3.')
  const answered = saved(staff)
  await staff.keyboard.press('Space')
  await expect(said(staff)).toHaveText('Dropped. Terms is number 2 of 3.')
  await answered
  await expect(rows(staff)).toContainText(['Fees', 'Terms', 'Rates'])
  await expect(handle(staff, 'Terms')).toBeFocused()
  expect(await storedOrder(api, session.id)).toEqual(['Fees', 'Card', 'Terms', 'Rates'])
})

test('given documents, when one is moved by its arrows on a phone, then without dragging, and the arrow keeps the focus @full', async ({
  staff,
  api,
  family,
}) => {
  const session = await addOrdered(api, family)
  await staff.setViewportSize({ width: 320, height: 700 })
  await openSession(staff, session)
  const up = formsCard(staff).getByRole('button', { name: 'Move Rates up' })
  let answered = saved(staff)
  await up.press('Enter')
  await answered
  await expect(rows(staff)).toContainText(['Terms', 'Rates', 'Fees'])
  await expect(up).toBeFocused()
  answered = saved(staff)
  await up.press('Enter')
  await answered
  await expect(rows(staff)).toContainText(['Rates', 'Terms', 'Fees'])
  await expect(up).toHaveAttribute('aria-disabled', 'true')
  await expect(up).toBeFocused()
  expect(await storedOrder(api, session.id)).toEqual(['Rates', 'Card', 'Terms', 'Fees'])
})
