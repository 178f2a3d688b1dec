import { randomBytes, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { clientFields } from '@agency/contract/client-fields'
import { AuditKey, bindAuditKey } from '../../core-api/src/platform/audit-trail/audit-key.ts'
import { appendAuditEvent } from '../../core-api/src/platform/audit-trail/audit-repository.ts'
import { openDatabase } from '../../core-api/src/platform/database/database.ts'
import { findAdminPrincipal } from '../../core-api/src/staff/admins/admin-session-repository.ts'

/**
 * The least that any service has to do: `node:http` and `pg`, with the statements and the JSON of the product, but
 * without routes, schemas, logins, an audit trail or the opening of sealed fields.
 */
const columns = `id, client_first_name, client_last_name, dob, next_f_u_date, current_health_plan_name, status,
  primary_email, primary_phone, updated_at, version`
const inOrder = `client_last_name COLLATE "und-x-icu" ASC NULLS LAST, first_name_start COLLATE "und-x-icu" NULLS LAST, id`
const opened = '/opened-clients/'
const equal = '/equal-clients'
const empty = Object.fromEntries(clientFields.map(({ name }) => [name, null]))

const { db, pool, close } = await openDatabase({ url: process.env.FLOOR_URL ?? '' })
// Nobody verifies what is written here.
bindAuditKey(db, new AuditKey(randomBytes(32), { madeAt: new Date() }))

async function readClient(id: string): Promise<object> {
  const { rows } = await pool.query('SELECT * FROM clients WHERE id = $1', [id])
  const {
    profile,
    encrypted_identity,
    encrypted_payment,
    encrypted_logins,
    encrypted_family,
    encrypted_profile,
    search_text,
    ...row
  } = rows[0]
  return { ...empty, ...row }
}

/** With the two statements that the product adds: whose login it is, and what was opened. */
async function openClient(id: string): Promise<object> {
  await findAdminPrincipal(db, id)
  const client = await readClient(id)
  const who = { actorKind: 'system', actorId: null, address: null } as const
  await appendAuditEvent(db, { ...who, action: 'client.opened', clientId: id, subjectId: id, fields: ['ssn'] })
  return client
}

async function readPage(offset: number): Promise<object> {
  const { rows } = await pool.query(
    `SELECT ${columns} FROM clients WHERE archived_at IS NULL ORDER BY ${inOrder} LIMIT 50 OFFSET $1`,
    [offset],
  )
  return rows
}

/** With the statements that the product adds: whose login it is, and for a page the exact total. */
async function answerEqually(term: string | null, offset: number): Promise<object> {
  await findAdminPrincipal(db, randomUUID())
  if (term) return search(term)
  const [rows, total] = await Promise.all([
    readPage(offset),
    pool.query('SELECT count(*)::int AS total FROM clients WHERE archived_at IS NULL'),
  ])
  return { rows, total: total.rows[0].total }
}

async function search(term: string): Promise<object> {
  const { rows } = await pool.query(
    `WITH m AS MATERIALIZED (SELECT id, client_last_name, first_name_start FROM clients
      WHERE archived_at IS NULL AND search_text LIKE $1), page AS (SELECT id FROM m ORDER BY ${inOrder} LIMIT 50)
     SELECT ${columns}, (SELECT count(*) FROM m) AS total FROM page JOIN clients USING (id) ORDER BY ${inOrder}`,
    [`%${term}%`],
  )
  return rows
}

function answerTo(address: URL): Promise<object> {
  const term = address.searchParams.get('q')
  const offset = Number(address.searchParams.get('offset') ?? 0)
  if (address.pathname === equal) return answerEqually(term, offset)
  if (address.pathname.startsWith(opened)) return openClient(address.pathname.slice(opened.length))
  if (address.pathname !== '/clients') return readClient(address.pathname.slice('/clients/'.length))
  return term ? search(term) : readPage(offset)
}

const server = createServer((request, response) => {
  answerTo(new URL(request.url ?? '/', 'http://floor')).then(
    (answer) => response.setHeader('content-type', 'application/json').end(JSON.stringify(answer)),
    () => response.writeHead(500).end(),
  )
}).listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address && typeof address === 'object') process.send?.({ address: `http://127.0.0.1:${address.port}` })
})
process.once('SIGTERM', () => {
  server.closeAllConnections()
  server.close(() => close())
  process.disconnect?.()
})
