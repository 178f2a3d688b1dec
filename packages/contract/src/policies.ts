import type { Static } from 'typebox'
import * as Type from 'typebox'
import { BaseVersion, Id, Line, Nullable, Offset, Strict, Timestamp, Version } from './common.ts'
import { Where, WhereText } from './conditions.ts'
import { coveredKinds, policyLines, policyStatuses, premiumModes } from './policy-terms.ts'
import { RevealedValues } from './reveals.ts'
import { route } from './route.ts'

const day = Type.String({ format: 'date', description: 'YYYY-MM-DD' })
const Day = Nullable(day)
const Identifier = Nullable(Type.String({ maxLength: 100 }))
const Amount = Nullable(
  Type.String({
    pattern: '^\\d{1,9}(\\.\\d{1,2})?$',
    description: 'An exact amount in dollars, such as 412.50',
    'x-accepts': 'amount',
  }),
)
const Status = Type.Enum(policyStatuses)
const PolicyLineName = Type.Enum(policyLines)

/** The values that are masked in every answer, and shown by a reveal. */
export const policyNumbers = ['number', 'member_id'] as const
export type PolicyNumber = (typeof policyNumbers)[number]

/** Somebody whom a policy covers. Only `other` has a name: the others stand in the client record. */
const Covered = Strict({
  who: Type.Enum(coveredKinds),
  name: Nullable(Line),
  dob: Day,
})
export type Covered = Static<typeof Covered>

const fields = {
  carrier_id: Id,
  line: PolicyLineName,
  product: Nullable(Type.String({ maxLength: 200, description: 'Name of the plan' })),
  number: Identifier,
  member_id: Identifier,
  application_id: Identifier,
  status: Status,
  status_date: Type.String({ format: 'date', description: 'Since when; today without it' }),
  status_reason: Nullable(Type.String({ maxLength: 1_000 })),
  submitted_date: Day,
  effective_date: Day,
  term_date: Nullable(Type.String({ format: 'date', description: 'The last day' })),
  renewal_date: Day,
  premium: Amount,
  subsidy: Amount,
  net_premium: Amount,
  mode: Type.Union([Type.Enum(premiumModes), Type.Null()]),
  binder_paid_date: Nullable(Type.String({ format: 'date', description: 'When the first premium was paid' })),
  covered: Type.Array(Covered, { maxItems: 30 }),
  writing_agent: Nullable(Line),
  agent_of_record: Nullable(Line),
  document_ids: Type.Array(Id, { maxItems: 100, uniqueItems: true, description: 'Documents of the same client' }),
  notes: Nullable(Type.String({ maxLength: 10_000 })),
}

const StatusEntry = Type.Object({
  id: Id,
  status: Status,
  date: day,
  reason: Nullable(Type.String()),
  recorded_at: Timestamp,
  recorded_by_name: Nullable(Type.String({ description: 'Also after the account was deleted' })),
})

export const Policy = Type.Object({
  id: Id,
  client_id: Id,
  ...fields,
  carrier_name: Type.String(),
  history: Type.Array(StatusEntry, { description: 'The present status first' }),
  created_at: Timestamp,
  updated_at: Timestamp,
  version: Version,
})
export type Policy = Static<typeof Policy>

export const Policies = Type.Object({ policies: Type.Array(Policy) })

const { carrier_id, line, status } = fields
const optional = Type.Partial(Type.Object(fields)).properties

export const AddPolicy = Strict({ ...optional, carrier_id, line, status })
export type AddPolicy = Static<typeof AddPolicy>

/** Absent fields stay unchanged. Another status is added to the history; another date or reason corrects its last entry. */
export const UpdatePolicy = Strict({ version: BaseVersion, ...optional })
export type UpdatePolicy = Static<typeof UpdatePolicy>

export const RevealPolicyNumbers = Strict({
  fields: Type.Array(Type.Enum(policyNumbers), { minItems: 1, maxItems: policyNumbers.length, uniqueItems: true }),
})

export const policyViews = ['due_30', 'due_60', 'due_90', 'binder_unpaid', 'pending_long'] as const
export type PolicyView = (typeof policyViews)[number]

export const policySorts = ['client', 'effective_date', 'renewal_date', 'premium'] as const
export type PolicySort = (typeof policySorts)[number]

/** How many policies of a list are counted. A total that is higher stands for more than these. */
export const mostPoliciesCounted = 10_000
/** The same of a search. */
export const mostPoliciesFound = 1_000

export const PolicyListQuery = Strict({
  q: Type.Optional(
    Type.String({
      maxLength: 200,
      description: 'Client, carrier, product; number, member or application id, whole or its last four characters',
    }),
  ),
  status: Type.Optional(Status),
  line: Type.Optional(PolicyLineName),
  carrier_id: Type.Optional(Id),
  effective_from: Type.Optional(day),
  effective_to: Type.Optional(day),
  renewal_from: Type.Optional(day),
  renewal_to: Type.Optional(day),
  view: Type.Optional(
    Type.Enum(policyViews, {
      description:
        'due: active, renews or ends within so many days, and has no policy of the next term; binder_unpaid: submitted, pending or active, begins or began within 90 days, ' +
        'and the client owes a first premium; pending_long: pending for more than 14 days',
    }),
  ),
  date: Type.Optional(
    Type.String({ format: 'date', description: 'Today in the time zone of the browser; in UTC without it' }),
  ),
  where: Type.Optional(WhereText),
  sort: Type.Optional(Type.Enum(policySorts)),
  order: Type.Optional(Type.Union([Type.Literal('asc'), Type.Literal('desc')])),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, description: '50 without it' })),
  offset: Type.Optional(Offset),
})
export type PolicyListQuery = Static<typeof PolicyListQuery>

/** The same in a body, where conditions on sensitive fields stand in no address. */
export const FindPolicies = Strict({ ...PolicyListQuery.properties, where: Where })
export type FindPolicies = Static<typeof FindPolicies>

const { properties } = Policy

export const PolicyListItem = Type.Object({
  id: Id,
  client_id: Id,
  client_first_name: Nullable(Type.String()),
  client_last_name: Nullable(Type.String()),
  carrier_name: properties.carrier_name,
  line: properties.line,
  product: properties.product,
  number: properties.number,
  status: properties.status,
  status_date: properties.status_date,
  effective_date: properties.effective_date,
  term_date: properties.term_date,
  renewal_date: properties.renewal_date,
  premium: properties.premium,
  subsidy: properties.subsidy,
  net_premium: properties.net_premium,
  binder_paid_date: properties.binder_paid_date,
})
export type PolicyListItem = Static<typeof PolicyListItem>

const path = '/clients/:id/policies'

export const policyApi = {
  ofClient: route('GET', path, { response: Policies }),
  add: route('POST', path, { body: AddPolicy, response: Policy }),
  update: route('PATCH', `${path}/:policyId`, { body: UpdatePolicy, response: Policy }),
  remove: route('DELETE', `${path}/:policyId`),
  reveal: route('POST', `${path}/:policyId/reveals`, { body: RevealPolicyNumbers, response: RevealedValues }),
  list: route('GET', '/policies', { query: PolicyListQuery, response: Type.Array(PolicyListItem) }),
  find: route('POST', '/policies/find', { body: FindPolicies, response: Type.Array(PolicyListItem) }),
}
