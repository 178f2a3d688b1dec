import type { Database } from '../../platform/database/database.ts'
import type { EnvelopeState } from '../providers/esign-provider.ts'

interface ProviderMessage {
  id: string
  provider: string
  sha256: Buffer
  states: EnvelopeState[]
}

/** Stores a message once. @returns whether it is new */
export async function insertMessage(db: Database, { states, ...row }: ProviderMessage): Promise<boolean> {
  const inserted = await db
    .insertInto('provider_messages')
    .values({ ...row, states: JSON.stringify(states) })
    .onConflict((conflict) => conflict.column('sha256').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

export function findMessage(db: Database, id: string) {
  return db.selectFrom('provider_messages').select(['states', 'outcome']).where('id', '=', id).executeTakeFirstOrThrow()
}

export async function setOutcome(db: Database, id: string, outcome: string): Promise<void> {
  await db.updateTable('provider_messages').set({ outcome }).where('id', '=', id).execute()
}
