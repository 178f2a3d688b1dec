import { clientFields, type FieldKind } from '@agency/contract/client-fields'
import { areOfOthers, type ClientComparison, type ComparedClient } from '@agency/contract/client-merges'
import type { ClientRecord, ClientValue } from '@agency/contract/clients'
import { formatPhone } from '@agency/contract/phone'
import { recordOnClients } from '../../platform/audit-trail/audit-service.ts'
import { NotFound } from '../../platform/errors.ts'
import type { AdminPrincipal } from '../../platform/http/principals.ts'
import { readRecords } from '../record/client-bulk.ts'
import { maskAll } from '../record/client-masking.ts'
import type { ClientContext } from '../record/client-service.ts'
import { requireOther } from './duplicate-service.ts'
import { describeOwned, findFieldTimes } from './merge-repository.ts'

type Context = Omit<ClientContext, 'principal'> & { principal: AdminPrincipal }

/** Whether two values say the same: a phone number or an address is no other one because of how it is written. */
export function isSameContact(kind: FieldKind, one: ClientValue, other: ClientValue): boolean {
  if (one === other || typeof one !== 'string' || typeof other !== 'string') return one === other
  if (kind === 'phone') return formatPhone(one) === formatPhone(other)
  return kind === 'email' && one.toLowerCase() === other.toLowerCase()
}

const marksOf = (text: string): number => text.normalize('NFD').match(/\p{M}/gu)?.length ?? 0

/** Whether a text is another one without some of its accents. */
const lacksAccents = (text: string, other: string): boolean =>
  text.localeCompare(other, undefined, { sensitivity: 'base' }) === 0 && marksOf(text) < marksOf(other)

const textOf = (value: ClientValue): string | null => (value === null ? null : String(value))

/** Masked for everyone: enough to choose a side. Opens both records. @throws as `requireOther` */
export async function compareClients(
  { db, cipher, principal }: Context,
  id: string,
  otherId: string,
): Promise<ClientComparison> {
  await requireOther(db, principal, [id, otherId])
  const records = await readRecords({ db, cipher }, [id, otherId])
  const [kept, other] = [records.get(id), records.get(otherId)]
  if (!kept || !other) throw new NotFound()
  await recordOnClients(db, principal, { action: 'client.opened', fields: [] }, [id, otherId])
  const [shown, shownOther] = [maskAll(kept), maskAll(other)]
  const [times, otherTimes] = [await findFieldTimes(db, id), await findFieldTimes(db, otherId)]
  const timeOf = (record: ClientRecord, known: Map<string, number>, name: string) =>
    known.get(name) ?? Date.parse(record.created_at)
  const fields = clientFields.flatMap(({ name, kind }) => {
    if (kept[name] === null && other[name] === null) return []
    const same = isSameContact(kind, kept[name], other[name])
    // A new record begins with a status that nobody chose.
    const isChosen = name !== 'status' || otherTimes.has(name)
    const isNewer = isChosen && timeOf(other, otherTimes, name) > timeOf(kept, times, name)
    const [one, another] = [String(kept[name]), String(other[name])]
    // Nothing is lost by a value that only one of them has, and no accent by a newer name. Newer names and birth dates
    // would make one person of two.
    const other_is_newer =
      !same &&
      other[name] !== null &&
      (kept[name] === null || (isNewer && !areOfOthers(name, one, another) && !lacksAccents(another, one)))
    return [{ name, value: textOf(shown[name]), other_value: textOf(shownOther[name]), same, other_is_newer }]
  })
  return { client: await describe({ db }, kept), other: await describe({ db }, other), fields }
}

async function describe({ db }: Pick<Context, 'db'>, record: ClientRecord): Promise<ComparedClient> {
  const { id, client_first_name, client_last_name, dob, version, created_at } = record
  const owned = await describeOwned(db, id)
  if (!owned) throw new NotFound()
  const { owner_name, team_name, status, ...has } = owned
  return { id, client_first_name, client_last_name, dob, status, version, created_at, owner_name, team_name, has }
}
