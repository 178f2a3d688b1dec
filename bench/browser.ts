import { type Browser, chromium } from 'playwright'
import { findChromium } from '../scripts/find-chromium.ts'

/** Starts a browser that does nothing on its own. */
export async function launch(): Promise<Browser> {
  const executablePath = findChromium()
  const quiet = ['--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run']
  return chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: ['--no-sandbox', '--disable-gpu', ...quiet],
  })
}
