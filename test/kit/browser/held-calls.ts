import type { Page, Request } from '@playwright/test'

/** Calls that are delayed until the test releases them. */
export class HeldCalls {
  readonly requests: Request[] = []
  readonly #released = Promise.withResolvers<void>()

  static async of(page: Page, url: string | RegExp, method = 'GET'): Promise<HeldCalls> {
    const held = new HeldCalls()
    await page.route(url, async (route) => {
      if (route.request().method() !== method) return route.fallback()
      held.requests.push(route.request())
      await held.#released.promise
      await route.fallback()
    })
    return held
  }

  release(): void {
    this.#released.resolve()
  }
}

/** Answers calls with 500 and no body of ours. @returns the function that ends it */
export async function failCalls(page: Page, url: string | RegExp, method: string): Promise<() => Promise<void>> {
  await page.route(url, (route) =>
    route.request().method() === method ? route.fulfill({ status: 500, json: {} }) : route.fallback(),
  )
  return () => page.unroute(url)
}
