import { type Browser, type BrowserContext, chromium } from 'playwright'
import { findChromium } from '../../scripts/find-chromium.ts'

/** A browser that is logged in: its cookies and what it stores. */
export type Login = Awaited<ReturnType<BrowserContext['storageState']>>

/** Starts a browser that does nothing on its own. @param hosts names that it takes for this machine's */
export async function launch(hosts: readonly string[] = []): Promise<Browser> {
  const executablePath = findChromium()
  const quiet = ['--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run']
  const mapped = hosts.map((host) => `MAP ${host} 127.0.0.1`).join()
  return chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: ['--no-sandbox', '--disable-gpu', ...quiet, `--host-resolver-rules=${mapped}`],
  })
}
