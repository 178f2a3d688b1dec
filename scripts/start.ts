import { existsSync, readFileSync, statfsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { startFailure } from '../packages/service-kit/src/disk-full.ts'
import { buildParts } from './build.ts'
import { readOffice } from './office.ts'
import { type Product, type ProductOptions, startProduct } from './product.ts'
import { root } from './repository.ts'

const { values } = parseArgs({
  options: { demo: { type: 'boolean', default: false }, office: { type: 'boolean', default: false } },
})
const dataDirectory = resolve(process.env.DATA_DIR ?? join(root, 'data'))
const port = Number(process.env.PORT ?? 8080)

// A terminal that was closed, or a full disk, ends neither this process nor the services.
for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined)

const isDemo = values.demo || process.env.DEMO === '1'
const office = values.office
  ? await orExit(async () => readOffice({ ...process.env, ...(isDemo ? { DEMO: 'true' } : {}) }))
  : undefined
requireSpace()
console.log('Building what has changed…')
await orExit(async () => buildParts({ quick: true }))
// Builds keep the default modes. Files of the data directory are readable by their owner only.
process.umask(0o077)
const product = await start({
  dataDirectory,
  port,
  ...(process.env.PUBLIC_URL ? { publicUrl: process.env.PUBLIC_URL } : {}),
  ...(process.env.STAFF_URL ? { staffUrl: process.env.STAFF_URL } : {}),
  environment: isDemo ? { DEMO: 'true' } : {},
  ...office,
  // systemd's journal keeps the logs of an office, and deletes the oldest.
  logsToOutput: values.office,
  report: (line) => console.log(line),
})

/** Starts the product. Ctrl+C meanwhile ends the services too, since they end with this process. */
function start(options: ProductOptions): Promise<Product> {
  return orExit(() => startProduct(options))
}

/** A failure is printed as one message, since its cause is the machine or the settings. */
async function orExit<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const message = error instanceof Error ? startFailure(error) : String(error)
    console.error(message.includes('EADDRINUSE') ? `Port ${port} is in use. Set PORT to another one.` : message)
    process.exit(1)
  }
}

/** Ends with a message if the disk is full: a person who starts the product can free space first. */
function requireSpace(): void {
  const needed = 16
  let directory = dataDirectory
  while (!existsSync(directory)) directory = dirname(directory)
  const { bavail, bsize } = statfsSync(directory)
  const free = Math.floor((bavail * bsize) / 2 ** 20)
  if (free >= needed) return
  console.error(
    `The disk is full: ${free} MB are free on the disk with ${dataDirectory}, and a start needs ${needed} MB. ` +
      'Free space and start again.',
  )
  process.exit(1)
}

const credentials = join(dataDirectory, 'first-admin.txt')
console.log(`
  Staff      ${product.staffUrl}/admin/login
  Clients    ${product.clientUrl}/session/
  Data       ${dataDirectory}
${office ? officeState() : ''}${firstAdmin()}
  Stop with Ctrl+C.
`)

function officeState(): string {
  const messages = process.env.SMTP_URL
    ? ''
    : `  Messages   files in ${join(dataDirectory, 'outbox')}: SMTP_URL is not set\n`
  return `  Backups    ${process.env.BACKUP_TO}\n${messages}`
}

function firstAdmin(): string {
  if (process.env.ADMIN_PASSWORD)
    return '  Log in with ADMIN_USERNAME and ADMIN_PASSWORD, as they were on the first start.'
  if (!existsSync(credentials)) return ''
  if (office) return `\n  First admin: ${credentials}\n`
  const [username, password] = readFileSync(credentials, 'utf8').match(/(?<=: ).*/g) ?? []
  return `\n  First admin\n    username   ${username}\n    password   ${password}\n`
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => product.stop().then(() => process.exit(0)))
}
product.failed.then((reason) => {
  console.error(reason)
  product.stop().then(() => process.exit(1))
})
