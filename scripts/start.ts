import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { buildParts } from './build.ts'
import { type Product, type ProductOptions, startProduct } from './product.ts'
import { root } from './repository.ts'

const { values } = parseArgs({ options: { demo: { type: 'boolean', default: false } } })
const dataDirectory = resolve(process.env.DATA_DIR ?? join(root, 'data'))
const port = Number(process.env.PORT ?? 8080)

const demo = { DEMO: 'true', AGENCY_NAME: process.env.AGENCY_NAME ?? 'Harbor Lane Insurance' }

buildParts({ quick: true })
// Builds keep the default modes. Files of the data directory are readable by their owner only.
process.umask(0o077)
const product = await start({
  dataDirectory,
  port,
  ...(process.env.PUBLIC_URL ? { publicUrl: process.env.PUBLIC_URL } : {}),
  ...(process.env.STAFF_URL ? { staffUrl: process.env.STAFF_URL } : {}),
  environment: values.demo || process.env.DEMO === '1' ? demo : {},
})

/** Starts the product. A failure is printed as one message, since its cause is the machine or the settings. */
async function start(options: ProductOptions): Promise<Product> {
  try {
    return await startProduct(options)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    console.error(message.includes('EADDRINUSE') ? `Port ${port} is in use. Set PORT to another one.` : message)
    process.exit(1)
  }
}

const credentials = join(dataDirectory, 'first-admin.txt')
console.log(`
  Staff      ${product.staffUrl}/admin/login
  Clients    ${product.clientUrl}/session/
  Data       ${dataDirectory}
${firstAdmin()}
  Stop with Ctrl+C.
`)

function firstAdmin(): string {
  if (process.env.ADMIN_PASSWORD)
    return '  Log in with ADMIN_USERNAME and ADMIN_PASSWORD, as they were on the first start.'
  if (!existsSync(credentials)) return ''
  const [username, password] = readFileSync(credentials, 'utf8').match(/(?<=: ).*/g) ?? []
  return `\n  First admin\n    username   ${username}\n    password   ${password}\n`
}

let stopping = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    stopping = true
    product.stop().then(() => process.exit(0))
  })
}
product.failed.then((lastLines) => {
  if (stopping) return
  console.error(`A service has stopped:\n${lastLines}`)
  product.stop().then(() => process.exit(1))
})
