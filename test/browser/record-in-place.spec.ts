import { readFileSync } from 'node:fs'
import { onePagePdf } from '@agency/pdf-signing/test/sample-pdfs'
import { expectAccessible } from '@agency/test-kit/accessibility/expect-accessible'
import { expectNoSidewaysScrolling } from '@agency/test-kit/accessibility/reflow'
import { documents, rowOf } from '@agency/test-kit/browser/client-documents'
import { expect, test } from '@agency/test-kit/browser/fixtures'
import { card, openClient } from '@agency/test-kit/browser/record-cards'
import { addSampleClient } from '@agency/test-kit/browser/sample-client'
import { staffUrl } from '@agency/test-kit/product/product-address'
import type { Locator, Page } from '@playwright/test'

const atAGlance = (page: Page) => page.getByRole('list', { name: 'Client at a glance' })

/** Drops a PDF on an element, as a file manager does. Returns whether the browser would open it. */
async function dropFile(target: Locator, name: string): Promise<boolean> {
  const bytes = readFileSync(onePagePdf).toString('base64')
  return target.evaluate(
    (element, file) => {
      const dataTransfer = new DataTransfer()
      const content = Uint8Array.from(atob(file.bytes), (character) => character.charCodeAt(0))
      dataTransfer.items.add(new File([content], file.name, { type: 'application/pdf' }))
      const options = { bubbles: true, cancelable: true, dataTransfer }
      element.dispatchEvent(new DragEvent('dragover', options))
      return element.dispatchEvent(new DragEvent('drop', options))
    },
    { name, bytes },
  )
}

test('[OF-01] [OF-02] [OF-03] given a record, when its page is scrolled and its header used by keyboard, then the header stays, and what is changed in place is saved and can be undone @full', async ({
  staff,
  api,
  family,
}) => {
  const { client } = await addSampleClient(api, family)
  await api.changeClient(client.id, { next_f_u_date: '2026-06-01' })
  // Before the login expires.
  await staff.clock.setFixedTime('2026-06-15T12:00:00Z')
  await staff.setViewportSize({ width: 1280, height: 800 })
  await staff.goto(staffUrl(`/admin/clients/${client.id}`))
  await expect(staff.getByRole('button', { name: /^\d+ empty sections$/ })).toHaveAttribute('aria-expanded', 'false')
  const gapBetween = async () => {
    const left = await card(staff, 'Sessions').boundingBox()
    const right = await card(staff, 'Personal Information').boundingBox()
    return (right?.x ?? 0) - (left?.x ?? 0) - (left?.width ?? 0)
  }
  await expect.poll(gapBetween, 'facts stand beside the work').toBeGreaterThan(0)
  await expect(atAGlance(staff).getByText('Overdue')).toBeVisible()
  await expectAccessible(staff, 'record-in-columns')

  await staff.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
  await expect(staff.getByRole('heading', { level: 1 })).toBeInViewport()
  await expect(staff.getByRole('button', { name: 'Start New Session' })).toBeInViewport()

  const status = atAGlance(staff).getByRole('button', { name: 'Change Status' })
  await status.focus()
  await staff.keyboard.press('Enter')
  await staff.getByRole('combobox', { name: 'Status' }).selectOption('unpaid')
  await staff.keyboard.press('Enter')
  await expect(atAGlance(staff).locator('.badge', { hasText: 'unpaid' })).toBeVisible()
  await expect(status).toBeFocused()
  await atAGlance(staff).getByRole('button', { name: 'Change Next Follow-Up' }).press('Enter')
  await expect(staff.getByRole('form', { name: 'Change Next Follow-Up' }).getByRole('textbox')).toBeFocused()
  await staff.keyboard.type('6/24/2026')
  await expectAccessible(staff, 'record-edited-in-place')
  await staff.keyboard.press('Enter')
  await expect(atAGlance(staff).getByText(/^June 24, 2026/)).toBeVisible()
  await expect(staff.getByText('Overdue')).toHaveCount(0)
  await expect.poll(() => api.readClient(client.id)).toMatchObject({ status: 'unpaid', next_f_u_date: '2026-06-24' })

  await staff.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(atAGlance(staff).getByText(/^June 1, 2026/)).toBeVisible()
  await expect.poll(() => api.readClient(client.id)).toMatchObject({ status: 'unpaid', next_f_u_date: '2026-06-01' })
})

/** Where everything but the open editor stands. */
const placesOf = (page: Page) =>
  page.locator('main h2, main dt, main dd, main .card, main header li').evaluateAll((elements) =>
    elements.map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      return [x, y, width, height].map(Math.round).join()
    }),
  )

test('[OF-02] given values, long, masked and empty ones, when their editors are opened, then nothing else moves @full', async ({
  staff,
  api,
  family,
}) => {
  test.setTimeout(240_000)
  const { client } = await addSampleClient(api, family)
  await api.changeClient(client.id, { primary_email: 'ida@example.com', address: '1 Bay St\nMiami, FL 33101' })
  for (const width of [1280, 768, 375]) {
    await staff.setViewportSize({ width, height: 900 })
    await openClient(staff, client.id)
    await expect(staff.getByRole('heading', { name: 'Activity' })).toBeVisible()
    await expect(rowOf(staff, 'Plan.pdf')).toBeVisible()
    const names = ['Status', 'Owner', 'Next Follow-Up', 'Primary Email', 'Address', 'social security number', 'Weight']
    for (const name of names) {
      const button = staff.getByRole('button', { name: `Change ${name}`, exact: true }).first()
      await button.focus()
      const before = await placesOf(staff)
      await staff.keyboard.press('Enter')
      await expect(staff.getByRole('form', { name: `Change ${name}` })).toBeVisible()
      expect(await placesOf(staff), `${name}, ${width} px`).toEqual(before)
      await staff.keyboard.press('Escape')
    }
  }
})

test('[OF-01] [OF-03] given a phone, when a record is read, then its bar stays, the cards are one column and nothing is cut off @full', async ({
  staff,
  api,
  family,
}) => {
  const { client } = await addSampleClient(api, family)
  for (const width of [375, 320]) {
    await staff.setViewportSize({ width, height: 667 })
    await openClient(staff, client.id)
    await expectNoSidewaysScrolling(staff, `a record, ${width} px`)
    await staff.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
    await expect(staff.getByRole('heading', { level: 1 })).toBeInViewport()
    await expectAccessible(staff, `a record, ${width} px`)
  }
})

test('[OF-04] given a file, when it is dropped on the Documents card, then it is uploaded there; elsewhere nothing happens @full', async ({
  staff,
  api,
  family,
}) => {
  const { client } = await addSampleClient(api, family)
  await openClient(staff, client.id)
  await expect(rowOf(staff, 'Plan.pdf')).toBeVisible()
  expect(await dropFile(staff.getByRole('heading', { level: 1 }), 'Stray.pdf')).toBe(false)
  expect(await dropFile(documents(staff).getByRole('heading', { name: 'Documents' }), 'Loose.pdf')).toBe(false)
  await expect(staff.getByText('1 file uploaded.')).toBeVisible()
  await expect(rowOf(staff, 'Loose.pdf')).toBeVisible()
  expect(await dropFile(rowOf(staff, 'Plan.pdf'), 'Rider.pdf')).toBe(false)
  await expect(documents(staff).getByRole('button', { name: 'Plans 2', exact: true })).toBeVisible()

  const stored = (await api.documents(client.id)).map(({ file_name, folder }) => [file_name, folder])
  expect(stored.sort()).toEqual([
    ['Loose.pdf', null],
    ['Plan.pdf', 'Plans'],
    ['Rider.pdf', 'Plans'],
  ])
})
