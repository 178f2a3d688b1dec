import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStaffApi } from '@agency/test-kit/api/staff-api'
import { agency, credentials } from '@agency/test-kit/product/product-address'
import { chromium, type Page } from '@playwright/test'
import { buildFrontEnds } from '../../scripts/build.ts'
import { findChromium } from '../../scripts/find-chromium.ts'
import { startProduct } from '../../scripts/product.ts'
import { root } from '../../scripts/repository.ts'
import playwright from '../playwright.config.ts'
import { Camera } from './camera.ts'
import { shootComponents } from './component-page.ts'
import { shootFields, shootPortal } from './portal-screens.ts'
import { shootLogin, shootStaff } from './staff-screens.ts'

const folder = join(root, 'docs/screenshots')

/** Starts a product with the demonstration's agency on a free port, and stops it whatever happens. */
async function withProduct(work: () => Promise<void>) {
  buildFrontEnds()
  const dataDirectory = mkdtempSync(join(tmpdir(), 'screenshots-'))
  const product = await startProduct({
    dataDirectory,
    port: 0,
    environment: { DEMO: 'true', ADMIN_PASSWORD: credentials.password, AGENCY_NAME: agency.name },
  })
  process.env.STAFF_URL = product.staffUrl
  process.env.CLIENT_URL = product.clientUrl
  try {
    await work()
  } finally {
    await product.stop()
    rmSync(dataDirectory, { recursive: true })
  }
}

/** Takes all pictures anew; the former ones go first, so that none of a screen that is no more stays. */
async function takeAll() {
  const executablePath = findChromium()
  const browser = await chromium.launch({
    ...playwright.use?.launchOptions,
    ...(executablePath ? { executablePath } : {}),
  })
  const api = await openStaffApi()
  const { locale, timezoneId } = playwright.use ?? {}
  const open = async (storageState?: ReturnType<typeof api.storageState>): Promise<Page> => {
    const context = await browser.newContext({
      locale,
      timezoneId,
      storageState,
      viewport: { width: 1280, height: 800 },
    })
    context.setDefaultTimeout(20_000)
    return context.newPage()
  }
  if (existsSync(folder)) rmSync(folder, { recursive: true })
  const camera = new Camera(folder)
  try {
    await shootLogin(camera, await open())
    const sessionCode = await shootStaff(camera, await open(api.storageState()))
    await shootPortal(camera, await open(), await api.readSession(sessionCode))
    await shootFields(camera, await open(), api)
    await shootComponents(camera, await open())
  } finally {
    await browser.close()
  }
  process.stdout.write(`${camera.taken} pictures in docs/screenshots\n`)
}

await withProduct(takeAll)
