import { importLabel } from '@agency/contract/client-imports'
import type { ClientRecord } from '@agency/contract/clients'
import { type Phones, textNumbersOf } from '@agency/contract/texts'
import { recordEvent } from '../../platform/audit-trail/audit-service.ts'
import type { Database } from '../../platform/database/database.ts'
import { findAllTextsStopped, liftStop, storeStop } from '../../platform/outbox/text-opt-outs.ts'
import { lockRecords } from '../record/client-bulk.ts'
import { intendedOf, markUpdated, type StoredRow } from './import-row-repository.ts'
import type { Work } from './import-service.ts'
import { inHtml } from './mapping/field-values.ts'
import type { RowValues } from './mapping/row-values.ts'
import { rowsOfClients } from './policies/policy-row-repository.ts'
import { broughtBy } from './row-changes.ts'

/** Tells whether texts to a number of a client are still allowed. @param people all who will be asked about */
export async function findAllowed(db: Database, people: readonly Phones[]): Promise<(person: Phones) => boolean> {
  const numbers = people.flatMap((person) => textNumbersOf(person).map(({ number }) => number))
  const stopped = await findAllTextsStopped(db, [...new Set(numbers)])
  return (person) => textNumbersOf(person).some(({ number }) => !stopped.has(number))
}

const stoppedBefore = 'were stopped before: they are for this number too'
const hasNoNumber = 'has no number that could be stopped: the wish goes to the notes'

/** What a row says of texts, for the client that it is of if there is one: who wanted none on a number wants none on the next. */
export function withWish(
  values: RowValues,
  client: (Phones & Pick<ClientRecord, 'notes'>) | undefined,
  isAllowed: (person: Phones) => boolean,
): RowValues {
  const { noTexts, fields, notes } = values
  const isInNotes = client?.notes?.includes(`<p>${importLabel('no_texts')}: `)
  const hasStopped = client && (textNumbersOf(client).length > 0 ? !isAllowed(client) : isInNotes)
  if (!noTexts && hasStopped && bringsNumber(client, fields))
    return { ...values, noTexts: { since: null }, notes: [...notes, { field: 'no_texts', message: stoppedBefore }] }
  if (!noTexts || textNumbersOf({ ...client, ...fields }).length > 0) return values
  const line = `${importLabel('no_texts')}: ${noTexts.since ?? 'yes'}`
  return {
    ...values,
    fields: { ...fields, notes: `${fields.notes ?? ''}${inHtml(line)}` },
    hasRemark: true,
    notes: [...notes, { field: 'no_texts', message: hasNoNumber }],
  }
}

/** Whether a row has a number that its client does not have. */
export function bringsNumber(client: Phones, fields: Phones): boolean {
  const known = textNumbersOf(client).map(({ number }) => number)
  return textNumbersOf(fields).some(({ number }) => !known.includes(number))
}

/** Stops texts to all numbers of the clients whose rows ask for it, once the clients are there. */
export async function stopTexts(work: Work, rows: readonly StoredRow[]): Promise<void> {
  const { db, cipher, principal, record } = work
  const wanted = new Map(
    rows.flatMap((row) => {
      const { noTexts } = intendedOf(row) === 'skip' ? {} : broughtBy(cipher, row)
      return noTexts ? [[row.id, noTexts]] : []
    }),
  )
  if (wanted.size === 0) return
  const made = await rowsOfClients(db, [...wanted.keys()])
  const records = await lockRecords(work, [...new Set(made.map(({ client_id }) => client_id))])
  for (const { id, client_id: clientId } of made) {
    const since = wanted.get(id)?.since
    for (const { field, number } of textNumbersOf(records.get(clientId) ?? {})) {
      const stop = { number, source: 'staff', adminId: principal.adminId, importId: record.id, since } as const
      if (!(await storeStop(db, stop))) continue
      await recordEvent(db, principal, {
        action: 'client.texts-stopped',
        clientId,
        subjectId: clientId,
        fields: [field],
      })
      await markUpdated(db, id)
    }
  }
}

/** Allows the texts that rows have stopped, but for those that somebody else has stopped since. */
export async function allowTexts(
  work: Work,
  rows: readonly StoredRow[],
  former: ReadonlyMap<string, Phones>,
): Promise<void> {
  const { db, cipher, principal, record } = work
  const asked = rows.filter((row) => broughtBy(cipher, row).noTexts)
  const present = await lockRecords(
    work,
    asked.flatMap(({ client_id }) => client_id ?? []),
  )
  for (const { client_id: clientId } of asked) {
    if (clientId === null) continue
    for (const { field, number } of textNumbersOf(former.get(clientId) ?? {})) {
      const isLifted = await liftStop(db, number, { import_id: record.id })
      if (!isLifted || !present.has(clientId)) continue
      await recordEvent(db, principal, {
        action: 'client.texts-allowed',
        clientId,
        subjectId: clientId,
        fields: [field],
      })
    }
  }
}
