import { foreignPdf } from '@agency/pdf-signing/test/sample-pdfs'
import { allowClipboard } from '@agency/test-kit/browser/clipboard'
import { test as base, expect } from '@agency/test-kit/browser/fixtures'
import { consent, enterPortal, sign } from '@agency/test-kit/browser/portal-pages'
import { waitForButton } from '@agency/test-kit/browser/press-button'
import { nameProduct } from '@agency/test-kit/product/own-product'
import { firstPassword } from '@agency/test-kit/product/owner-account'
import { credentials, staffUrl } from '@agency/test-kit/product/product-address'
import { startProductOnServer } from '@agency/test-kit/product/started-product'
import type { Page } from '@playwright/test'

/** A product of this file's own: an office in which nobody has logged in yet. */
const test = base.extend({
  product: [
    async ({ browserName: _browser }, use) => {
      const product = await startProductOnServer({
        environment: { ADMIN_PASSWORD: firstPassword },
      })
      nameProduct(product)
      await use(product)
      await product.stop()
    },
    { scope: 'worker' },
  ],
})

/** The most clicks that staff may need. */
const most = 14

/**
 * Counts what a hand does on a page beside typing: clicks of the pointer, and each Enter, which stands for a click. Tab
 * between the fields of a form is typing.
 * @returns the count so far, by what was pressed
 */
async function countClicks(page: Page): Promise<readonly string[]> {
  const presses: string[] = []
  await page.exposeFunction('countPress', (on: string) => presses.push(on))
  await page.addInitScript(() => {
    const report = ({ target }: Event) => {
      const name = target instanceof Element ? target.closest('button, a, label, input, [role]') : null
      const text = name?.getAttribute('aria-label') ?? name?.textContent ?? ''
      // Playwright put it there.
      Reflect.get(window, 'countPress')(text || String(target))
    }
    // On the document: Playwright stops a click at the window, and clicks again, when its target has moved meanwhile.
    document.addEventListener('click', (event) => event.detail > 0 && report(event), true)
    document.addEventListener('keydown', (event) => event.key === 'Enter' && report(event), true)
    document.addEventListener(
      'change',
      (event) => Reflect.get(event.target ?? {}, 'type') === 'file' && report(event),
      true,
    )
  })
  return presses
}

/** Types values into fields one after the other, from the one that has the focus. */
async function typeFields(page: Page, values: readonly string[]): Promise<void> {
  for (const [index, value] of values.entries()) {
    if (index > 0) await page.keyboard.press('Tab')
    await page.keyboard.type(value)
  }
}

/** Logs in for the first time, by Enter, and gives the account its name. Two presses. */
async function openOffice(page: Page): Promise<void> {
  await page.goto(staffUrl('/admin/login'))
  await page.getByLabel('Username').focus()
  await waitForButton(page.getByRole('button', { name: 'Login', exact: true }))
  await typeFields(page, [credentials.username, firstPassword])
  await page.keyboard.press('Enter')
  const setup = page.getByRole('dialog', { name: 'Set up your account' })
  await expect(setup.getByLabel('First Name')).toBeFocused()
  await typeFields(page, ['Dana', 'Reyes', 'dana@example.com', credentials.password])
  await setup.getByRole('button', { name: 'Save' }).click()
  await expect(setup).toBeHidden()
}

/** Adds a client, whose record opens, and starts a session, whose page opens. Five presses. */
async function startFirstSession(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Clients', exact: true }).click()
  await page.getByRole('button', { name: '+ client' }).click()
  const adding = page.getByRole('dialog', { name: 'Add Client' })
  await expect(adding.getByLabel('First Name')).toBeFocused()
  await typeFields(page, ['Ida', 'Lima', 'ida@example.com'])
  await adding.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { name: 'Ida Lima', level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Start New Session' }).click()
  await page.getByRole('dialog', { name: 'Start New Session' }).getByRole('button', { name: 'Start Session' }).click()
  await expect(page.getByText('No documents linked yet.')).toBeVisible()
}

/** Attaches a PDF of one's own to the session. Four presses, one of them in the browser's file dialog. */
async function attachOwnPdf(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add Document' }).click()
  const picker = page.getByRole('dialog', { name: 'Add Document' })
  const choosing = page.waitForEvent('filechooser')
  await picker.getByRole('button', { name: 'Upload a PDF' }).click()
  await (await choosing).setFiles(foreignPdf)
  const created = page.getByRole('dialog', { name: 'Create New Document' })
  await expect(created.getByLabel('Title')).not.toHaveValue('')
  await created.getByRole('button', { name: 'Save' }).click()
  await expect(created).toBeHidden()
  await expect(page.getByText('0 of 1 signed')).toBeVisible()
}

/** Copies the message with the link, and the passcode. Two presses. */
async function invite(page: Page, clipboard: () => Promise<string>) {
  await page.getByRole('button', { name: 'Copy with message' }).click()
  await expect.poll(clipboard).toContain('/session/')
  const session_code = new URL(/https?:\S+/.exec(await clipboard())?.[0] ?? '').pathname.split('/').at(-1) ?? ''
  await page.getByRole('button', { name: 'Copy passcode' }).click()
  await expect.poll(clipboard).not.toContain('/session/')
  return { session_code, passcode: await clipboard() }
}

/*
 * The presses, from the login screen of an office that nobody has used:
 *  1 Login                  6 Start New Session     11 Save (the document is attached)
 *  2 Save (own name)        7 Start Session         12 Copy with message
 *  3 Clients                8 Add Document          13 Copy passcode
 *  4 + client               9 Upload a PDF
 *  5 Save (the client)     10 the file
 * No fields are placed: the signature appears on the certificate page.
 */
test('[OF-13] given an office that nobody has used, when staff let a client sign a PDF of their own, then it is sealed after 14 clicks at most', async ({
  visitor: staff,
  phone,
}) => {
  const clipboard = await allowClipboard(staff)
  const presses = await countClicks(staff)
  await openOffice(staff)
  await startFirstSession(staff)
  await attachOwnPdf(staff)
  const invited = await invite(staff, clipboard)

  await enterPortal(phone, invited)
  await phone.getByRole('link', { name: /Click to review/ }).click()
  await consent(phone)
  await sign(phone)
  await expect(staff.getByText('1 of 1 signed')).toBeVisible({ timeout: 60_000 })
  await expect(staff.getByRole('region', { name: 'Forms & Documents' }).getByRole('row').last()).toContainText(
    'completed',
  )
  expect(presses).toContain('Upload a PDF')
  expect(presses.length, presses.join(', ')).toBeLessThanOrEqual(most)
})
