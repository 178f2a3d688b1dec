import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openStaffApi, type StaffApi } from '@agency/test-kit/api/staff-api'
import type { RoutedProduct } from '@agency/test-kit/product/routed-product'
import { type Browser, type BrowserContextOptions, chromium, type Page } from '@playwright/test'
import { Value } from 'typebox/value'
import { findChromium } from '../../scripts/find-chromium.ts'
import { Release } from '../../scripts/package.ts'
import { adminStages, patience, type Stage } from './drive-admin.ts'
import { portalStages } from './drive-portal.ts'

const base = { 'admin-app': '/admin/', 'portal-app': '/session/' } as const
type App = keyof typeof base

/** What a part that is deployed says of itself. */
const deployedRelease = (directory: string): Release =>
  Value.Parse(Release, JSON.parse(readFileSync(join(directory, 'release.json'), 'utf8')))

/** What a page tells while it is driven: the first thing that must not be ends the drive. */
class Watch {
  readonly fault: Promise<string>
  readonly loaded = new Set<string>()

  /** @param fallbacks addresses of the app's own copies of components, with their names */
  constructor(page: Page, fallbacks: ReadonlyMap<string, string>) {
    const { promise, resolve } = Promise.withResolvers<string>()
    this.fault = promise
    page.on('pageerror', ({ message }) => resolve(`an error: ${message}`))
    page.on('console', (message) => {
      const text = message.text()
      const isOurs = message.type() === 'error' && !text.startsWith('Failed to load resource')
      // The federation runtime warns of a package that is not the one which was asked for, and goes on with it.
      if (isOurs || text.includes('Federation Runtime')) resolve(`the console says: ${text}`)
    })
    page.on('request', (request) => {
      const path = new URL(request.url()).pathname
      this.loaded.add(path)
      const component = fallbacks.get(path)
      if (component) resolve(`${component} could not be had: the app's own copy was taken in its place`)
    })
  }
}

async function driveStages(page: Page, watch: Watch, stages: readonly Stage[]): Promise<string | undefined> {
  for (const { name, drive } of stages) {
    const failed = drive(page).then(
      () => undefined,
      (error: Error) => error.message.split('\n').slice(0, 8).join('\n'),
    )
    const fault = await Promise.race([watch.fault, failed])
    if (fault !== undefined) return `${name}: ${fault}`
  }
  return undefined
}

interface Drive {
  browser: Browser
  product: RoutedProduct
  app: App
  stages: readonly Stage[]
  context: BrowserContextOptions
}

/** Drives one app. @returns what is wrong with shared-ui in it, undefined when nothing is */
async function driveApp({ browser, product, app, stages, context: options }: Drive): Promise<string | undefined> {
  const { uses } = deployedRelease(product.directoryOf(app))
  if (!uses) return `${app}: its release does not say what it takes from shared-ui`
  const own = Object.entries(uses.fallbacks).map(([name, file]) => [base[app] + file, name] as const)
  const context = await browser.newContext({ locale: 'en-US', ...options })
  context.setDefaultTimeout(patience)
  try {
    const page = await context.newPage()
    const watch = new Watch(page, new Map(own))
    const fault = await driveStages(page, watch, stages)
    if (fault) return `${app}: ${fault}`
    const offered = product.directoryOf('shared-ui')
    const missing = uses.components.filter(
      (name) => !scriptsOf(offered, name).some((path) => watch.loaded.has(`${base[app]}_ui/${path}`)),
    )
    return missing.length > 0 ? `${app}: ${missing.join(', ')} never came from shared-ui` : undefined
  } finally {
    await context.close()
  }
}

/** The scripts of a component, as the release of shared-ui that is deployed names them. */
function scriptsOf(sharedUi: string, component: string): string[] {
  const { exposes } = JSON.parse(readFileSync(join(sharedUi, 'mf-manifest.json'), 'utf8'))
  for (const { name, assets } of exposes) if (name === component) return assets.js.sync
  return []
}

const letters = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(10)), (byte) => String.fromCharCode(97 + (byte % 26))).join('')

async function stagesOf(api: StaffApi): Promise<Record<App, Stage[]>> {
  const word = `Contract${letters()}`
  return { 'admin-app': await adminStages(api, word), 'portal-app': await portalStages(api, word) }
}

/**
 * Drives the apps that are deployed with the shared-ui that is deployed, in a real browser, through every component.
 * @returns what is wrong: nothing when shared-ui keeps its contract
 */
export async function checkInBrowser(product: RoutedProduct): Promise<string[]> {
  const executablePath = findChromium()
  const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run']
  const browser = await chromium.launch({ args, ...(executablePath ? { executablePath } : {}) })
  const api = await openStaffApi()
  try {
    const stages = await stagesOf(api)
    const desktop = { viewport: { width: 1280, height: 800 } }
    const phone = { viewport: { width: 375, height: 740 }, hasTouch: true, isMobile: true }
    const faults = await Promise.all([
      driveApp({ browser, product, app: 'admin-app', stages: stages['admin-app'], context: desktop }),
      driveApp({ browser, product, app: 'portal-app', stages: stages['portal-app'], context: phone }),
    ])
    return faults.filter((fault) => fault !== undefined)
  } finally {
    await browser.close()
  }
}
