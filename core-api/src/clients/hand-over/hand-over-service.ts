import type { ClientKeepers } from '@agency/contract/clients'
import type { HandedOver, HandOver } from '@agency/contract/hand-overs'
import { recordEvent, recordOnClients } from '../../platform/audit-trail/audit-service.ts'
import { counted } from '../../platform/counted.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import { InvalidInput, NotFound, WrongState } from '../../platform/errors.ts'
import type { AdminPrincipal } from '../../platform/http/principals.ts'
import { createOncePerKey, type Idempotent } from '../../platform/idempotency/idempotency-key.ts'
import { getAdmin, nameOfAdmin } from '../../staff/admins/admin-service.ts'
import { type KeptClient, keeperChanges, storeKeepers } from '../record/client-concurrency.ts'
import { requireKeepers } from '../record/client-keepers.ts'
import { countKept, findKept, type KeptBy, lockKeepers } from '../record/client-repository.ts'

interface HandOverContext {
  db: Database
  cipher: FieldCipher
  principal: AdminPrincipal
}

const batchSize = 1_000

export const countKeptClients = (db: Database, by: KeptBy): Promise<number> => countKept(db, by)

/** All or none. @throws NotFound outside the scope; WrongState if archived; InvalidInput as `requireKeepers` */
export function handOverSome(
  { db, cipher, principal, call }: HandOverContext & Idempotent,
  { client_ids, ...to }: HandOver,
): Promise<HandedOver> {
  const make = async (trx: Transaction) => {
    await requireKeepers(trx, to)
    await inBatches(client_ids, async (ids) => {
      const clients = await lockKeepers(trx, ids, principal.scope)
      if (clients.length < ids.length) throw new NotFound()
      if (clients.some(({ archived }) => archived)) {
        throw new WrongState('One of these clients is archived. Restore that client first.')
      }
      await store({ db: trx, cipher, principal }, clients, to)
    })
  }
  // A repeat comes when the clients may be out of the caller's scope.
  return createOncePerKey({ db, call }, { ids: client_ids, make, read: async (_, made) => ({ clients: made.length }) })
}

/** Archived ones too. @throws NotFound for an unknown admin; InvalidInput as `requireKeepers` */
export async function handOverAll(
  { db, cipher, principal, call }: HandOverContext & Idempotent,
  from: string,
  to: ClientKeepers,
): Promise<HandedOver> {
  await getAdmin(db, from)
  if (from === to.owner_id) throw new InvalidInput([{ field: 'owner_id', message: 'must be another admin' }])
  const ids = await findKept(db, { owner_id: from })
  const make = async (trx: Transaction) => {
    await requireKeepers(trx, to)
    const moved = await moveClients({ db: trx, cipher, principal }, ids, { owner_id: from }, to)
    if (to.owner_id === undefined || moved === 0) return
    const name = to.owner_id === null ? 'nobody' : await nameOfAdmin(trx, to.owner_id)
    const detail = `${counted(moved, 'client')} to ${name}`
    await recordEvent(trx, principal, { action: 'admin.handed-over', subjectId: from, detail })
  }
  return createOncePerKey({ db, call }, { ids, make, read: async (_, made) => ({ clients: made.length }) })
}

export const handOverOnDeletion = async (
  context: HandOverContext & { db: Transaction },
  by: KeptBy,
  to: ClientKeepers,
): Promise<number> => moveClients(context, await findKept(context.db, by), by, to)

/** Leaves out clients that somebody has given to another admin or team since they were listed. @returns how many moved */
async function moveClients(
  context: HandOverContext & { db: Transaction },
  ids: readonly string[],
  by: KeptBy,
  to: ClientKeepers,
): Promise<number> {
  const isKept = (client: KeptClient) =>
    'owner_id' in by ? client.owner_id === by.owner_id : client.team_id === by.team_id
  let moved = 0
  await inBatches(ids, async (batch) => {
    const clients = await lockKeepers(context.db, batch, context.principal.scope)
    moved += await store(context, clients.filter(isKept), to)
  })
  return moved
}

async function inBatches(ids: readonly string[], work: (batch: string[]) => Promise<void>): Promise<void> {
  // In the order of ids, so that two such transactions cannot lock each other out.
  const sorted = ids.toSorted()
  for (let from = 0; from < sorted.length; from += batchSize) await work(sorted.slice(from, from + batchSize))
}

async function store(
  { db, cipher, principal }: HandOverContext,
  clients: readonly KeptClient[],
  to: ClientKeepers,
): Promise<number> {
  const changed = clients.filter((client) => keeperChanges(client, to).length > 0)
  if (changed.length === 0) return 0
  await storeKeepers({ db, cipher }, changed, to)
  for (const [, alike] of Map.groupBy(changed, (client) => keeperChanges(client, to).join())) {
    const [first] = alike
    const fields = first ? keeperChanges(first, to) : []
    const ids = alike.map(({ id }) => id)
    await recordOnClients(db, principal, { action: 'client.changed', fields }, ids)
  }
  return changed.length
}
