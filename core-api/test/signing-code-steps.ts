import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PrincipalStatement } from '@agency/contract/principal'
import type { Session } from '@agency/contract/sessions'
import { sql } from 'kysely'
import { expect, vi } from 'vitest'
import type { Core } from './core.ts'

const urlOf = ({ session_code }: Session) => `/session/${session_code}/signing-code`

export const codeState = (core: Core, as: PrincipalStatement, session: Session) =>
  core.ask(as, { method: 'GET', url: urlOf(session) })

export const askForCode = (core: Core, as: PrincipalStatement, session: Session, channel = 'text') =>
  core.ask(as, { method: 'POST', url: urlOf(session), payload: { channel } })

export const confirmCode = (core: Core, as: PrincipalStatement, session: Session, code: string) => {
  const headers = { 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Safari/604.1' }
  return core.ask(as, { method: 'POST', url: `${urlOf(session)}/confirm`, payload: { code }, headers })
}

/** All messages that were sent, as they were written to files. */
export function sentMessages({ config }: Core): string[] {
  const folder = join(config.dataDirectory, 'outbox')
  try {
    const names = readdirSync(folder).filter((name) => !name.endsWith('.part'))
    return names.sort().map((name) => readFileSync(join(folder, name), 'utf8'))
  } catch {
    return []
  }
}

/** Asks for a code by text message and reads it from that message. Earlier messages may still be on their way. */
export async function receiveCode(core: Core, as: PrincipalStatement, session: Session): Promise<string> {
  const asked = await askForCode(core, as, session)
  expect(asked.statusCode).toBe(200)
  const { message_id } = await core.app.db
    .selectFrom('signing_codes')
    .select('message_id')
    .where('session_id', '=', session.id)
    .orderBy('requested_at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const path = join(core.config.dataDirectory, 'outbox', `${message_id}.txt`)
  const message = await vi.waitFor(() => readFileSync(path, 'utf8'), { timeout: 30_000, interval: 25 })
  return /\b\d{6}\b/.exec(message)?.[0] ?? expect.fail(`No code in: ${message}`)
}

/** Shifts the clock of all codes of a session, as if so many seconds had passed. */
export async function passSeconds({ app }: Core, { id }: Session, seconds: number): Promise<void> {
  const earlier = (column: string) => sql<string>`${sql.ref(column)} - make_interval(secs => ${seconds})`
  await app.db
    .updateTable('signing_codes')
    .set({ requested_at: earlier('requested_at'), expires_at: earlier('expires_at') })
    .where('session_id', '=', id)
    .execute()
}

/** A code that is not the right one. */
export const otherThan = (code: string): string => (code === '000000' ? '000001' : '000000')
