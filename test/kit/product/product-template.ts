import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startProduct } from '../../../scripts/product.ts'
import { firstPassword, setUpOwner } from './owner-account.ts'
import { createProductDatabase } from './product-database.ts'

/** What a product starts on: a database and a data directory. */
export interface ProductData {
  databaseUrl: string
  dataDirectory: string
  /** Drops the database and removes the directory. */
  remove(): Promise<void>
}

/** Creates an empty database on the test run's server, and an empty data directory. @param template database to copy */
export async function createProductData(template?: string): Promise<ProductData> {
  const database = await createProductDatabase(template)
  const dataDirectory = mkdtempSync(join(tmpdir(), 'product-'))
  const remove = async () => {
    await database.drop()
    rmSync(dataDirectory, { recursive: true })
  }
  return { databaseUrl: database.url, dataDirectory, remove }
}

/** The environment tells all workers of a test run what to copy. */
const names = { database: 'PRODUCT_TEMPLATE_DATABASE', directory: 'PRODUCT_TEMPLATE_DIRECTORY' } as const

/**
 * Starts and stops a product once, with all tables and the first admin's account set up, for `copyProductTemplate`.
 * @returns the function that removes it
 */
export async function makeProductTemplate(): Promise<() => Promise<void>> {
  const data = await createProductData()
  const environment = { DATABASE_URL: data.databaseUrl, STAFF_MFA: 'off', ADMIN_PASSWORD: firstPassword }
  try {
    const product = await startProduct({ dataDirectory: data.dataDirectory, port: 0, environment })
    // A database with a connection can't be copied.
    await setUpOwner(product.staffUrl).finally(() => product.stop())
  } catch (error) {
    await data.remove()
    throw error
  }
  rmSync(join(data.dataDirectory, 'logs'), { recursive: true })
  process.env[names.database] = new URL(data.databaseUrl).pathname.slice(1)
  process.env[names.directory] = data.dataDirectory
  return data.remove
}

/** Copies the template of this test run. @throws if the set-up of the test run made none */
export async function copyProductTemplate(): Promise<ProductData> {
  const [database, directory] = [process.env[names.database], process.env[names.directory]]
  if (!database || !directory) throw new Error('The set-up of this test run made no product template.')
  const data = await createProductData(database)
  cpSync(directory, data.dataDirectory, { recursive: true })
  return data
}
