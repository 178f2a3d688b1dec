import { X509Certificate } from 'node:crypto'
import { createReadStream, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { verifyExport } from '../audit/export/verify-export.ts'
import { verifyPacket } from '../signing/packets/verify-packet.ts'
import { runCommand } from './core-settings.ts'

const usage = 'Usage: npm run verify -- <trail.jsonl | unpacked packet> … [--certificate seal.pem]'

async function verify(): Promise<void> {
  const { values, positionals } = parseArgs({ options: { certificate: { type: 'string' } }, allowPositionals: true })
  if (positionals.length === 0) throw new Error(usage)
  const expected = values.certificate === undefined ? undefined : fingerprintOf(values.certificate)
  let failed = false
  for (const path of positionals) {
    const { facts, certificates, problems } = await (statSync(path).isDirectory() ? packet(path) : trail(path))
    const foreign = certificates.filter((certificate) => expected !== undefined && certificate !== expected)
    const all = [...problems, ...foreign.map((certificate) => `Signed with another certificate: ${certificate}.`)]
    for (const text of [`${path}: ${facts}`, ...certificates.map((name) => `  certificate SHA-256 ${name}`)]) {
      console.log(text)
    }
    for (const problem of all) console.log(`  ${problem}`)
    console.log(all.length === 0 ? '  holds' : '  DOES NOT HOLD')
    failed ||= all.length > 0
  }
  if (expected === undefined) console.log('Compare the certificates with the one that the agency has published.')
  if (failed) process.exitCode = 1
}

const fingerprintOf = (path: string): string =>
  new X509Certificate(readFileSync(path)).fingerprint256.replaceAll(':', '').toLowerCase()

async function trail(path: string) {
  if (path.toLowerCase().endsWith('.zip')) throw new Error(`Unpack the packet first: unzip ${path} -d packet`)
  const lines = createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })
  const { chain, events, anchored, certificates, problems } = await verifyExport(lines)
  const stamped = anchored?.stampedAt === undefined ? '' : `, time-stamped ${anchored.stampedAt}`
  const cover = anchored
    ? `up to event ${anchored.position} in anchor ${anchored.number} of ${anchored.at}${stamped}`
    : 'in no anchor yet'
  const facts = `audit trail ${chain}, ${events} events, ${cover}`
  return { facts, certificates: [...new Set(certificates)], problems }
}

async function packet(directory: string) {
  const names = readdirSync(directory)
  const read = (name: string) => (names.includes(name) ? readFileSync(join(directory, name)) : undefined)
  const { agency, madeAt, documents, certificates, problems } = await verifyPacket(read, names)
  return { facts: `packet of ${agency}, made ${madeAt}, ${documents} documents`, certificates, problems }
}

await runCommand(verify)
