import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Ledger, StaffLogin, WrittenClient } from './kill-writers.ts'

/** Reads from the product as staff. @throws unless it is answered with success */
export async function read(login: StaffLogin, path: string) {
  const answer = await fetch(`${login.bffUrl}/admin/_api${path}`, { headers: login.headers })
  if (!answer.ok) throw new Error(`GET ${path.replace(/[0-9a-f-]{36}/g, ':id')} was answered ${answer.status}`)
  return answer
}

/** The fields of one request are together what was sent, or together what was before. */
function checkFields(client: WrittenClient, record: Record<string, string | null>): string[] {
  const wrong = Object.entries(client.fields).filter(([field, values]) => !values.includes(record[field] ?? null))
  const versions = Object.entries(client.fields).flatMap(([field, values]) =>
    values.length > 1 ? [values.indexOf(record[field] ?? null)] : [],
  )
  const halves = new Set(versions).size > 1 ? ['an edit is half done'] : []
  return [...wrong.map(([field]) => `${field} of a client is lost`), ...halves]
}

async function checkClient(login: StaffLogin, client: WrittenClient): Promise<string[]> {
  const problems = checkFields(client, await (await read(login, `/clients/${client.id}`)).json())
  const rows: { id: string; file_url: string; file_size: number }[] = await (
    await read(login, `/clients/${client.id}/documents`)
  ).json()
  for (const id of Object.keys(client.documents)) {
    if (!rows.some((row) => row.id === id)) problems.push('an acknowledged document is gone')
  }
  for (const { id, file_url, file_size } of rows) {
    const content = Buffer.from(await (await read(login, `/${file_url}`)).arrayBuffer())
    const hash = createHash('sha256').update(content).digest('hex')
    if (content.length !== file_size) problems.push('a document is half there')
    if (client.documents[id] !== undefined && client.documents[id] !== hash) problems.push('a document was altered')
  }
  return problems
}

/** Reads everything back that a restarted product should have. @returns what is wrong */
export async function checkLedger(login: StaffLogin, ledger: Ledger, clients: WrittenClient[]): Promise<string[]> {
  const problems: string[] = []
  for (const client of clients) problems.push(...(await checkClient(login, client)))
  const all: { id: string }[] = await (await read(login, '/clients')).json()
  const stored = new Set(all.map(({ id }) => id))
  for (const id of ledger.clients.keys()) if (!stored.has(id)) problems.push('an acknowledged client is gone')
  for (const { id } of all.filter((row) => !ledger.clients.has(row.id))) await read(login, `/clients/${id}`)
  const { valid } = await (await read(login, '/audit/verification')).json()
  if (valid !== true) problems.push('the audit trail does not verify')
  return problems
}

const fileChecks = join(import.meta.dirname, '../../core-api/test/check-files.ts')

/** With the product stopped: after a sweep every file has its row, and every row its file. */
export async function checkFiles(environment: Record<string, string>): Promise<string[]> {
  const { stdout } = await promisify(execFile)(process.execPath, [fileChecks], {
    env: { ...process.env, ...environment },
  })
  return JSON.parse(stdout)
}
