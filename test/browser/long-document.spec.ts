import { execFileSync } from 'node:child_process'
import { scannedPagesPdf } from '@agency/pdf-signing/test/scanned-pages'
import type { StaffApi } from '@agency/test-kit/api/staff-api'
import { expect, test } from '@agency/test-kit/browser/fixtures'
import { enterPortal, expectSealed, openReview, readerStep } from '@agency/test-kit/browser/portal-pages'
import { addSession } from '@agency/test-kit/browser/session-page'
import type { Page } from '@playwright/test'

const pageCount = 60

/** Opens an old document of 60 scanned pages of mixed sizes, some turned, on a phone. */
async function openLongDocument(phone: Page, api: StaffApi, family: string) {
  await phone.setViewportSize({ width: 375, height: 667 })
  const session = await addSession(api, family)
  const form = await api.addPdf(scannedPagesPdf(pageCount), { title: `${family} policy`, reading: 'every_page' })
  await api.attach(session.id, { form_id: form.id })
  await enterPortal(phone, session)
  await phone.getByRole('link', { name: `${family} policy` }).tap()
  await phone.getByRole('checkbox').check()
  await phone.getByRole('button', { name: 'Continue' }).tap()
  await expect(phone.getByText(`1 of ${pageCount} pages viewed`)).toBeVisible()
  return session
}

const pageRegion = (page: Page, number: number) =>
  page.getByRole('region', { name: `Page ${number} of ${pageCount}`, exact: true })

/** How many pages count as viewed. */
const viewed = async (page: Page) => Number.parseInt(await page.getByText(/^\d+ of 60 pages viewed$/).innerText(), 10)

test('[PH-02] given a scan of 60 pages on a phone, when its pages are listed, skipped and scrolled past, then what was in view counts alone @full', async ({
  phone,
  api,
  family,
}) => {
  await openLongDocument(phone, api, family)
  await readerStep(phone, 'Next page').tap()
  await expect(pageRegion(phone, 2)).toBeInViewport({ ratio: 0.9 })
  // It is a little higher than what is in view, where it rests.
  await expect.poll(() => viewed(phone)).toBeGreaterThanOrEqual(2)

  await phone.getByRole('button', { name: /^\d+\/60: show all pages$/ }).tap()
  const list = phone.getByRole('dialog', { name: 'Pages' })
  await expect(list.getByRole('button', { name: /^Page \d+, / })).toHaveCount(pageCount)
  await expect(list.getByRole('button', { name: 'Page 2, viewed' })).toBeVisible()
  // Those in view have a picture, the others have not been drawn.
  await expect(list.getByRole('button', { name: 'Page 1, viewed' }).locator('canvas')).toHaveCount(1)
  await expect(list.getByRole('button', { name: 'Page 60, not viewed yet' }).locator('canvas')).toHaveCount(0)
  await list.getByRole('button', { name: 'Page 30, not viewed yet' }).tap()
  await expect(pageRegion(phone, 30)).toBeInViewport({ ratio: 0.9 })
  const before = await viewed(phone)
  expect(before).toBeLessThanOrEqual(7)

  // One movement to the end passes all others.
  await phone.locator('[data-pdf-scroller]').evaluate((pages) => pages.scrollTo({ top: pages.scrollHeight }))
  await expect(pageRegion(phone, pageCount)).toBeInViewport({ ratio: 0.9 })
  await expect.poll(() => viewed(phone)).toBeGreaterThan(before)
  const atEnd = await viewed(phone)
  expect(atEnd).toBeLessThanOrEqual(before + 4)
  // The next unread page is one tap away, also from the end: it is one of the first.
  await expect(readerStep(phone, 'Review')).toHaveCount(0)
  await readerStep(phone, 'Next page').tap()
  await expect(phone.getByRole('button', { name: /^[3-5]\/60: show all pages$/ })).toBeVisible()
  await expect.poll(() => viewed(phone)).toBeGreaterThan(atEnd)
})

test('[PH-02] given a scan of 60 pages on a phone, when every page was in view, then it can be signed, and all its pages are sealed @full', async ({
  phone,
  api,
  family,
}) => {
  const session = await openLongDocument(phone, api, family)
  await phone.evaluate(() =>
    document.addEventListener('click', ({ target }) => {
      const { dataset } = document.documentElement
      const isStep = target instanceof Element && target.closest('[data-reader-bar] button') !== null
      if (isStep) dataset.taps = String(Number(dataset.taps ?? 0) + 1)
    }),
  )
  await openReview(phone)
  // A page that is higher than the window takes two.
  const taps = await phone.locator('html').getAttribute('data-taps')
  expect(Number(taps)).toBeGreaterThan(pageCount - 10)
  expect(Number(taps)).toBeLessThanOrEqual(pageCount + 20)
  await readerStep(phone, 'Finish and sign').tap()
  await expectSealed(phone)
  const download = phone.waitForEvent('download')
  await phone.getByRole('button', { name: 'Download', exact: true }).tap()
  const about = execFileSync('pdfinfo', [await (await download).path()], { encoding: 'utf8' })
  expect(Number(/^Pages:\s+(\d+)$/m.exec(about)?.[1])).toBeGreaterThan(pageCount)
  expect(await api.sessionForms(session.id)).toMatchObject([{ status: 'completed' }])
})
