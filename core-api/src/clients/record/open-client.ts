import type { ClientRecord } from '@agency/contract/clients'
import { type ActOnClient, recordActs } from '../../platform/audit-trail/audit-service.ts'
import type { Database } from '../../platform/database/database.ts'
import { groupCalls } from '../../platform/database/group-calls.ts'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import { NotFound } from '../../platform/errors.ts'
import type { Principal } from '../../platform/http/principals.ts'
import { maskRecord, revealedFields } from './client-masking.ts'
import { findClients } from './client-repository.ts'
import { toRecord } from './client-storage.ts'
import { givenReason, recordReveal, requireReasonUnlessMasked } from './reveal-audit.ts'

/** A statement of more would keep the first of them waiting. */
const mostAtOnce = 32

/** Calls at one moment share statements. Audits fields before it answers. @throws NotFound; InvalidInput */
export function clientOpening({ db, cipher, lanes }: { db: Database; cipher: FieldCipher; lanes: number }) {
  const find = groupCalls(
    async (ids: string[]) => {
      const rows = await findClients(db, ids)
      return (id: string) => rows.find((row) => row.id === id)
    },
    { lanes, most: mostAtOnce, keyOf: (id) => id },
  )
  const record = groupCalls(
    async (acts: ActOnClient[]) => {
      await recordActs(db, acts)
      return () => undefined
    },
    { lanes, most: mostAtOnce, keyOf: ({ clientId }) => clientId },
  )
  return async (principal: Principal, id: string): Promise<ClientRecord | string> => {
    requireReasonUnlessMasked(principal)
    const row = await find(id)
    if (!row) throw new NotFound()
    if (row.merged_into !== null) return row.merged_into
    const opened = toRecord(row, cipher)
    const fields = revealedFields(principal, opened)
    // A reason is stored in the transaction of its event, which no other opening shares.
    if (fields.length > 0 && givenReason(principal))
      await recordReveal({ db, cipher, principal }, { action: 'client.opened', clientId: id, fields })
    else await record({ principal, clientId: id, event: { action: 'client.opened', fields } })
    return maskRecord(principal, opened)
  }
}
