import { onePagePdf } from '@agency/pdf-signing/test/sample-pdfs'
import { succeeded } from '@agency/test-kit/api/send'
import type { StaffApi } from '@agency/test-kit/api/staff-api'
import { expect, test } from '@agency/test-kit/browser/fixtures'
import { tabTo } from '@agency/test-kit/browser/keyboard-focus'
import { credentials, staffUrl } from '@agency/test-kit/product/product-address'
import type { Locator, Page } from '@playwright/test'

/** A member of staff without a pointer. After each step the focus is on something, and it can be seen. */
class Keyboard {
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  /** Goes to something by Tab, or another key, and presses it. */
  async press(target: Locator, key = 'Tab'): Promise<void> {
    await this.reach(target, key)
    await this.keys('Enter')
  }

  async reach(target: Locator, key = 'Tab'): Promise<void> {
    await tabTo(this.#page, target, key)
    await this.expectFocus()
  }

  async keys(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.#page.keyboard.press(key)
  }

  async type(text: string): Promise<void> {
    await this.#page.keyboard.type(text)
    await this.expectFocus()
  }

  /** Chooses an option of Ctrl K. */
  async choose(words: string, option: string | RegExp): Promise<void> {
    await expect(this.#page.getByRole('button', { name: /^Search/ }).first()).toBeVisible()
    await this.keys('Control+k')
    await expect(this.#page.getByRole('combobox', { name: 'Search clients, forms and actions' })).toBeFocused()
    await this.type(words)
    await expect(this.#page.getByRole('option', { name: option }).first()).toHaveAttribute('aria-selected', 'true')
    await this.keys('Enter')
  }

  /** Waits until the focus is on something that shows it: it is never lost to the body (WCAG 2.4.3, 2.4.7). */
  async expectFocus(): Promise<void> {
    await expect.poll(() => this.#page.evaluate(focusState), 'the focus is kept and can be seen').toBe('visible')
  }
}

/** Runs in the browser. A heading that takes the focus of a new page, and a text cursor, need no ring. */
function focusState(): string {
  const element = document.activeElement
  if (element === null || element === document.body) return 'lost'
  const { width, height } = element.getBoundingClientRect()
  if (width === 0 || height === 0) return `hidden: ${element.outerHTML.slice(0, 200)}`
  if (element.matches('h1, main, [role=dialog], input:not([type=checkbox], [type=radio]), textarea')) return 'visible'
  const { outlineStyle, boxShadow } = getComputedStyle(element)
  const shown = element.matches(':focus-visible') && (outlineStyle !== 'none' || boxShadow !== 'none')
  return shown ? 'visible' : `not shown: ${element.outerHTML.slice(0, 200)}`
}

async function logIn(page: Page, keyboard: Keyboard): Promise<void> {
  await page.goto(staffUrl('/admin/login'))
  await keyboard.reach(page.getByLabel('Username'))
  await keyboard.type(credentials.username)
  await keyboard.reach(page.getByLabel('Password', { exact: true }))
  await keyboard.type(credentials.password)
  await keyboard.keys('Enter')
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
}

/** Changes a value of the record where it stands. */
async function change(page: Page, keyboard: Keyboard, label: string, value: string): Promise<void> {
  await keyboard.press(page.getByRole('button', { name: `Change ${label}`, exact: true }).first())
  await expect(
    page
      .getByRole('form', { name: `Change ${label}` })
      .locator('input, textarea')
      .first(),
  ).toBeFocused()
  await keyboard.type(value)
  await keyboard.keys('Enter')
  await expect(page.getByRole('group', { name: 'Message' })).toContainText(/saved/i)
  await keyboard.expectFocus()
}

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name, level: 1 })

async function addPreset(api: StaffApi, family: string) {
  const form = await api.addPdf(onePagePdf, { title: `${family} form` })
  const preset = { name: `${family} packet`, session_type: 'review', form_ids: [form.id] }
  await succeeded(api.ask('POST', '/form-presets', preset))
  return form
}

test.afterEach(({ api }) => api.deletePresets())

test('[OF-02] [OF-05] [OF-12] given the keyboard alone, when staff find a client by phone, change, undo and follow up, then the focus is never lost @full', async ({
  visitor: page,
  api,
  family,
}) => {
  const keyboard = new Keyboard(page)
  const primary_phone = `786${String(Date.now()).slice(-7)}`
  const client = await api.addClient({
    client_first_name: 'Ida',
    client_last_name: family,
    primary_phone,
    occupation: 'Baker',
    // Overdue for long, and after the day of dashboard.spec.ts, which counts.
    next_f_u_date: '1902-01-01',
  })
  await logIn(page, keyboard)
  await keyboard.choose(primary_phone, `Ida ${family}`)
  await expect(heading(page, `Ida ${family}`)).toBeFocused()
  await change(page, keyboard, 'Occupation', 'Teacher')
  await expect.poll(async () => (await api.readClient(client.id)).occupation).toBe('Teacher')
  await keyboard.keys('Control+z')
  await expect.poll(async () => (await api.readClient(client.id)).occupation).toBe('Baker')
  await keyboard.expectFocus()

  await keyboard.choose('home', 'Go to Dashboard')
  await expect(heading(page, 'Admin Dashboard')).toBeFocused()
  const overdue = page.getByRole('listitem').filter({ hasText: 'Follow-up' })
  await keyboard.press(overdue.getByRole('link', { name: `Ida ${family}` }))
  await expect(heading(page, `Ida ${family}`)).toBeFocused()
  await change(page, keyboard, 'Next Follow-Up', '6/24/2030')
  await expect.poll(async () => (await api.readClient(client.id)).next_f_u_date).toBe('2030-06-24')
})

test('[OF-07] [OF-09] [OF-11] given the keyboard alone, when staff add a client, start a session with a preset and place a field, then the focus is never lost @full', async ({
  visitor: page,
  api,
  family,
}) => {
  const keyboard = new Keyboard(page)
  const form = await addPreset(api, family)
  await logIn(page, keyboard)
  await keyboard.choose('add client', 'Add Client')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('First Name')).toBeFocused()
  await keyboard.type('Ada')
  await keyboard.reach(dialog.getByLabel('Last Name'))
  await keyboard.type(family)
  await keyboard.keys('Enter')
  await expect(heading(page, `Ada ${family}`)).toBeFocused()

  await keyboard.choose('start new', 'Start New Session')
  await expect(dialog.getByLabel('Session type')).toBeFocused()
  await keyboard.type('review')
  await expect(dialog.getByRole('checkbox', { name: `Add “${family} packet” (1 form)` })).toBeChecked()
  await keyboard.press(dialog.getByRole('button', { name: 'Start Session' }))
  const sending = page.getByRole('dialog', { name: 'Send to the client' })
  await keyboard.press(sending.getByRole('button', { name: 'Cancel' }))
  await expect(heading(page, `review Session for Ada ${family}`)).toBeFocused()
  await expect(page.getByText('0 of 1 signed')).toBeVisible()

  await keyboard.choose(form.title ?? '', `${form.title}`)
  await keyboard.press(dialog.getByRole('button', { name: 'Place fields' }))
  const editor = page.getByRole('dialog', { name: 'Place Fields' })
  await expect(editor.getByRole('img', { name: 'Page 1 of 1' })).toBeVisible()
  await keyboard.press(editor.getByRole('button', { name: 'Text', exact: true }))
  await expect(editor.getByRole('button', { name: 'Text, page 1' })).toBeFocused()
  await keyboard.expectFocus()
  await keyboard.keys('ArrowRight', 'ArrowDown', 'Shift+ArrowRight')
  await keyboard.press(editor.getByRole('button', { name: 'Save', exact: true }))
  await expect(editor).toBeHidden()
  await keyboard.expectFocus()
  expect((await api.formFields(form.id)).fields).toHaveLength(1)
  await keyboard.keys('Escape')
  await expect(dialog).toBeHidden()
  await keyboard.expectFocus()
})
