import type { AuditAction } from '@agency/contract/audit-actions'
import { readPhoneDigits } from '@agency/contract/phone'
import { searchValue } from '../../clients/list/search-values.ts'
import { recordSystemEvent } from '../../platform/audit-trail/audit-service.ts'
import type { Database } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import { liftStop, storeStop } from '../../platform/outbox/text-opt-outs.ts'
import { findClientsByNumber } from './client-number-repository.ts'

interface Caller {
  db: Database
  cipher: FieldCipher
}

const byWhom = { client: 'by the client', gateway: 'by the client, as the gateway says' } as const

/** Queued ones too; on the trails of all clients with the number. Idempotent. Call `app.wakeOutbox()` after commit. */
export async function stopTexts({ db, cipher }: Caller, number: string, source: 'client' | 'gateway'): Promise<void> {
  if (!(await storeStop(db, { number, source, adminId: null }))) return
  await recordOnClients({ db, cipher }, number, { action: 'client.texts-stopped', detail: byWhom[source] })
}

/** Lifts every stop of a number, on a START from it. Idempotent. */
export async function allowTexts({ db, cipher }: Caller, number: string): Promise<void> {
  if (!(await liftStop(db, number))) return
  await recordOnClients({ db, cipher }, number, { action: 'client.texts-allowed', detail: byWhom.client })
}

async function recordOnClients(
  { db, cipher }: Caller,
  number: string,
  event: { action: AuditAction; detail: string },
): Promise<void> {
  const digits = readPhoneDigits(number)
  if (digits === undefined) return
  for (const clientId of await findClientsByNumber(db, digits, cipher.searchKeys(searchValue('phone', digits)))) {
    await recordSystemEvent(db, { ...event, clientId, subjectId: clientId })
  }
}
