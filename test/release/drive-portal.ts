import { foreignPdf } from '@agency/pdf-signing/test/sample-pdfs'
import type { StaffApi } from '@agency/test-kit/api/staff-api'
import { HeldCalls } from '@agency/test-kit/browser/held-calls'
import { consent, openDecline, readerStep } from '@agency/test-kit/browser/portal-pages'
import { clientUrl } from '@agency/test-kit/product/product-address'
import type { Page } from '@playwright/test'
import { expect, type Stage } from './drive-admin.ts'

const passcode = 'open sesame'

/** Button, FolderGroup and Modal through the screens of a client; makes what they need. */
export async function portalStages(api: StaffApi, word: string): Promise<Stage[]> {
  const client = await api.addClient({ client_first_name: 'Ida', client_last_name: word })
  const { id, session_code } = await api.startSession(client.id, { passcode })
  const form = await api.addPdf(foreignPdf, { title: `${word} offer`, folder: 'To sign', reading: 'every_page' })
  await api.attach(id, { form_id: form.id })

  async function driveButton(page: Page): Promise<void> {
    await page.goto(clientUrl(`/session/${session_code}`))
    const enter = page.getByRole('button', { name: 'Access My Session' })
    const field = page.getByLabel('Passcode', { exact: true })
    await expect(enter).toHaveAttribute('data-size', 'large')
    const held = await HeldCalls.of(page, /\/auth$/, 'POST')
    await field.fill(passcode)
    await enter.click()
    await expect(page.getByRole('button', { name: 'Checking...' })).toHaveAttribute('aria-busy', 'true')
    held.release()
    await expect(page).toHaveURL(clientUrl(`/session/${session_code}/dashboard`))
  }

  async function driveFolderGroup(page: Page): Promise<void> {
    const folder = page.getByRole('button', { name: 'To sign 1' })
    await expect(page.getByRole('heading', { level: 2 }).filter({ has: folder })).toBeVisible()
    const link = page.getByRole('link', { name: new RegExp(word) })
    await folder.click()
    await expect(link).toBeHidden()
    await folder.click()
    await link.click()
  }

  async function driveModal(page: Page): Promise<void> {
    await consent(page)
    // There is no way to the signature before all pages were seen.
    await expect(readerStep(page, /^(Next page|Read on)$/)).toHaveAttribute('data-state', 'idle')
    await expect(readerStep(page, 'Review')).toHaveCount(0)
    const dialog = await openDecline(page)
    await expect(dialog.getByLabel('Reason')).toBeFocused()
    await expect(dialog.getByRole('button', { name: 'Decline', exact: true })).toHaveAttribute('data-variant', 'danger')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('button', { name: 'More', exact: true })).toBeFocused()
  }

  return [
    { name: 'Button', drive: driveButton },
    { name: 'FolderGroup', drive: driveFolderGroup },
    { name: 'Modal', drive: driveModal },
  ]
}
