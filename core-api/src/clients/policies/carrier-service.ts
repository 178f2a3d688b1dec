import { type AddCarrier, Carrier, type UpdateCarrier } from '@agency/contract/carriers'
import { trimmedName } from '@agency/contract/typed-characters'
import { v7 as uuid } from 'uuid'
import { recordEvent } from '../../platform/audit-trail/audit-service.ts'
import { mergeRecordEdit } from '../../platform/concurrency/edit-conflict.ts'
import type { Database } from '../../platform/database/database.ts'
import { InvalidInput, NotFound } from '../../platform/errors.ts'
import type { AdminPrincipal } from '../../platform/http/principals.ts'
import { createOncePerKey, type Idempotent } from '../../platform/idempotency/idempotency-key.ts'
import { findsCarriers } from './carrier-names.ts'
import {
  type CarrierRow,
  deleteImportedCarriers,
  findCarrier,
  findCarrierByName,
  insertCarrier,
  listCarriers,
  lockCarrier,
  lockCarriers,
  updateCarrier,
} from './carrier-repository.ts'

export { listCarriers } from './carrier-repository.ts'

interface CarrierContext {
  db: Database
  principal: AdminPrincipal
}

async function getCarrier(db: Database, id: string): Promise<CarrierRow> {
  const row = await findCarrier(db, id)
  if (!row) throw new NotFound()
  return row
}

/** An edit as it is stored: texts trimmed, and empty ones null. */
function storable<Sent extends UpdateCarrier>(sent: Sent): Sent {
  const text = (value: string | null | undefined) => (value === undefined ? {} : { value: value?.trim() || null })
  const { phone, portal, code } = { phone: text(sent.phone), portal: text(sent.portal), code: text(sent.code) }
  return {
    ...sent,
    ...(sent.name !== undefined && { name: trimmedName(sent.name) }),
    ...('value' in phone && { phone: phone.value }),
    ...('value' in portal && { portal: portal.value }),
    ...('value' in code && { code: code.value }),
  }
}

async function requireFreeName(db: Database, name: string, exceptId?: string): Promise<void> {
  const taken = await findCarrierNamed(db, name)
  if (!taken || taken.id === exceptId) return
  const message = taken.archived ? 'is that of the archived carrier %; restore it' : 'is that of the carrier %'
  throw new InvalidInput([{ field: 'name', message: message.replace('%', () => taken.name) }])
}

/** The carrier of a name, else the only one whose name is written alike; archived ones too. */
export async function findCarrierNamed(db: Database, name: string): Promise<CarrierRow | undefined> {
  return (await findCarrierByName(db, name)) ?? findsCarriers(await listCarriers(db))(name)
}

/** @throws InvalidInput for a name that another carrier has, or one written alike, also an archived one */
export function addCarrier({ db, principal, call }: CarrierContext & Idempotent, sent: AddCarrier): Promise<Carrier> {
  const id = uuid()
  const make = async (trx: Database) => {
    await lockCarriers(trx)
    await requireFreeName(trx, trimmedName(sent.name))
    await storeCarrier({ db: trx, principal }, id, sent)
  }
  return createOncePerKey({ db, call }, { ids: [id], make, read: (trx, [made = id]) => getCarrier(trx, made) })
}

async function storeCarrier(
  { db, principal }: CarrierContext,
  id: string,
  sent: AddCarrier,
  import_id: string | null = null,
): Promise<void> {
  await insertCarrier(db, { id, ...storable(sent), import_id })
  await recordEvent(db, principal, { action: 'carrier.added', subjectId: id, fields: Object.keys(sent) })
}

/** The carrier of a name, archived or not; an import adds it if there is none. In the caller's transaction. */
export async function carrierNamed(
  { db, principal }: CarrierContext,
  name: string,
  importId: string,
): Promise<CarrierRow> {
  await lockCarriers(db)
  const known = await findCarrierNamed(db, name)
  if (known) return known
  const id = uuid()
  await storeCarrier({ db, principal }, id, { name }, importId)
  return getCarrier(db, id)
}

/** Deletes carriers that an import has added, but for those of policies and those that were edited. */
export async function removeImportedCarriers({ db, principal }: CarrierContext, importId: string): Promise<void> {
  for (const subjectId of await deleteImportedCarriers(db, importId)) {
    await recordEvent(db, principal, { action: 'carrier.deleted', subjectId })
  }
}

/** @throws NotFound, EditConflict; InvalidInput for a taken name */
export function changeCarrier(
  { db, principal }: CarrierContext,
  id: string,
  { version: _version, ...sent }: UpdateCarrier,
  baseVersion: number | undefined,
): Promise<Carrier> {
  return db.transaction().execute(async (trx) => {
    if (sent.name !== undefined) await lockCarriers(trx)
    const current = await lockCarrier(trx, id)
    if (!current) throw new NotFound()
    const row = mergeRecordEdit({ schema: Carrier, current, changes: storable(sent), baseVersion })
    const fields = Object.keys(row)
    if (fields.length === 0) return current
    if (row.name !== undefined) await requireFreeName(trx, row.name, id)
    await updateCarrier(trx, id, { fields, row })
    await recordEvent(trx, principal, { action: 'carrier.changed', subjectId: id, fields })
    return getCarrier(trx, id)
  })
}
