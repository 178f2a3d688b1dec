import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Session } from '@agency/contract/sessions'
import { openStaffApi, type StaffApi } from '@agency/test-kit/api/staff-api'
import { providerSetting, startOidcServer } from '@agency/test-kit/product/oidc-server'
import { agency, credentials } from '@agency/test-kit/product/product-address'
import { type BrowserContextOptions, chromium, type Page } from '@playwright/test'
import { buildParts } from '../../scripts/build.ts'
import { findChromium } from '../../scripts/find-chromium.ts'
import { startProduct } from '../../scripts/product.ts'
import { root } from '../../scripts/repository.ts'
import playwright from '../playwright.config.ts'
import { recordReadsAlert, shootAccess } from './access-screens.ts'
import { Camera, largeSize, phoneSize, wideSize } from './camera.ts'
import { shootComponents } from './component-page.ts'
import { shootCodes, shootMessages } from './message-screens.ts'
import { shootPhone } from './portal-phone.ts'
import { shootFields, shootPortal } from './portal-screens.ts'
import { shootLogin, shootStaff } from './staff-screens.ts'

const folder = join(root, 'pictures')
/** The few pictures that the documentation shows. */
const shownFolder = join(root, 'docs/screenshots')

/** Starts a product with the demonstration's agency on a free port, and stops it whatever happens. */
async function withProduct(work: () => Promise<void>) {
  buildParts()
  const dataDirectory = mkdtempSync(join(tmpdir(), 'screenshots-'))
  const provider = await startOidcServer(() => `${process.env.STAFF_URL}/admin/login/provider`, new Map())
  const product = await startProduct({
    dataDirectory,
    port: 0,
    environment: {
      DEMO: 'true',
      STAFF_MFA: 'off',
      ADMIN_PASSWORD: credentials.password,
      AGENCY_NAME: agency.name,
      AGENCY_PHONE: agency.phone,
      OIDC_PROVIDERS: JSON.stringify([providerSetting(provider, { id: 'google', label: 'Google' })]),
      RECORD_READS_ALERT: String(recordReadsAlert),
    },
  })
  process.env.STAFF_URL = product.staffUrl
  process.env.CLIENT_URL = product.clientUrl
  try {
    await work()
  } finally {
    await product.stop()
    await provider.close()
    rmSync(dataDirectory, { recursive: true })
  }
}

/** What to take: all, or the pictures of the client portal or of staff alone, of these only those with a name like this. */
const {
  values: { 'update-docs': updatesDocs },
  positionals: [part = 'all', wanted = ''],
} = parseArgs({ allowPositionals: true, options: { 'update-docs': { type: 'boolean', default: false } } })
const portalOnly = part === 'portal'
const staffOnly = part === 'staff'
/** Staff access and messages alone: the former pictures stay. */
const accessOnly = part === 'access'

/** Whether this run takes a picture anew. */
const isTaken = (file: string): boolean =>
  file.startsWith('portal-')
    ? !staffOnly
    : !portalOnly && new RegExp(wanted).test(file.replace(/-\d+-(light|dark)\.png$/, ''))

/** Replaces the pictures that the documentation shows by those of this run. */
function updateDocs() {
  for (const file of readdirSync(shownFolder))
    if (existsSync(join(folder, file))) copyFileSync(join(folder, file), join(shownFolder, file))
}

/** Takes the pictures anew; the former ones go first, so that none of a screen that is no more stays. */
async function takeAll() {
  const executablePath = findChromium()
  const browser = await chromium.launch({
    ...playwright.use?.launchOptions,
    ...(executablePath ? { executablePath } : {}),
  })
  const api = await openStaffApi()
  const { locale, timezoneId } = playwright.use ?? {}
  const open = async (options: BrowserContextOptions = {}): Promise<Page> => {
    const context = await browser.newContext({ locale, timezoneId, viewport: wideSize, ...options })
    context.setDefaultTimeout(20_000)
    return context.newPage()
  }
  const former = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith('.png')) : []
  for (const file of former) if (!accessOnly && isTaken(file)) rmSync(join(folder, file))
  const camera = new Camera(folder, [wideSize, largeSize, phoneSize], new RegExp(wanted))
  // Nothing is new about these on a large monitor.
  const office = new Camera(folder, [wideSize, phoneSize], new RegExp(wanted))
  const wide = new Camera(folder, [wideSize])
  const phone = new Camera(folder, [phoneSize])
  try {
    const openPhone = () => open({ viewport: phoneSize, hasTouch: true, isMobile: true })
    if (!staffOnly) await shootCodes(phone, openPhone, api)
    if (!portalOnly) {
      await shootMessages(office, open, api)
      await shootAccess(office, open, api)
    }
    if (accessOnly) return
    if (!portalOnly) {
      await shootLogin(camera, await open())
      await shootStaff(camera, await open({ storageState: api.storageState() }), api)
      if (wanted === '') await shootComponents(camera, await open())
    }
    if (staffOnly) return
    await shootPortal(wide, await open(), await addDemoSession(api))
    await shootFields(wide, await open(), api)
    await shootPhone(phone, api, openPhone)
  } finally {
    await browser.close()
    process.stdout.write(`${camera.taken + office.taken + wide.taken + phone.taken} pictures in ${folder}\n`)
  }
}

/** A session with the link and the PDF to sign of the demonstration's library. */
async function addDemoSession(api: StaffApi): Promise<Session> {
  const client = await api.addClient({
    client_first_name: 'Maria',
    client_last_name: 'Gonçalves',
    dob: '1961-11-12',
    primary_phone: '3055550147',
  })
  const session = await api.startSession(client.id)
  for (const { id, title } of await api.globalForms())
    if (/Agent of Record|Compare/.test(title ?? '')) await api.attach(session.id, { form_id: id })
  return session
}

await withProduct(takeAll)
if (updatesDocs) updateDocs()
