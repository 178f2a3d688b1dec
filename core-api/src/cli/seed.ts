import { parseArgs } from 'node:util'
import { databaseTarget, openDatabase } from '../platform/database/database.ts'
import { migrate } from '../platform/database/migrate.ts'
import { FieldCipher } from '../platform/encryption/field-cipher.ts'
import { readKeyring } from '../platform/encryption/master-key.ts'
import { dataDirectory, readCoreSettings, runCommand } from './core-settings.ts'
import { seedClients } from './seed/seed-clients.ts'

const { values } = parseArgs({
  options: {
    clients: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    add: { type: 'boolean', default: false },
  },
})

/** @throws if an option is not a whole number in the range */
function readNumber(name: 'clients' | 'seed', least: number, most: number): number {
  const number = Number(values[name])
  if (Number.isInteger(number) && number >= least && number <= most) return number
  throw new Error(`--${name} takes a whole number from ${least} to ${most}.`)
}

const showProgress = (stored: number) => {
  if (process.stdout.isTTY) process.stdout.write(`\r${stored.toLocaleString('en')} clients`)
}

async function seed() {
  const clients = readNumber('clients', 1, 1_000_000)
  const number = readNumber('seed', 0, 2 ** 31)
  const config = readCoreSettings()
  const started = performance.now()
  const { db, close } = await openDatabase(databaseTarget(config))
  try {
    await migrate(db)
    const cipher = new FieldCipher(readKeyring(config))
    const stored = await seedClients({ db, cipher, clients, seed: number, add: values.add, onProgress: showProgress })
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    const where = config.DATABASE_URL ? 'the PostgreSQL server of DATABASE_URL' : dataDirectory
    console.log(`\rStored ${stored.clients} clients and ${stored.sessions} sessions in ${where}, in ${seconds} s.`)
  } finally {
    await close()
  }
}

await runCommand(seed)
