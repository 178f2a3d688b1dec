import { clientStatuses } from '@agency/contract/client-fields'
import {
  type ClientSelection,
  type PlanSelection,
  type SelectionAction,
  type SelectionActionKind,
  type SelectionFilter,
  type SelectionState,
  selectionRowsPerPage,
} from '@agency/contract/client-selections'
import { normalForm } from '@agency/contract/normal-form'
import { trimmedName } from '@agency/contract/typed-characters'
import { v7 as uuid } from 'uuid'
import type { RoleScopes } from '../../platform/access/staff-scope.ts'
import { recordEvent } from '../../platform/audit-trail/audit-service.ts'
import { counted } from '../../platform/counted.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import { InvalidInput, NotFound, WrongState } from '../../platform/errors.ts'
import type { Feature } from '../../platform/feature.ts'
import type { AdminPrincipal } from '../../platform/http/principals.ts'
import { storableFormats } from '../../platform/http/storable-formats.ts'
import { createOncePerKey, type Idempotent } from '../../platform/idempotency/idempotency-key.ts'
import { requeueJob } from '../../platform/jobs/job-repository.ts'
import { nameOfAdmin } from '../../staff/admins/admin-service.ts'
import { getTeam } from '../../staff/teams/team-service.ts'
import { queryMatches } from '../list/query-client-ids.ts'
import { requireKeepers } from '../record/client-keepers.ts'
import type { SelectedAction } from './selected-action.ts'
import {
  countFound,
  countResults,
  findSelection,
  insertSelection,
  listFound,
  listRows,
  lockSelection,
  type SelectionRecord,
  selectVisible,
  updateSelection,
} from './selection-repository.ts'

export interface SelectionContext {
  db: Database
  cipher: FieldCipher
  features: readonly Feature[]
  scopes: RoleScopes
  actions: ReadonlyMap<SelectionActionKind, SelectedAction>
}
interface StaffContext extends SelectionContext {
  principal: AdminPrincipal
}

export const selectionJob = 'client-selection'

const filterContext = (id: string) => ({ table: 'client_selections', id, purpose: 'filter' })

/** The filter of a selection: a search may name a client, so that it is stored encrypted. */
export const filterOf = (
  cipher: FieldCipher,
  { id, encrypted_filter }: SelectionRecord,
): SelectionFilter | undefined =>
  encrypted_filter === null ? undefined : JSON.parse(cipher.decrypt(encrypted_filter, filterContext(id)))

const wrong = (message: string): never => {
  throw new InvalidInput([{ field: 'action.value', message }])
}

/** A tag as it is stored. @throws InvalidInput naming the field, for one without a letter or digit */
export function readTag(typed: string, field: string): string {
  if (normalForm(typed) === '') throw new InvalidInput([{ field, message: 'must have a letter or a digit' }])
  return trimmedName(typed)
}

type Actions = Pick<SelectionContext, 'actions'>

/** What a later feature does to selected clients. @throws for a kind that none has declared */
function laterAction({ actions }: Actions, kind: SelectionActionKind): SelectedAction {
  const action = actions.get(kind)
  if (!action) throw new Error(`No feature does ${kind}`)
  return action
}

/** An action as it is stored. @throws InvalidInput for a value that does not fit its kind */
async function readAction(context: Actions & { db: Database }, action: SelectionAction): Promise<SelectionAction> {
  const { db } = context
  const { kind, value, send } = action
  if (kind === 'start_session') return laterAction(context, kind).read(db, action)
  if (send) throw new InvalidInput([{ field: 'action.send', message: 'is only taken with start_session' }])
  switch (kind) {
    case 'status':
      return clientStatuses.some((status) => status === value)
        ? { kind, value }
        : wrong(`must be one of ${clientStatuses.join(', ')}`)
    case 'owner':
    case 'team':
      await requireKeepers(db, kind === 'owner' ? { owner_id: value } : { team_id: value })
      return { kind, value }
    case 'follow_up':
      return value === null || storableFormats.date(value)
        ? { kind, value }
        : wrong('must be a date, YYYY-MM-DD, or null')
    case 'add_tag':
    case 'remove_tag':
      return { kind, value: readTag(value ?? '', 'action.value') }
    case 'archive':
      return value === null ? { kind, value } : wrong('must be null')
  }
}

/** `2026-11-01` as staff read it: `November 1, 2026`. */
const writtenDay = (day: string): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))

async function sentenceOf(
  context: Actions & { db: Database },
  action: SelectionAction,
  clients: string,
): Promise<string> {
  const { db } = context
  const { kind, value } = action
  switch (kind) {
    case 'start_session':
      return laterAction(context, kind).sentence(db, action, clients)
    case 'status':
      return `Set the status of ${clients} to ${value}.`
    case 'owner':
      return `Give ${clients} to ${value === null ? 'nobody' : ((await nameOfAdmin(db, value)) ?? 'a former colleague')}.`
    case 'team':
      return `Give ${clients} to ${value === null ? 'no team' : `the team ${(await getTeam(db, value)).name}`}.`
    case 'follow_up':
      return value === null
        ? `Clear the next follow-up of ${clients}.`
        : `Set the next follow-up of ${clients} to ${writtenDay(value)}, also where there is one.`
    case 'add_tag':
      return `Tag ${clients} ${value}.`
    case 'remove_tag':
      return `Remove the tag ${value} from ${clients}.`
    case 'archive':
      return `Archive ${clients}. Their sessions refuse them, and drafts end.`
  }
}

/** Counts the clients; nothing is done before the start. @throws InvalidInput; NotFound if out of scope or archived */
export function planSelection(context: StaffContext & Idempotent, sent: PlanSelection): Promise<ClientSelection> {
  const { cipher, principal } = context
  const { client_ids, filter } = sent
  if ((client_ids === undefined) === (filter === undefined)) {
    throw new InvalidInput([{ field: 'client_ids', message: 'must be sent, or else filter' }])
  }
  const id = uuid()
  const found = filter
    ? queryMatches(filter, cipher, principal.scope)
    : selectVisible(client_ids ?? [], principal.scope)
  return createOncePerKey(context, {
    ids: [id],
    make: async (db) => {
      const action = await readAction({ ...context, db }, sent.action)
      const total = await countFound(db, found)
      if (client_ids && total < client_ids.length) throw new NotFound()
      await insertSelection(db, {
        ...{ id, action: JSON.stringify(action), total, listed: filter === undefined },
        encrypted_filter: filter ? cipher.encrypt(JSON.stringify(filter), filterContext(id)) : null,
        ...{ created_by: principal.adminId, acting_from: principal.address },
      })
      if (client_ids) await listFound(db, id, found)
    },
    read: (db, [made = id]) => getSelection({ ...context, db }, made),
  })
}

/** @throws NotFound also for the selection of a colleague */
export async function getSelection(context: StaffContext, id: string): Promise<ClientSelection> {
  const { db, principal } = context
  const record = await findSelection(db, id)
  if (record?.created_by !== principal.adminId) throw new NotFound()
  const { action, state, total, fault, created_at } = record
  const counts = await countResults(db, id)
  const { undone = 0, kept = 0 } = counts
  const isBack = state === 'undoing' || state === 'undone'
  const done = isBack ? undone + kept : Object.values(counts).reduce((sum, count) => sum + count, 0)
  const sentence = await sentenceOf(context, action, counted(total, 'client'))
  return { id, action, sentence, state, total, done, counts, fault, created_at }
}

export async function getRows(context: StaffContext, id: string, offset: number) {
  await getSelection(context, id)
  return listRows(context.db, id, { scope: context.principal.scope, limit: selectionRowsPerPage, offset })
}

async function changeState(
  context: StaffContext,
  id: string,
  { from, to }: { from: readonly SelectionState[]; to: 'running' | 'stopped' | 'undoing' },
): Promise<ClientSelection> {
  const { principal } = context
  await context.db.transaction().execute(async (trx: Transaction) => {
    const record = await lockSelection(trx, id)
    if (record?.created_by !== principal.adminId) throw new NotFound()
    if (!from.includes(record.state))
      throw new WrongState('This was started, stopped or undone meanwhile. Load it again.')
    await updateSelection(trx, id, { state: to, fault: null, acting_from: principal.address })
    const detail = await sentenceOf({ ...context, db: trx }, record.action, counted(record.total, 'client'))
    if (to !== 'stopped') await requeueJob(trx, selectionJob, id)
    await recordEvent(trx, principal, { action: `clients.selection-${to}`, subjectId: id, detail })
  })
  return getSelection(context, id)
}

/** Starts what is planned, or goes on with it. A repeat is refused. Call `app.wakeJobs()` after it. */
export const startSelection = (context: StaffContext, id: string) =>
  changeState(context, id, { from: ['planned', 'stopped'], to: 'running' })

export const stopSelection = (context: StaffContext, id: string) =>
  changeState(context, id, { from: ['running'], to: 'stopped' })

export const undoSelection = (context: StaffContext, id: string) =>
  changeState(context, id, { from: ['done', 'stopped'], to: 'undoing' })
