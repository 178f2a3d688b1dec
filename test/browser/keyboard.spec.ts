import { expect, test } from '@agency/test-kit/browser/fixtures'
import { tabTo } from '@agency/test-kit/browser/keyboard-focus'
import { credentials, staffUrl } from '@agency/test-kit/product/product-address'
import type { Locator, Page } from '@playwright/test'

/** Goes to something by the keyboard, and sees that it shows the focus. */
async function reach(page: Page, target: Locator, key?: string): Promise<void> {
  await tabTo(page, target, key)
  await expect.poll(() => target.evaluate(showsFocus), 'the focus can be seen').toBe(true)
}

/** Runs in the browser: the focus has a ring, and nothing lies over it (WCAG 2.4.7, 2.4.11). */
function showsFocus(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect()
  const above = document.elementFromPoint(left + Math.min(width, 20) / 2, top + height / 2)
  const clear = above !== null && (element.contains(above) || above.contains(element))
  return element.matches(':focus-visible') && getComputedStyle(element).outlineStyle !== 'none' && clear
}

async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await reach(page, target)
  await page.keyboard.press(key)
}

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test('given the keyboard alone, when staff log in, start a session, add a document and log out, then every step works @full', async ({
  visitor: page,
  api,
  family,
}) => {
  await api.addClient({ client_first_name: 'Ida', client_last_name: family })
  await api.addLink({ title: `${family} terms`, folder: family })
  await page.goto(staffUrl('/admin/login'))
  await reach(page, page.getByLabel('Username'))
  await page.keyboard.type(credentials.username)
  await reach(page, page.getByLabel('Password', { exact: true }))
  await page.keyboard.type(credentials.password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()

  await press(page, page.getByRole('link', { name: 'Skip to content' }))
  await expect(page.getByRole('main')).toBeFocused()
  await reach(page, page.getByRole('link', { name: 'Clients', exact: true }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Clients', level: 1 })).toBeFocused()
  await reach(page, page.getByRole('searchbox'))
  await page.keyboard.type(family)
  const row = page.getByRole('row').filter({ hasText: family })
  await press(page, row.getByRole('link').first())
  await expect(page.getByRole('heading', { name: `Ida ${family}`, level: 1 })).toBeFocused()

  const dialog = page.getByRole('dialog')
  const start = page.getByRole('button', { name: 'Start New Session' })
  await press(page, start)
  await expect(dialog.getByLabel('Session type')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(start).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Session type')).toBeFocused()
  await page.keyboard.type('review')
  await press(page, dialog.getByRole('button', { name: 'Start Session' }))
  await expect(page.getByRole('heading', { name: `review Session for Ida ${family}`, level: 1 })).toBeFocused()

  const add = page.getByRole('button', { name: 'Add Document' })
  await press(page, add)
  await press(page, dialog.getByRole('checkbox', { name: new RegExp(family) }), 'Space')
  await press(page, dialog.getByRole('button', { name: 'Use Selected' }))
  await expect(dialog).toBeHidden()
  await expect(add).toBeFocused()
  const document = page.getByRole('button', { name: `${family} terms` })
  await press(page, document)
  await expect(dialog.getByLabel('Title')).toBeFocused()
  await page.keyboard.type(' 2027')
  await page.keyboard.press('Escape')
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' })
  await press(page, question.getByRole('button', { name: 'Discard' }))
  await expect(dialog).toBeHidden()
  await expect(document).toBeFocused()

  await reach(page, page.getByRole('button', { name: 'Logout' }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Staff login' })).toBeVisible()
})

/** Runs in the browser: what has the focus, if its middle and its ends lie behind something else. */
function coveredFocus(): string[] {
  const focused = document.activeElement
  if (focused === null || focused === document.body) return []
  const { left, right, top, bottom } = focused.getBoundingClientRect()
  const points = [
    [(left + right) / 2, (top + bottom) / 2],
    [left + 3, top + 3],
    [right - 3, bottom - 3],
  ] as const
  const isSeen = ([x, y]: readonly [number, number]) => {
    const shown = document.elementFromPoint(x, y)
    return shown !== null && (focused.contains(shown) || shown.contains(focused))
  }
  return points.some(isSeen) ? [] : [`${focused.tagName} ${focused.textContent?.slice(0, 40)} at ${top}`]
}

test('given long screens, when they are gone through by Tab and back, then no header covers the focus @full', async ({
  staff,
  api,
  family,
}) => {
  const client = await api.addClient({ client_first_name: 'Ida', client_last_name: family })
  for (let n = 0; n < 20; n += 1) await api.addClient({ client_first_name: `Ana ${n}`, client_last_name: family })
  const covered: string[] = []
  for (const path of [`/admin/clients/${client.id}`, `/admin/clients?q=${family}`, '/admin/settings/agency'])
    for (const width of [1280, 375]) {
      await staff.setViewportSize({ width, height: 700 })
      await staff.goto(staffUrl(path))
      await expect(staff.locator('.skeleton, [data-state="arriving"]')).toHaveCount(0)
      for (const key of ['Tab', 'Shift+Tab'])
        for (let n = 0; n < 60; n += 1) {
          await staff.keyboard.press(key)
          covered.push(...(await staff.evaluate(coveredFocus)).map((what) => `${path} ${width} ${key}: ${what}`))
        }
    }
  expect(covered).toEqual([])
})
