import type { TestProject } from 'vitest/node'
import { buildParts } from '../../../scripts/build.ts'
import { ensureDatabaseServer } from './database-server.ts'
import { startMailServer } from './mail-server.ts'
import { copyProductTemplate, makeProductTemplate } from './product-template.ts'
import { type StartedProduct, startProductOnServer } from './started-product.ts'

export type SharedProduct = Pick<StartedProduct, 'bffUrl' | 'coreUrl' | 'databaseUrl' | 'dataDirectory'>

declare module 'vitest' {
  interface ProvidedContext {
    /** A product for each worker, which most API tests of that worker share. */
    sharedProducts: SharedProduct[]
  }
}

const environment = {
  SERVE_APPS: 'false',
  API_DOCS: 'staff',
  ADMIN_MANAGEMENT: 'everyone',
  MAIL_FROM: 'Agency <office@example.com>',
  // One login of one staff member reads more records than a person does.
  RECORD_READS_ALERT: '0',
  REVEAL_ALERT: '0',
  REVEAL_ALERT_FACTOR: '0',
  RECORD_READS_LIMIT: '0',
  LOG_LEVEL: 'warn',
}

/** Starts a product for each worker. Each test file creates the data it needs. */
export async function setup({ provide, config }: TestProject): Promise<() => Promise<void>> {
  buildParts({ parts: ['bff'] })
  const ends = [await ensureDatabaseServer()] as (() => unknown)[]
  const stop = async () => {
    for (const end of ends.toReversed()) await end()
  }
  try {
    const mails = await startMailServer()
    ends.push(mails.close)
    ends.push(await makeProductTemplate())
    // At once: a start takes four seconds of one processor.
    const products = await Promise.all(
      Array.from({ length: config.maxWorkers }, async (): Promise<SharedProduct> => {
        const data = await copyProductTemplate()
        const product = await startProductOnServer({ data, environment: { ...environment, SMTP_URL: mails.url } })
        ends.push(product.stop)
        const { bffUrl, coreUrl, databaseUrl, dataDirectory } = product
        return { bffUrl, coreUrl, databaseUrl, dataDirectory }
      }),
    )
    provide('sharedProducts', products)
  } catch (error) {
    await stop()
    throw error
  }
  return stop
}
