import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const compressible = /\.(?:js|mjs|css|html|svg|json|wasm|txt|bcmap)$/
const smallest = 1024

/** Puts a .br and a .gz beside every file of a build that gains from it, so that serving costs no work. */
export async function compressFiles(directory: string): Promise<void> {
  const files = readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && compressible.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    // The page is filled in when it is served.
    .filter((path) => statSync(path).size >= smallest && !path.endsWith('index.html'))
  await Promise.all(files.map(compressFile))
}

async function compressFile(path: string) {
  const content = readFileSync(path)
  const quality = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
  writeFileSync(`${path}.br`, await promisify(brotliCompress)(content, { params: quality }))
  writeFileSync(`${path}.gz`, await promisify(gzip)(content, { level: 9 }))
}
