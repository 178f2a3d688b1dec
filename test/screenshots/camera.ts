import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { expect as impatient } from '@playwright/test'
import { palettePng } from './palette-png.ts'

/** Waits as long as the browser tests do. */
export const expect = impatient.configure({ timeout: 15_000 })

interface Size {
  readonly width: number
  readonly height: number
}

/** A phone as small as they are in use. */
export const phoneSize: Size = { width: 375, height: 667 }
export const wideSize: Size = { width: 1280, height: 800 }
/** A large monitor. */
export const largeSize: Size = { width: 1920, height: 1080 }
const schemes = ['light', 'dark'] as const

/** Longer pages are cut: what comes below shows nothing that the top does not. */
const tallest = 2_400

/** Takes pictures of a page as it stands: wide and narrow, light and dark. */
export class Camera {
  readonly #folder: string
  readonly #sizes: readonly Size[]
  readonly #wanted: RegExp
  taken = 0

  /** @param wanted the names of the pictures to take */
  constructor(folder: string, sizes: readonly Size[], wanted = /./) {
    this.#folder = folder
    this.#sizes = sizes
    this.#wanted = wanted
    mkdirSync(folder, { recursive: true })
  }

  /** A whole screen, from its top. */
  screen(page: Page, name: string): Promise<void> {
    return this.#take(page, name, { whole: true, sizes: this.#sizes })
  }

  /** An open dialog, as it lies over its screen. It is no larger on a large monitor. */
  async dialog(page: Page, name: string, dialog: Locator = page.getByRole('dialog')): Promise<void> {
    await expect(dialog).toBeVisible()
    await this.#take(page, name, { whole: false, sizes: this.#sizes.filter((size) => size !== largeSize) })
  }

  /** What the window shows of a screen: for one with a bar at its foot, or with pages that are drawn once they are seen. */
  window(page: Page, name: string): Promise<void> {
    return this.#take(page, name, { whole: false, sizes: this.#sizes })
  }

  /** What a phone's window shows. */
  phone(page: Page, name: string): Promise<void> {
    return this.#take(page, name, { whole: false, sizes: [phoneSize] })
  }

  /** A page as it stands, whole and at one size: for one that shows both themes itself. */
  async whole(page: Page, name: string): Promise<void> {
    await this.#save(page, `${name}.png`, await page.screenshot({ fullPage: true, animations: 'disabled' }))
  }

  async #take(page: Page, name: string, { whole, sizes }: { whole: boolean; sizes: readonly Size[] }): Promise<void> {
    if (!this.#wanted.test(name)) return
    const before = page.viewportSize()
    for (const size of sizes) {
      // Another size closes a menu, even if it is the same one.
      if (size.width !== page.viewportSize()?.width) await page.setViewportSize(size)
      for (const colorScheme of schemes) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await expect(page.locator('.skeleton')).toHaveCount(0)
        // As with overlay scrollbars: a headless browser leaves the place of the others empty.
        await page.evaluate(() => {
          document.documentElement.style.scrollbarWidth = 'none'
        })
        const height = whole ? await page.evaluate(() => document.documentElement.scrollHeight) : size.height
        const shown = whole ? { fullPage: true, clip: { x: 0, y: 0, ...size, height: Math.min(height, tallest) } } : {}
        const png = await page.screenshot({ ...shown, animations: 'disabled' })
        await this.#save(page, `${name}-${size.width}-${colorScheme}.png`, png)
      }
    }
    await page.emulateMedia({ colorScheme: 'light' })
    if (before !== null && before.width !== page.viewportSize()?.width) await page.setViewportSize(before)
  }

  async #save(page: Page, file: string, png: Buffer): Promise<void> {
    writeFileSync(join(this.#folder, file), await palettePng(page, png))
    this.taken += 1
  }
}
