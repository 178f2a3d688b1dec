import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describedAnswers } from '@agency/test-kit/api/described-answers'
import { openPortalApi, type PortalApi } from '@agency/test-kit/api/portal-api'
import { type CheckAnswer, type Send, sendTo, sendToPortalApi, sendToStaffApi } from '@agency/test-kit/api/send'
import { openStaffApi, passcode, type StaffApi } from '@agency/test-kit/api/staff-api'
import { agencySettings, credentials } from '@agency/test-kit/product/product-address'
import { copyProductTemplate } from '@agency/test-kit/product/product-template'
import { type StartedProduct, startProductOnServer } from '@agency/test-kit/product/started-product'
import type { SharedProduct } from '@agency/test-kit/product/vitest-setup'
import { afterAll, inject } from 'vitest'
import description from '../../packages/contract/openapi.json' with { type: 'json' }
import { startProduct } from '../../scripts/product.ts'

type Running = Pick<StartedProduct, 'bffUrl' | 'coreUrl' | 'dataDirectory'>

/** A product under test. An answer that openapi.json does not describe is an error. */
export interface ApiProduct extends Running {
  /** Calls the staff's API. */
  asStaff: Send
  /** Calls the portal's API from a page of its own origin. */
  asClient: Send
  /** Calls paths without an API base, such as `/healthz`. */
  ask: Send
  /** Logs a staff member in: the first admin, if nobody else is named. */
  logIn(who?: { username: string; password: string }): Promise<StaffApi>
  /** Opens a session as its client. */
  openSession(code: string, passcode?: string): Promise<PortalApi>
}

const checkDescribed = describedAnswers(description)
const checkAnswer: CheckAnswer = (method, path, answer) =>
  checkDescribed({
    method,
    path: path.replace(/\?.*/, ''),
    status: answer.status,
    contentType: answer.headers.get('content-type') ?? undefined,
    body: () => answer.clone().json(),
  })

function apiOf({ bffUrl, coreUrl, dataDirectory }: Running): ApiProduct {
  const asStaff = sendToStaffApi(bffUrl, checkAnswer)
  const asClient = sendToPortalApi(bffUrl, checkAnswer)
  return {
    bffUrl,
    coreUrl,
    dataDirectory,
    asStaff,
    asClient,
    ask: sendTo(bffUrl, {}, checkAnswer),
    logIn: (who = credentials) => openStaffApi(who, asStaff),
    openSession: (session_code, typed = passcode) => openPortalApi({ session_code, passcode: typed }, asClient),
  }
}

const environment = { ...agencySettings, ADMIN_PASSWORD: credentials.password, SERVE_APPS: 'false', API_DOCS: 'staff' }

/** The product that the API tests of this worker share. */
export function sharedProduct(): SharedProduct {
  const product = inject('sharedProducts')[Number(process.env.VITEST_POOL_ID) - 1]
  if (!product) throw new Error(`Worker ${process.env.VITEST_POOL_ID} has no product.`)
  return product
}

/** That product, and a login of its first admin. */
export async function useSharedProduct(): Promise<{ product: ApiProduct; staff: StaffApi; databaseUrl: string }> {
  const { databaseUrl, ...running } = sharedProduct()
  const product = apiOf(running)
  return { product, staff: await product.logIn(), databaseUrl }
}

/** Starts a product for the tests of one file on the test run's PostgreSQL server. It stops with the file. */
export async function startOwnProduct(
  settings: Record<string, string> = {},
): Promise<{ product: ApiProduct; staff: StaffApi; databaseUrl: string }> {
  const data = await copyProductTemplate()
  const started = await startProductOnServer({ data, environment: { ...environment, ...settings } })
  afterAll(started.stop)
  const product = apiOf(started)
  return { product, staff: await product.logIn(), databaseUrl: started.databaseUrl }
}

export interface StoppableProduct extends ApiProduct {
  stop(): Promise<void>
}

/**
 * Starts a product, on the embedded engine as a laptop runs it unless DATABASE_URL is set.
 * @param kept a data directory that stays when the product stops; a temporary one without it
 */
export async function startProductIn(settings: Record<string, string> = {}, kept?: string): Promise<StoppableProduct> {
  const dataDirectory = kept ?? mkdtempSync(join(tmpdir(), 'services-'))
  const product = await startProduct({ dataDirectory, port: 0, environment: { ...environment, ...settings } })
  return {
    ...apiOf({ ...product, dataDirectory }),
    async stop() {
      await product.stop()
      if (!kept) rmSync(dataDirectory, { recursive: true })
    },
  }
}
