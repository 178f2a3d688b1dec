import { foreignPdf } from '@agency/pdf-signing/test/sample-pdfs'
import { allowClipboard } from '@agency/test-kit/browser/clipboard'
import { attachOwnPdf, openOffice, placeSignature, startFirstSession } from '@agency/test-kit/browser/first-steps'
import { test as base, expect } from '@agency/test-kit/browser/fixtures'
import { consent, enterPortal, readerStep, sign } from '@agency/test-kit/browser/portal-pages'
import { nameProduct } from '@agency/test-kit/product/own-product'
import { firstPassword } from '@agency/test-kit/product/owner-account'
import { staffUrl } from '@agency/test-kit/product/product-address'
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

/**
 * Counts what a hand does on a page beside typing: clicks of the pointer, and each Enter, which stands for a click. Tab
 * between the fields of a form is typing.
 * @returns the count so far, by what was pressed
 */
async function countClicks(page: Page): Promise<string[]> {
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
 *  1 Login                     5 Start Session          9 the place of the signature
 *  2 Save (own name)           6 Upload a PDF          10 Save (the fields)
 *  3 Add a client              7 the file
 *  4 Save and start session    8 Continue to fields
 */
test('[OF-13] [OF-17] given an office that nobody has used, when staff let a client sign a PDF of their own, then it has its signature on its page after 10 clicks at most, and is sealed', async ({
  visitor: staff,
  phone,
}) => {
  const clipboard = await allowClipboard(staff)
  const presses = await countClicks(staff)
  await openOffice(staff)
  await staff.getByRole('link', { name: 'Add a client' }).click()
  await startFirstSession(staff)
  await attachOwnPdf(staff, foreignPdf)
  expect(presses).toContain('Upload a PDF')
  expect(presses.length, presses.join(', ')).toBeLessThanOrEqual(10)
  const invited = await invite(staff, clipboard)

  await enterPortal(phone, invited)
  await phone.getByRole('link', { name: /Click to review/ }).click()
  await consent(phone)
  await readerStep(phone, /^Next field/).click()
  await phone.getByRole('dialog').getByRole('button', { name: 'Use this signature' }).click()
  await sign(phone)
  await expect(staff.getByText('1 of 1 signed')).toBeVisible({ timeout: 60_000 })
  await expect(staff.getByRole('region', { name: 'Forms & Documents' }).getByRole('row').last()).toContainText(
    'completed',
  )

  // The same for a form of the library.
  await staff.goto(staffUrl('/admin/dashboard'))
  presses.length = 0
  await staff.getByRole('link', { name: 'Add a form' }).click()
  const adding = staff.getByRole('dialog', { name: 'Add New Form' })
  await adding.getByLabel('PDF file').setInputFiles(foreignPdf)
  await placeSignature(staff, adding)
  expect(presses.length, presses.join(', ')).toBeLessThanOrEqual(5)
})
