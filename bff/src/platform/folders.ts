import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of this service. It is the same for the sources and for the one file that is built from them. */
export const serviceFolder = dirname(fileURLToPath(import.meta.resolve('@agency/bff/package.json')))

export const productFolder = join(serviceFolder, '..')
