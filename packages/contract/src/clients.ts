import type { Static, TInteger, TSchema, TString } from 'typebox'
import * as Type from 'typebox'
import type { AcceptedKind } from './accepted-forms.ts'
import {
  type ClientFieldName,
  clientFields,
  clientStatuses,
  type FieldDescription,
  type NumberFieldName,
} from './client-fields.ts'
import { type ListColumnName, type ListedFieldName, listColumns, listedFields } from './client-list-columns.ts'
import { Id, Nullable, Offset, Strict, Timestamp } from './common.ts'
import { Where, WhereText } from './conditions.ts'
import { route } from './route.ts'

/** Sent to clear a date. */
export const clearMarker = '__clear__'

export type ClientValue = string | number | null
export type ClientFieldValues = { [K in ClientFieldName]: K extends NumberFieldName ? number | null : string | null }

export interface ClientRecord extends ClientFieldValues {
  id: string
  owner_id: string | null
  /** The team whose members see the client beside its owner, where their role’s scope is `team`. */
  team_id: string | null
  archived_at: string | null
  version: number
  created_at: string
  updated_at: string
}
/** The body of a PUT: absent fields stay unchanged, `null` clears a field. */
export type ClientUpdate = Partial<ClientRecord>

export type ClientSortColumn = ListColumnName | 'status'
export const clientSortColumns: ClientSortColumn[] = [...listColumns.map(({ name }) => name), 'status']

/** The most matches of a search that are counted. A total that is higher stands for more than these. */
export const mostCounted = 1_000

/** The most characters of a text that lists are sorted by. Of four bytes each, they fit into an index row. */
const longestSorted = 500

export function longestText({ name, kind }: FieldDescription): number {
  if (clientSortColumns.some((column) => column === name)) return longestSorted
  return kind === 'rich-text' ? 100_000 : 2_000
}

export const oldestStored = 150

const storedDate = Type.String({ format: 'date', description: 'YYYY-MM-DD' })

function stored(field: FieldDescription): TString | TInteger {
  if (field.kind === 'number') return Type.Integer({ minimum: 0, maximum: oldestStored })
  if (field.kind === 'date') return storedDate
  return Type.String()
}

function written(field: FieldDescription): TSchema {
  if (field.kind === 'number') return Nullable(Type.Integer({ minimum: 0, maximum: oldestStored }))
  if (field.kind === 'date') return Type.Union([storedDate, Type.Literal(clearMarker), Type.Null()])
  if (field.name === 'status') return Type.Enum(clientStatuses)
  return Nullable(Type.String({ maxLength: longestText(field), ...numbersFor(field) }))
}

/** Texts that may be sent as a number. */
function numbersFor({ kind, amount }: FieldDescription): { 'x-accepts'?: AcceptedKind } {
  if (amount) return { 'x-accepts': 'amount' }
  return kind === 'phone' ? { 'x-accepts': 'phone' } : {}
}

const properties = (schemaOf: (field: FieldDescription) => TSchema): Record<string, TSchema> =>
  Object.fromEntries(clientFields.map((field) => [field.name, schemaOf(field)]))

export const ClientRecord = Type.Object({
  id: Id,
  owner_id: Nullable(Type.String({ format: 'uuid', description: 'The admin who looks after the client' })),
  team_id: Nullable(Type.String({ format: 'uuid', description: 'The team of the client' })),
  archived_at: Nullable(
    Type.String({ format: 'date-time', description: 'Since when it is in no list, search or count, and read-only' }),
  ),
  version: Type.Integer(),
  created_at: Timestamp,
  updated_at: Timestamp,
  ...properties((field) => Nullable(stored(field))),
})

/** The whole record may be sent back: `id`, `owner_id`, `team_id`, `version` and the three times are ignored. */
export const ClientUpdate = Strict({
  id: Type.Optional(Type.String()),
  owner_id: Type.Optional(Nullable(Type.String())),
  team_id: Type.Optional(Nullable(Type.String())),
  archived_at: Type.Optional(Nullable(Type.String())),
  version: Type.Optional(Type.Integer()),
  created_at: Type.Optional(Type.String()),
  updated_at: Type.Optional(Type.String()),
  ...properties((field) => Type.Optional(written(field))),
})

/** The owner of a client and its team; null for none. An absent field is unchanged; at least one is required. */
const keepers = { owner_id: Type.Optional(Nullable(Id)), team_id: Type.Optional(Nullable(Id)) }
export const ClientKeepers = Type.Object(keepers, { additionalProperties: false, minProperties: 1 })
export type ClientKeepers = Static<typeof ClientKeepers>

export const Archiving = Strict({ archived: Type.Boolean({ description: 'true archives; false restores' }) })

export const ClientProjection = Type.Object({
  id: Id,
  client_first_name: Nullable(Type.String()),
  client_last_name: Nullable(Type.String()),
  pref_lang: Nullable(Type.String()),
})
export type ClientProjection = Static<typeof ClientProjection>

// Object.fromEntries loses the literal names of the fields.
const listedValues = Object.fromEntries(
  listedFields.filter(({ name }) => name !== 'status').map((field) => [field.name, Nullable(stored(field))]),
) as Record<Exclude<ListedFieldName, 'status'>, ReturnType<typeof Nullable<TString>>>

/** A row of the client list: the fields that `client-fields.ts` marks with `list`. */
export const ClientListItem = Type.Object({
  id: Id,
  ...listedValues,
  status: Type.Enum(clientStatuses),
  updated_at: Timestamp,
  version: Type.Integer(),
  owner_name: Nullable(Type.String({ description: 'The admin who looks after the client' })),
  tags: Type.Array(Type.String()),
  sessions_waiting: Type.Integer({ description: 'Sessions that wait for the client, as GET /sessions?status=waiting' }),
})
export type ClientListItem = Static<typeof ClientListItem>

export const followUps = ['overdue', 'coming'] as const
export type FollowUp = (typeof followUps)[number]

/**
 * `X-Total-Count` of a search or conditions is 1001 at most: more than `mostCounted`. There `offset` is below 1,000.
 */
export const ClientListQuery = Strict({
  q: Type.Optional(Type.String({ maxLength: 200 })),
  archived: Type.Optional(Type.Boolean({ description: 'true: the archived clients alone' })),
  status: Type.Optional(Type.Enum(clientStatuses)),
  follow_up: Type.Optional(
    Type.Enum(followUps, { description: 'overdue: before `date`; coming: on `date` or within the next seven days' }),
  ),
  date: Type.Optional(
    Type.String({ format: 'date', description: 'Today in the time zone of the browser; in UTC without it' }),
  ),
  proposals: Type.Optional(Type.Literal('open', { description: 'Only clients with undecided proposals' })),
  where: Type.Optional(WhereText),
  sort: Type.Optional(Type.Enum(clientSortColumns)),
  order: Type.Optional(Type.Union([Type.Literal('asc'), Type.Literal('desc')])),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
  offset: Type.Optional(Offset),
})
export type ClientListQuery = Static<typeof ClientListQuery>

/** The filter and order of a page in a body, where conditions on sensitive fields stand in no address. */
export const FindClients = Strict({
  ...ClientListQuery.properties,
  where: Where,
  limit: Type.Integer({ minimum: 1, maximum: 200 }),
})
export type FindClients = Static<typeof FindClients>

const { q, follow_up, date, proposals, where } = ClientListQuery.properties

/** With the filter of the list, the counts are of what it finds, but for a search by the last four of an SSN. */
export const ClientCountsQuery = Strict({ q, follow_up, date, proposals, where })
export type ClientCountsQuery = Static<typeof ClientCountsQuery>

export const ClientCounts = Type.Object({
  all: Type.Integer(),
  active: Type.Integer(),
  inactive: Type.Integer(),
  unpaid: Type.Integer(),
  cancelled: Type.Integer(),
  archived: Type.Integer(),
})
export type ClientCounts = Static<typeof ClientCounts>

const Whole = Type.Unsafe<ClientRecord>(ClientRecord)
const Changes = Type.Unsafe<Record<string, ClientValue | undefined>>(ClientUpdate)

export const clientApi = {
  list: route('GET', '/clients', { query: ClientListQuery, response: Type.Array(ClientListItem) }),
  counts: route('GET', '/clients/counts', { query: ClientCountsQuery, response: ClientCounts }),
  find: route('POST', '/clients/find', { body: FindClients, response: Type.Array(ClientListItem) }),
  create: route('POST', '/clients', { body: Changes, response: Whole }),
  /** With masks in place of masked values; audited as an access. */
  one: route('GET', '/clients/:id', { response: Whole }),
  update: route('PUT', '/clients/:id', { body: Changes, response: Whole }),
  setOwner: route('PUT', '/clients/:id/owner', { body: ClientKeepers, response: Whole }),
  archive: route('PUT', '/clients/:id/archived', { body: Archiving, response: Whole }),
}
