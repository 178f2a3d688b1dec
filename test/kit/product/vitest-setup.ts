import type { TestProject } from 'vitest/node'
import { buildParts } from '../../../scripts/build.ts'
import { ensureDatabaseServer } from './database-server.ts'
import { startMailServer } from './mail-server.ts'
import { credentials } from './product-address.ts'
import { type StartedProduct, startProductOnServer } from './started-product.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The product that most API tests share. */
    sharedProduct: Pick<StartedProduct, 'bffUrl' | 'coreUrl' | 'databaseUrl' | 'dataDirectory'>
  }
}

/** Starts the product that API tests share. Each test file creates the data it needs and counts no others. */
export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  buildParts({ parts: ['bff'] })
  const removeServer = await ensureDatabaseServer()
  const mails = await startMailServer()
  const stopOthers = async () => {
    await mails.close()
    removeServer()
  }
  const product = await startProductOnServer({
    environment: {
      SERVE_APPS: 'false',
      API_DOCS: 'staff',
      ADMIN_PASSWORD: credentials.password,
      ADMIN_MANAGEMENT: 'everyone',
      SMTP_URL: mails.url,
      MAIL_FROM: 'Agency <office@example.com>',
      // One login of one staff member reads more records than a person does.
      RECORD_READS_ALERT: '0',
      REVEAL_ALERT: '0',
      REVEAL_ALERT_FACTOR: '0',
      RECORD_READS_LIMIT: '0',
      LOG_LEVEL: 'warn',
    },
  }).catch(async (error) => {
    await stopOthers()
    throw error
  })
  const { bffUrl, coreUrl, databaseUrl, dataDirectory } = product
  provide('sharedProduct', { bffUrl, coreUrl, databaseUrl, dataDirectory })
  return async () => {
    await product.stop()
    await stopOthers()
  }
}
