import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onePagePdf } from '@agency/pdf-signing/test/sample-pdfs'
import type { StaffApi } from '@agency/test-kit/api/staff-api'
import { createProductDatabase } from '@agency/test-kit/product/product-database'
import { runScript } from '@agency/test-kit/product/run-command'
import { expect, it, onTestFinished } from 'vitest'
import { startOwnProduct, startProductIn } from './api-product.ts'

const { product, staff, databaseUrl } = await startOwnProduct()

const file = { name: 'licence.pdf', mimeType: 'application/pdf', buffer: readFileSync(onePagePdf) }
async function addClientWithFile(api: StaffApi): Promise<string> {
  const { id } = await api.addClient()
  await api.upload(id, file)
  return id
}

/** A directory for backups, and a key pair for them. */
function prepareBackups() {
  const directory = mkdtempSync(join(tmpdir(), 'backup-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const identity = join(directory, 'key.txt')
  execFileSync('age-keygen', ['-o', identity], { stdio: 'ignore' })
  const recipient = execFileSync('age-keygen', ['-y', identity], { encoding: 'utf8' }).trim()
  return { directory, backups: join(directory, 'backups'), identity, recipient }
}

const namesIn = (backups: string): string[] => readdirSync(join(backups, 'backups')).sort()

/** Adds clients until a backup is made. */
async function writeDuring(backup: Promise<unknown>): Promise<number> {
  let isMade = false
  const made = backup.finally(() => {
    isMade = true
  })
  let written = 0
  while (!isMade) {
    await addClientWithFile(staff)
    written += 1
  }
  await made
  return written
}

it('[OP-04] given a backup while clients are added and a later one, when the first is restored to an empty database, then all that was acknowledged before it is there', async () => {
  const { directory, backups, identity, recipient } = prepareBackups()
  const running = { DATA_DIR: product.dataDirectory, DATABASE_URL: databaseUrl }
  const backUp = () => runScript('backup', ['--to', backups, '--recipient', recipient], running)
  const acknowledged = [await addClientWithFile(staff), await addClientWithFile(staff)]
  const first = backUp()
  expect(await writeDuring(first)).toBeGreaterThan(0)
  expect(await first).toMatchObject({ code: 0, output: expect.stringContaining('Made and verified') })
  const later = await addClientWithFile(staff)
  expect(await backUp()).toMatchObject({ code: 0, output: expect.stringContaining('Made and verified') })
  const [older = '', newer = ''] = namesIn(backups)

  const database = await createProductDatabase()
  onTestFinished(() => database.drop())
  const target = join(directory, 'restored')
  const environment = { DATA_DIR: target, DATABASE_URL: database.url }
  const listed = await runScript('restore', ['--from', backups, '--identity', identity, '--list'], environment)
  expect(listed.output).toMatch(new RegExp(`${older}[^]*${newer}`))
  const chosen = ['--from', backups, '--identity', identity, '--backup', older]
  expect(await runScript('restore', chosen, environment)).toMatchObject({ code: 0 })
  cpSync(join(product.dataDirectory, 'keys'), join(target, 'keys'), { recursive: true })

  const restored = await startProductIn({ DATABASE_URL: database.url }, target)
  onTestFinished(() => restored.stop())
  const reader = await restored.logIn()
  for (const id of acknowledged) {
    const documents = await reader.documents(id)
    expect(documents).toHaveLength(1)
    for (const { file_url } of documents) expect((await restored.asStaff(`/${file_url}`)).status).toBe(200)
  }
  expect((await reader.ask('GET', `/clients/${later}`)).status).toBe(404)
  expect(await reader.read('/audit/verification')).toMatchObject({ valid: true })
}, 120_000)
