import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startWebServer, type WebServer } from '@agency/test-kit/nginx/web-server'
import { onTestFinished } from 'vitest'
import { agency } from './hosts.ts'

const parts = ['BFF_ADDRESSES', 'ADMIN_APP_ADDRESSES', 'PORTAL_APP_ADDRESSES', 'SHARED_UI_ADDRESSES']

/** A directory that goes with the test. */
export function ownDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'router-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  return directory
}

/** A router with one address behind everything where the settings do not say otherwise; its files go when it stops. */
export async function startRouterTo(behind: string, settings: Record<string, string> = {}): Promise<WebServer> {
  const directory = mkdtempSync(join(tmpdir(), 'router-'))
  const all = { ...agency, ...Object.fromEntries(parts.map((name) => [name, behind])), ...settings }
  const router = await startWebServer({ directory, template: 'templates/router.conf.template', settings: all })
  const stop = async () => {
    await router.stop()
    rmSync(directory, { recursive: true })
  }
  return { ...router, stop }
}

/** The same, for one test. */
export async function startOwnRouter(behind: string, settings: Record<string, string> = {}): Promise<WebServer> {
  const router = await startRouterTo(behind, settings)
  onTestFinished(() => router.stop())
  return router
}
