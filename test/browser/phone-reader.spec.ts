import type { Session } from '@agency/contract/sessions'
import { expectAccessible } from '@agency/test-kit/accessibility/expect-accessible'
import { expectNoSidewaysScrolling } from '@agency/test-kit/accessibility/reflow'
import type { StaffApi } from '@agency/test-kit/api/staff-api'
import { drawStrokes } from '@agency/test-kit/browser/draw-signature'
import { addFillableDocument, placedField } from '@agency/test-kit/browser/fillable-document'
import { expect, test } from '@agency/test-kit/browser/fixtures'
import { heightOf } from '@agency/test-kit/browser/phone-layout'
import { enterPortal, openDecline, readToTheEnd, readerStep as step } from '@agency/test-kit/browser/portal-pages'
import { clientUrl } from '@agency/test-kit/product/product-address'
import type { Locator, Page } from '@playwright/test'
import { foreignPdf } from '../../packages/pdf-signing/test/pdfs/sample-pdfs.ts'

const small = { width: 375, height: 667 }

const signed = placedField('Signature', 700, { kind: 'signature', height: 28 })
const initialed = placedField('Initials', 660, { kind: 'initials', width: 60, height: 20 })

/** Opens a document from the list and agrees to sign, in whichever language. */
async function openFirst(phone: Page, session: Session, title: string): Promise<void> {
  await enterPortal(phone, session)
  await phone.getByRole('link', { name: new RegExp(title) }).tap()
  await phone.getByRole('checkbox').check()
  await phone.locator('main form button[type=submit]').tap()
  await expect(phone.locator('[data-pdf-scroller] canvas').first()).toBeVisible()
}

/** A client with a document of several pages, which comes after the fillable one. */
async function addDocuments(api: StaffApi, family: string, language: string | null = null) {
  const { session, client } = await addFillableDocument(api, family, [initialed, signed], { pref_lang: language })
  const form = await api.addPdf(foreignPdf, { title: `${family} brochure`, reading: 'every_page' })
  await api.attach(session.id, { form_id: form.id })
  return { session, client }
}

for (const [language, title, tag] of [
  ['English', 'Review', ''],
  ['Spanish', 'Revisar', ' @full'],
  ['Portuguese', 'Revisar', ' @full'],
] as const) {
  test(`[PH-01] given a phone of 375 × 667 and a client who speaks ${language}, when a document is read, then at least 480 px are document, at each step${tag}`, async ({
    phone,
    api,
    family,
  }) => {
    await phone.setViewportSize(small)
    const { session } = await addDocuments(api, family, language)
    await openFirst(phone, session, `${family} brochure`)
    const pages = phone.locator('[data-pdf-scroller]')
    const bar = phone.locator('[data-reader-bar]')
    // The rule why all pages must be seen is shown with the first one.
    await expect.poll(() => heightOf(pages)).toBeGreaterThanOrEqual(480)
    await expect.poll(() => heightOf(bar)).toBeLessThanOrEqual(64)
    await readToTheEnd(phone, title)
    await expect.poll(() => heightOf(pages)).toBeGreaterThanOrEqual(480)
    await step(phone, title).tap()
    await phone.getByRole('dialog').locator('button[type=submit]').tap()
    await expect(
      phone.getByRole('heading', { name: /^(Check and sign|Revise y firme|Confira e assine)$/ }),
    ).toBeVisible()
    await expect.poll(() => heightOf(pages)).toBeGreaterThanOrEqual(480)
    await expect.poll(() => heightOf(bar)).toBeLessThanOrEqual(64)
  })
}

test('[PH-01] given a phone of 320 px, when the portal is used, then the header is one line of at most 56 px, and nothing scrolls sideways @full', async ({
  phone,
  api,
  family,
}) => {
  await phone.setViewportSize({ width: 320, height: 568 })
  const { session } = await addDocuments(api, family)
  await enterPortal(phone, session)
  const header = phone.locator('[data-portal-header] > div').first()
  await expect.poll(() => heightOf(header)).toBeLessThanOrEqual(56)
  await expect(phone.getByRole('link', { name: new RegExp(`${family} brochure`) })).toBeVisible()
  await expectNoSidewaysScrolling(phone, 'the list on a narrow phone')
  await phone.getByRole('button', { name: 'Menu' }).tap()
  await expect(phone.getByRole('button', { name: 'Log out' })).toBeVisible()
  await expectAccessible(phone, 'portal-menu')
  await phone.keyboard.press('Escape')
  await expect(phone.getByRole('button', { name: 'Log out' })).toBeHidden()
  await openFirst(phone, session, `${family} application`)
  await expectNoSidewaysScrolling(phone, 'the reader on a narrow phone')
  await expectAccessible(phone, 'portal-narrow-reader')
})

test('[PH-02] [PH-03] [PH-05] given two documents, when they are signed on a phone, then each field takes one tap, and the next document follows at once @full', async ({
  phone,
  api,
  family,
}) => {
  await phone.setViewportSize(small)
  const { session } = await addDocuments(api, family)
  await openFirst(phone, session, `${family} application`)
  await readToTheEnd(phone, 'Next field 1 of 2')
  await step(phone, 'Next field 1 of 2').tap()
  await phone.getByRole('dialog').getByRole('button', { name: 'Use this signature' }).tap()
  // The tapped field alone: the other is the next step, and takes a tap of its own.
  await expect(phone.getByRole('button', { name: /^Initials \(required\): I/ })).toBeVisible()
  await expect(phone.getByRole('button', { name: 'Signature (required): Sign here' })).toBeVisible()
  await expect(phone.getByText('2 of 2', { exact: true })).toBeVisible()
  await phone.locator('[data-field-sheet]').getByRole('button', { name: 'Sign here' }).tap()
  // That was the last field: the review follows without a tap of its own.
  await expect(phone.getByRole('heading', { name: 'Check and sign' })).toBeVisible()
  await step(phone, 'Finish and sign').tap()

  await expect(phone.getByRole('heading', { name: 'Signed. 1 of 2 documents done' })).toBeVisible()
  await phone.getByRole('link', { name: 'Next document' }).tap()
  // The second page is in view but for its edge: once the window rests, it counts as viewed too.
  await expect(phone.getByText(/^[12] of \d pages viewed$/)).toBeVisible()
  await readToTheEnd(phone, 'Review')
  await step(phone, 'Review').tap()
  await step(phone, 'Finish and sign').tap()
  await expect(phone.getByRole('heading', { name: 'All done: your 2 documents are complete' })).toBeVisible()
  await expect(phone.getByRole('button', { name: 'Download all documents' })).toBeVisible({ timeout: 60_000 })
})

test('[PH-03] given a link and a document of one page with two fields, when it is signed on a phone, then it takes eight taps and one text @full', async ({
  phone,
  api,
  family,
}) => {
  await phone.setViewportSize(small)
  const { session } = await addFillableDocument(api, family, [initialed, signed])
  let taps = 0
  await phone.exposeFunction('countTap', () => {
    taps += 1
  })
  // On the document: Playwright stops a tap at the window, and taps again, when its target has moved meanwhile.
  await phone.addInitScript(() =>
    document.addEventListener('pointerdown', () => Reflect.get(window, 'countTap')(), true),
  )
  await phone.goto(clientUrl(`/session/${session.session_code}`))
  await phone.getByLabel('Passcode', { exact: true }).fill(session.passcode ?? '')
  await phone.getByRole('button', { name: 'Access My Session' }).tap()
  await phone.getByRole('link', { name: new RegExp(`${family} application`) }).tap()
  await phone.getByRole('checkbox').tap()
  await phone.getByRole('button', { name: 'Continue' }).tap()
  // The page is as high as the window: nothing is left to scroll.
  await step(phone, 'Next field 1 of 2').tap()
  await phone.getByRole('dialog').getByRole('button', { name: 'Use this signature' }).tap()
  await phone.locator('[data-field-sheet]').getByRole('button', { name: 'Sign here' }).tap()
  await step(phone, 'Finish and sign').tap()

  await expect(phone.getByRole('heading', { name: 'All done: your document is complete' })).toBeVisible()
  expect(taps).toBe(8)
})

test('[PH-05] given two documents, when the first is declined, then it says what happens next, and the next one is a tap away @full', async ({
  phone,
  api,
  family,
}) => {
  const { session } = await addDocuments(api, family)
  await openFirst(phone, session, `${family} application`)
  const dialog = await openDecline(phone)
  await dialog.getByLabel('Reason').fill('Not my plan')
  await dialog.getByRole('button', { name: 'Decline', exact: true }).tap()
  await expect(phone.getByText(/What happens next/)).toBeVisible()
  await phone.getByRole('link', { name: 'Next document' }).tap()

  await expect(phone.getByRole('heading', { name: `${family} brochure` })).toBeVisible()
})

test('[PH-10] [SI-10] given a document half read, when it is reloaded, opened in a second tab, and left with Back, then nothing is asked twice', async ({
  phone,
  api,
  family,
}) => {
  const { session } = await addDocuments(api, family)
  await openFirst(phone, session, `${family} application`)
  await readToTheEnd(phone, 'Next field 1 of 2')
  await step(phone, 'Next field 1 of 2').tap()
  await phone.getByRole('dialog').getByRole('button', { name: 'Use this signature' }).tap()
  await phone.locator('[data-field-sheet]').getByRole('button', { name: 'Sign here' }).tap()
  await expect(step(phone, 'Finish and sign')).toBeVisible()
  await phone.goBack()
  await expect(step(phone, 'Review')).toBeVisible()
  await expect(phone.getByRole('heading', { name: `${family} application` })).toBeVisible()
  // The adopted signature and its places survive a reload.
  await phone.reload()
  await expect(step(phone, 'Review')).toBeVisible()

  const second = await phone.context().newPage()
  await second.goto(clientUrl(`/session/${session.session_code}/dashboard`))
  await expect(second.getByRole('link', { name: new RegExp(`${family} application`) })).toBeVisible()
  const third = await phone.context().newPage()
  await third.goto(clientUrl(`/session/${session.session_code}`))
  await third.getByRole('link', { name: new RegExp(`${family} application`) }).tap()
  await expect(step(third, 'Next field 1 of 2')).toBeVisible()
})

type Touches = readonly (readonly [x: number, y: number])[]

/** Touches the pages with fingers at these points, one list for each event. In one task, so that no time passes. */
async function touch(pages: Locator, events: readonly (readonly [type: string, fingers: Touches])[]): Promise<void> {
  await pages.evaluate((target, given) => {
    let last: Touch[] = []
    for (const [type, fingers] of given) {
      const touches = fingers.map(
        ([clientX, clientY], identifier) => new Touch({ identifier, target, clientX, clientY }),
      )
      const changedTouches = touches.length > 0 ? touches : last
      target.dispatchEvent(new TouchEvent(type, { touches, changedTouches, bubbles: true, cancelable: true }))
      last = touches
    }
  }, events)
}

test('given a document on a phone, when it is pinched and tapped twice, then the pages alone are zoomed, and a list leads to each @full', async ({
  phone,
  api,
  family,
}) => {
  await phone.setViewportSize(small)
  const { session } = await addDocuments(api, family)
  await openFirst(phone, session, `${family} brochure`)
  const pages = phone.locator('[data-pdf-scroller]')
  const width = () => phone.getByRole('region', { name: /^Page 1 of/ }).evaluate((page) => page.clientWidth)
  const tap = [
    ['touchstart', [[180, 300]]],
    ['touchend', []],
  ] as const
  await expect.poll(width).toBe(375)
  await touch(pages, [...tap, ...tap])
  await expect.poll(width).toBe(750)
  await expect(phone.getByRole('link', { name: 'All documents' })).toBeInViewport()
  await touch(pages, [...tap, ...tap])
  await expect.poll(width).toBe(375)
  await touch(pages, [
    [
      'touchstart',
      [
        [100, 300],
        [200, 300],
      ],
    ],
    [
      'touchmove',
      [
        [50, 300],
        [350, 300],
      ],
    ],
    ['touchend', []],
  ])
  await expect.poll(width).toBe(1125)
  await touch(pages, [...tap, ...tap])
  await phone.getByRole('button', { name: /show all pages$/ }).tap()
  const list = phone.getByRole('dialog', { name: 'Pages' })
  await list.getByRole('button', { name: /^Page 2/ }).tap()
  await expect(list).toBeHidden()
  await expect(phone.getByRole('region', { name: /^Page 2 of/ })).toBeInViewport({ ratio: 0.5 })
})

test('given a phone on its side, when a signature is drawn, then the pad is in view, and turning the phone keeps the strokes @full', async ({
  phone,
  api,
  family,
}) => {
  await phone.setViewportSize({ width: 667, height: 375 })
  const { session } = await addDocuments(api, family)
  await openFirst(phone, session, `${family} application`)
  await readToTheEnd(phone, 'Next field 1 of 2')
  await step(phone, 'Next field 1 of 2').tap()
  const dialog = phone.getByRole('dialog', { name: 'Your signature' })
  await dialog.getByRole('radio', { name: 'Draw' }).check()
  const pad = dialog.getByRole('img')
  await expect(pad).toBeInViewport({ ratio: 1 })
  // Nothing lies over it, such as the bar at the bottom of the dialog.
  const isFree = () =>
    pad.evaluate((canvas) => {
      const { left, right, top, bottom } = canvas.getBoundingClientRect()
      const corners = [left + 9, right - 9].flatMap((x) => [top + 9, bottom - 9].map((y) => [x, y] as const))
      return corners.every(([x, y]) => document.elementFromPoint(x, y) === canvas)
    })
  await expect.poll(isFree).toBe(true)
  const drawn = () =>
    pad.evaluate((canvas: HTMLCanvasElement) => {
      const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] }
      return data.some((value) => value > 0)
    })
  await drawStrokes(phone, pad)
  await expect.poll(drawn).toBe(true)
  await phone.setViewportSize(small)
  await expect.poll(drawn).toBe(true)
  await dialog.getByRole('radio', { name: 'Type' }).check()
  await dialog.getByRole('radio', { name: 'Draw' }).check()
  // All of what belongs to drawing.
  await expect(dialog.getByRole('radio', { name: 'Draw' })).toBeInViewport({ ratio: 1 })
  await expect(dialog.getByRole('button', { name: 'Clear' })).toBeInViewport({ ratio: 1 })
  await expect.poll(drawn).toBe(true)
  await dialog.getByRole('button', { name: 'Undo' }).tap()
  await expect.poll(drawn).toBe(false)
  await phone.setViewportSize({ width: 667, height: 375 })
  for (const x of [30, 90]) {
    await pad.hover({ position: { x, y: 30 } })
    await phone.mouse.down()
    await pad.hover({ position: { x: x + 40, y: 60 } })
    await phone.mouse.up()
  }
  await expect.poll(drawn).toBe(true)
  await dialog.getByRole('button', { name: 'Clear' }).tap()
  await expect.poll(drawn).toBe(false)
})
