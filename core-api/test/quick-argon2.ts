import { createRequire } from 'node:module'
import { isDeepStrictEqual } from 'node:util'
import type * as Argon2 from '@node-rs/argon2'

/** The real library: vitest.config.ts puts this module in its place. */
const argon2: typeof Argon2 = createRequire(import.meta.url)('@node-rs/argon2')

/** OWASP Password Storage Cheat Sheet. */
const productCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** A hash takes this long on purpose, 15 ms and 19 MiB, and a test file asks for up to hundreds. */
const testCost = { memoryCost: 8, timeCost: 1, parallelism: 1 }

/** @throws if the product asks for another cost than its own */
function atTestCost({ salt, ...cost }: Argon2.Options = {}): Argon2.Options {
  if (!isDeepStrictEqual(cost, productCost)) {
    throw new Error(`A hash at another cost than the product's: ${JSON.stringify(cost)}`)
  }
  return salt ? { ...testCost, salt } : testCost
}

export const hash = async (password: string, options?: Argon2.Options): Promise<string> =>
  argon2.hash(password, atTestCost(options))

export const hashRaw = async (password: string, options?: Argon2.Options): Promise<Buffer> =>
  argon2.hashRaw(password, atTestCost(options))

/** At the cost that the hash names. */
export const verify = (hashed: string, password: string): Promise<boolean> => argon2.verify(hashed, password)
