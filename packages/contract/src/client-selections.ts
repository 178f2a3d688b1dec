import type { Static } from 'typebox'
import * as Type from 'typebox'
import { ClientListQuery } from './clients.ts'
import { Id, Nullable, Offset, Strict, Timestamp } from './common.ts'
import { SendSession } from './messages.ts'
import type { Permission } from './permissions.ts'
import { route } from './route.ts'

export const selectionActions = [
  ...(['status', 'owner', 'team', 'follow_up', 'add_tag', 'remove_tag', 'archive'] as const),
  'start_session',
] as const
export type SelectionActionKind = (typeof selectionActions)[number]

/** What staff need for it, beside changing clients. */
export function selectionPermission(kind: SelectionActionKind): Permission {
  if (kind === 'start_session') return 'sessions.write'
  return kind === 'owner' || kind === 'team' ? 'clients.hand-over' : 'clients.write'
}

const { link, passcode } = SendSession.properties

export const SelectionAction = Strict({
  kind: Type.Enum(selectionActions),
  value: Nullable(
    Type.String({
      maxLength: 100,
      description: 'A status, an id of staff, a team or a preset of forms, a date, a tag; null for none',
    }),
  ),
  send: Type.Optional(
    Type.Union([Strict({ link, passcode }), Type.Null()], {
      description: 'Of start_session: by which channels each session is sent; without it, none is',
    }),
  ),
})
export type SelectionAction = Static<typeof SelectionAction>

const { q, status, follow_up, date, proposals, where } = ClientListQuery.properties

/** The filter of the client list, which is evaluated by the job. */
export const SelectionFilter = Strict({ q, status, follow_up, date, proposals, where })
export type SelectionFilter = Static<typeof SelectionFilter>

/** Either some clients, or all that match a filter. */
export const PlanSelection = Strict({
  client_ids: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 1_000, uniqueItems: true })),
  filter: Type.Optional(SelectionFilter),
  action: SelectionAction,
})
export type PlanSelection = Static<typeof PlanSelection>

export const selectionStates = ['planned', 'running', 'stopped', 'done', 'undoing', 'undone'] as const
export type SelectionState = (typeof selectionStates)[number]

/** `changed`: it can be undone · `unchanged`: it was so before · `kept`: edited since, so that an undo left it. */
export const selectionResults = ['changed', 'unchanged', 'skipped', 'failed', 'undone', 'kept'] as const
export type SelectionResult = (typeof selectionResults)[number]

export const ClientSelection = Type.Object({
  id: Id,
  action: SelectionAction,
  sentence: Type.String({ description: 'What happens to how many clients' }),
  state: Type.Enum(selectionStates),
  total: Type.Integer(),
  done: Type.Integer(),
  counts: Type.Record(Type.String(), Type.Integer(), { description: 'By result' }),
  fault: Nullable(Type.String()),
  created_at: Timestamp,
})
export type ClientSelection = Static<typeof ClientSelection>

export const selectionRowsPerPage = 50

export const SelectionRows = Type.Object({
  rows: Type.Array(
    Type.Object({
      client_id: Id,
      name: Type.String(),
      result: Type.Union([Type.Enum(selectionResults), Type.Null()]),
      reason: Nullable(Type.String()),
    }),
  ),
})

export const SelectionRowsQuery = Strict({ offset: Type.Optional(Offset) })

export const selectionApi = {
  plan: route('POST', '/client-selections', { body: PlanSelection, response: ClientSelection }),
  one: route('GET', '/client-selections/:id', { response: ClientSelection }),
  run: route('POST', '/client-selections/:id/run', { response: ClientSelection }),
  stop: route('POST', '/client-selections/:id/stop', { response: ClientSelection }),
  undo: route('POST', '/client-selections/:id/undo', { response: ClientSelection }),
  rows: route('GET', '/client-selections/:id/rows', { query: SelectionRowsQuery, response: SelectionRows }),
}
