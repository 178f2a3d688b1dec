import { selectionPermission } from '@agency/contract/client-selections'
import type { ClientRecord } from '@agency/contract/clients'
import { hasPermission } from '@agency/contract/permissions'
import type { RawBuilder } from 'kysely'
import { scopeOf } from '../../platform/access/staff-scope.ts'
import { recordEvent, recordOnClients, recordSystemEvent } from '../../platform/audit-trail/audit-service.ts'
import type { Transaction } from '../../platform/database/database.ts'
import type { AdminPrincipal } from '../../platform/http/principals.ts'
import { findAdminContact } from '../../staff/admins/admin-service.ts'
import { teamsOf } from '../../staff/teams/team-service.ts'
import { archiveWithin } from '../archive/client-archive.ts'
import { attempt, inOneOrEach } from '../import/attempt.ts'
import { queryMatches } from '../list/query-client-ids.ts'
import { changeClientsWithin, lockRecords, readRecords } from '../record/client-bulk.ts'
import { keeperChanges, storeKeepers } from '../record/client-concurrency.ts'
import { requireKeepers } from '../record/client-keepers.ts'
import type { SelectedAction } from './selected-action.ts'
import {
  countResults,
  endRows,
  findAmong,
  listFound,
  lockRows,
  lockSelection,
  type Outcome,
  type SelectionRecord,
  selectVisible,
  updateSelection,
} from './selection-repository.ts'
import { filterOf, type SelectionContext } from './selection-service.ts'
import { addTag, removeTag } from './tag-repository.ts'

/** Clients of one transaction. A process that is killed loses the work of one at most. */
const chunk = 100
/** Chunks of one job, so that a service that closes waits for seconds at most. */
const chunksPerJob = 10

interface Work extends SelectionContext {
  db: Transaction
  /** Undefined for what is done here. */
  later: SelectedAction | undefined
  chunk: number
  principal: AdminPrincipal
  record: SelectionRecord
}

/** @returns whether the job is to be repeated */
export async function workOffSelection(context: SelectionContext, id: string): Promise<boolean> {
  const one = () =>
    context.db.transaction().execute(async (db) => {
      const record = await lockSelection(db, id)
      if (record?.state !== 'running' && record?.state !== 'undoing') return false
      const principal = await actingPrincipal({ ...context, db }, record)
      const later = context.actions.get(record.action.kind)
      const isReady = async () => {
        if (record.state === 'running') await later?.requireReady(db, record.action)
      }
      const fault = principal ? await attempt(db, isReady) : 'Whoever started this may no longer do it.'
      if (!principal || fault !== undefined) {
        await updateSelection(db, id, { state: 'stopped', fault: fault ?? null })
        await recordSystemEvent(db, { action: 'clients.selection-stopped', subjectId: id, detail: fault ?? '' })
        return false
      }
      const work = { ...context, db, principal, record, later, chunk: later ? 1 : chunk }
      const done = record.state === 'running' ? await runRows(work) : await undoRows(work)
      if (done === 0) await end(work)
      return done > 0
    })
  for (let n = 0; n < chunksPerJob; n++) if (!(await one())) return false
  return true
}

/** Whoever has started the work, with the role, teams and scope of now. */
async function actingPrincipal(
  { db, scopes }: SelectionContext,
  { created_by, acting_from, action }: SelectionRecord,
): Promise<AdminPrincipal | undefined> {
  const admin = await findAdminContact(db, created_by)
  const needed = ['clients.write', selectionPermission(action.kind)] as const
  if (!admin || needed.some((permission) => !hasPermission(admin.role, permission, 'power'))) return undefined
  const { id: adminId, role } = admin
  const scope = scopeOf(scopes, { id: adminId, role, teams: await teamsOf(db, adminId) })
  return { kind: 'admin', adminId, adminSessionId: '', role, scope, address: acting_from }
}

async function end({ db, principal, record }: Work): Promise<void> {
  const state = record.state === 'running' ? 'done' : 'undone'
  await updateSelection(db, record.id, { state })
  const counts = Object.entries(await countResults(db, record.id)).map(([result, count]) => `${count} ${result}`)
  await recordEvent(db, principal, {
    ...{ action: `clients.selection-${state}`, subjectId: record.id, detail: counts.toSorted().join(', ') },
  })
}

/** @returns how many; 0 at the end */
async function runRows(work: Work): Promise<number> {
  const { db, cipher, principal, record } = work
  const filter = filterOf(cipher, record)
  const matches = filter && queryMatches(filter, cipher, principal.scope)
  if (!record.listed && matches) {
    const total = await listFound(db, record.id, matches)
    await updateSelection(db, record.id, { listed: true, total })
  }
  const rows = await lockRows(db, record.id, { result: null, limit: work.chunk })
  const ids = rows.map(({ client_id }) => client_id)
  if (ids.length === 0) return 0
  const { records, refused } = await lockVisible(work, ids, matches)
  const outcomes = await outcomesOfAll(work, [...records.values()], (some) => act(work, some))
  await endRows(db, record.id, [...refused.map((left): Outcome => ({ ...left, result: 'skipped' })), ...outcomes])
  return rows.length
}

async function lockVisible(work: Work, ids: string[], matches: RawBuilder<unknown> | undefined, read = lockRecords) {
  const records = await read(work, ids)
  const visible = await findAmong(work.db, selectVisible(ids, work.principal.scope), ids)
  const matching = matches && (await findAmong(work.db, matches, ids))
  const refused = ids.flatMap((clientId) => {
    const reason = !visible.has(clientId)
      ? 'is archived, or no longer among your clients'
      : matching && !matching.has(clientId)
        ? 'no longer matches'
        : undefined
    if (reason === undefined) return []
    records.delete(clientId)
    return [{ clientId, reason }]
  })
  return { records, refused }
}

/** Does clients at once, or one by one if one of them is refused. */
async function outcomesOfAll(
  { db }: Work,
  clients: ClientRecord[],
  work: (clients: ClientRecord[]) => Promise<Outcome[]>,
): Promise<Outcome[]> {
  const done: Outcome[] = []
  const refused = await inOneOrEach(db, clients, async (some) => void done.push(...(await work([...some]))))
  return [
    ...done,
    ...refused.map(({ item, message }) => ({ clientId: item.id, result: 'failed' as const, reason: message })),
  ]
}

const outcomesOf = (clients: ClientRecord[], changed: ReadonlySet<string>, former: (client: ClientRecord) => unknown) =>
  clients.map((client): Outcome => {
    if (!changed.has(client.id)) return { clientId: client.id, result: 'unchanged' }
    return { clientId: client.id, result: 'changed', former: JSON.stringify(former(client)) }
  })

async function act(work: Work, clients: ClientRecord[]): Promise<Outcome[]> {
  const { action } = work.record
  const { kind, value } = action
  switch (kind) {
    case 'start_session': {
      const outcomes: Outcome[] = []
      for (const { id } of clients) {
        const outcome = await work.later?.run(work, id, action)
        if (outcome) outcomes.push({ clientId: id, ...outcome })
      }
      return outcomes
    }
    case 'status':
      return outcomesOf(clients, await setField(work, clients, 'status', () => value), ({ status }) => status)
    case 'follow_up': {
      const changed = await setField(work, clients, 'next_f_u_date', () => value)
      return outcomesOf(clients, changed, ({ next_f_u_date }) => next_f_u_date)
    }
    case 'owner':
      await requireKeepers(work.db, { owner_id: value })
      return outcomesOf(clients, await setKeeper(work, clients, 'owner_id', value), ({ owner_id }) => owner_id)
    case 'team':
      await requireKeepers(work.db, { team_id: value })
      return outcomesOf(clients, await setKeeper(work, clients, 'team_id', value), ({ team_id }) => team_id)
    case 'add_tag':
    case 'remove_tag':
      return outcomesOf(clients, await setTag(work, clients, kind === 'add_tag'), () => null)
    case 'archive':
      for (const { id } of clients) await archiveWithin(work, id, true)
      return outcomesOf(clients, new Set(clients.map(({ id }) => id)), () => null)
  }
}

/** @returns the ids of those that had another value */
async function setField(
  work: Work,
  clients: ClientRecord[],
  field: 'status' | 'next_f_u_date',
  wanted: (client: ClientRecord) => string | null,
): Promise<Set<string>> {
  const changed = clients.filter((client) => client[field] !== wanted(client))
  await changeClientsWithin(
    work,
    changed.map((current) => ({ current, sent: { [field]: wanted(current) } })),
  )
  return new Set(changed.map(({ id }) => id))
}

async function setKeeper(
  { db, cipher, principal }: Work,
  clients: ClientRecord[],
  field: 'owner_id' | 'team_id',
  value: string | null,
): Promise<Set<string>> {
  const to = { [field]: value }
  const changed = clients.filter((client) => keeperChanges(client, to).length > 0)
  const ids = changed.map(({ id }) => id)
  if (ids.length > 0) await storeKeepers({ db, cipher }, changed, to)
  await recordOnClients(db, principal, { action: 'client.changed', fields: [field] }, ids)
  return new Set(ids)
}

async function setTag(
  { db, principal, record }: Work,
  clients: ClientRecord[],
  isAdded: boolean,
): Promise<Set<string>> {
  const set = isAdded ? addTag : removeTag
  const ids = await set(
    db,
    record.action.value ?? '',
    clients.map(({ id }) => id),
  )
  await recordOnClients(db, principal, { action: 'client.changed', fields: ['tag'] }, ids)
  return new Set(ids)
}

/** Undoes the next clients, but for what was changed since. @returns how many; 0 at the end */
async function undoRows(work: Work): Promise<number> {
  const { db, record } = work
  const rows = await lockRows(db, record.id, { result: 'changed', limit: work.chunk })
  const ids = rows.map(({ client_id }) => client_id)
  if (ids.length === 0) return 0
  const former = new Map(
    rows.map(({ client_id, former: text }): [string, string | null] => [client_id, JSON.parse(text ?? 'null')]),
  )
  const { records, refused } = await (record.action.kind === 'archive'
    ? lockRecords(work, ids).then((all) => ({ records: all, refused: [] }))
    : // Sessions are locked before their clients, as signing does.
      lockVisible(work, ids, undefined, work.later ? readRecords : lockRecords))
  const outcomes = await outcomesOfAll(work, [...records.values()], (some) => undo(work, some, former))
  const ended = outcomes.map(
    (outcome): Outcome => (outcome.result === 'failed' ? { ...outcome, result: 'kept' } : outcome),
  )
  await endRows(db, record.id, [...refused.map((left): Outcome => ({ ...left, result: 'kept' })), ...ended])
  return rows.length
}

async function undo(
  work: Work,
  clients: ClientRecord[],
  former: ReadonlyMap<string, string | null>,
): Promise<Outcome[]> {
  const { kind, value } = work.record.action
  const formerOf = ({ id }: ClientRecord) => former.get(id) ?? null
  const back = (undone: ReadonlySet<string>): Outcome[] =>
    clients.map(({ id }) =>
      undone.has(id)
        ? { clientId: id, result: 'undone' }
        : { clientId: id, result: 'kept', reason: 'was changed since' },
    )
  switch (kind) {
    case 'start_session': {
      const outcomes: Outcome[] = []
      for (const client of clients) {
        const reason = await work.later?.undo(work, formerOf(client) ?? '')
        outcomes.push({ clientId: client.id, ...(reason ? { result: 'kept', reason } : { result: 'undone' }) })
      }
      return outcomes
    }
    case 'status':
    case 'follow_up': {
      const field = kind === 'status' ? 'status' : 'next_f_u_date'
      return back(
        await setField(
          work,
          clients.filter((client) => client[field] === value),
          field,
          formerOf,
        ),
      )
    }
    case 'owner':
    case 'team': {
      const field = kind === 'owner' ? 'owner_id' : 'team_id'
      const undone = new Set<string>()
      for (const [to, alike] of Map.groupBy(
        clients.filter((client) => client[field] === value),
        formerOf,
      )) {
        for (const id of await setKeeper(work, alike, field, to)) undone.add(id)
      }
      return back(undone)
    }
    case 'add_tag':
    case 'remove_tag':
      return back(await setTag(work, clients, kind === 'remove_tag'))
    case 'archive': {
      const archived = clients.filter(({ archived_at }) => archived_at !== null)
      for (const { id } of archived) await archiveWithin(work, id, false)
      return back(new Set(archived.map(({ id }) => id)))
    }
  }
}
