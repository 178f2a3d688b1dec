import { dayRange } from '@agency/contract/conditions'
import { policyPrefix } from '@agency/contract/filter-fields'
import { normalForm, squeezedForm } from '@agency/contract/normal-form'
import { phoneDigits } from '@agency/contract/phone'
import { plainCharacters } from '@agency/contract/typed-characters'
import { type RawBuilder, sql } from 'kysely'
import { escaped } from '../../platform/database/like-pattern.ts'
import { hasTrigram, shortTermsOf } from './client-filter.ts'
import type { Asked, WhereFilter } from './where-filter.ts'

/** Conditions on fields as SQL. Each begins with what an index has, where there is one. */

type Condition = RawBuilder<boolean>

const hidden = (text: string) => sql`(SELECT ${text}::text)`
const not = (condition: Condition): Condition => sql<boolean>`(${condition}) IS NOT TRUE`

const joined = (match: WhereFilter['match'], conditions: readonly Condition[]) =>
  sql<boolean>`(${sql.join(conditions, match === 'all' ? sql` AND ` : sql` OR `)})`

/** Conditions on policies. */
export const policiesWhere = ({ match, asked, today }: WhereFilter): Condition =>
  joined(
    match,
    asked.map((one) => onPolicies(one, today)),
  )

/** A condition on days. */
function onDays(column: RawBuilder<unknown>, { operator, values }: Asked, today: string): Condition {
  if (operator === 'empty') return sql<boolean>`${column} IS NULL`
  if (operator === 'not_empty') return sql<boolean>`${column} IS NOT NULL`
  if (operator === 'birthday_in') return sql<boolean>`extract(month FROM ${column}) = ${Number(values[0])}`
  const { from, to } = dayRange(operator, values, today)
  const limits = [
    ...(from === undefined ? [] : [sql`${column} >= ${from}::date`]),
    ...(to === undefined ? [] : [sql`${column} <= ${to}::date`]),
  ]
  return sql<boolean>`(${sql.join(limits, sql` AND `)})`
}

/** The same on moments, by the days of UTC. */
function onMoments(column: RawBuilder<unknown>, { operator, values }: Asked, today: string): Condition {
  const { from, to } = dayRange(operator, values, today)
  const limits = [
    ...(from === undefined ? [] : [sql`${column} >= ${`${from}T00:00:00Z`}::timestamptz`]),
    ...(to === undefined ? [] : [sql`${column} < ${`${to}T00:00:00Z`}::timestamptz + interval '1 day'`]),
  ]
  return sql<boolean>`(${sql.join(limits, sql` AND `)})`
}

/** A condition on a choice, or on ids. @param type of the column */
function onChoice(column: RawBuilder<unknown>, { operator, values }: Asked, type: 'text' | 'uuid'): Condition {
  if (operator === 'empty') return sql<boolean>`${column} IS NULL`
  if (operator === 'not_empty') return sql<boolean>`${column} IS NOT NULL`
  const chosen = sql<boolean>`${column} = ANY(${values}::${sql.raw(type)}[])`
  return operator === 'is_not' ? not(chosen) : chosen
}

function onAmount(column: RawBuilder<unknown>, { operator, values: [one = '', two = ''] }: Asked): Condition {
  if (operator === 'empty') return sql<boolean>`${column} IS NULL`
  if (operator === 'not_empty') return sql<boolean>`${column} IS NOT NULL`
  if (operator === 'at_least') return sql<boolean>`${column} >= ${one}::numeric`
  if (operator === 'at_most') return sql<boolean>`${column} <= ${one}::numeric`
  if (operator === 'is') return sql<boolean>`${column} = ${one}::numeric`
  return sql<boolean>`${column} BETWEEN ${one}::numeric AND ${two}::numeric`
}

/** Rows of a table with any of these keys, in hex, or those with none. The others are not read. */
function byKeys(table: 'clients' | 'policies', { any, isNot }: NonNullable<Asked['keys']>): Condition {
  const column = sql.raw(table === 'clients' ? 'field_keys' : 'search_keys')
  const keys = any.map((key) => Buffer.from(key, 'hex'))
  const has = sql<boolean>`${sql.ref(`${table}.id`)} IN (
    SELECT keyed.id FROM ${sql.table(table)} AS keyed WHERE keyed.${column} && ${keys}::bytea[])`
  return isNot ? sql<boolean>`NOT ${has}` : has
}

interface ComparedText {
  column: RawBuilder<unknown>
  /** The stored text in the form in which it is compared. */
  form: RawBuilder<unknown>
  /** What was typed, in that form. */
  typed: string
  /** Narrows the rows by an index. */
  found?: Condition
}

/** A condition on a text of a column. */
function onText({ operator }: Asked, { column, form, typed, found }: ComparedText): Condition {
  if (operator === 'empty') return sql<boolean>`${column} IS NULL`
  if (operator === 'not_empty') return sql<boolean>`${column} IS NOT NULL`
  // Quotes and hyphens alone: nothing is left to compare.
  if (typed === '') return operator === 'is_not' ? sql<boolean>`true` : sql<boolean>`false`
  const same =
    operator === 'contains'
      ? sql<boolean>`${form} LIKE ${hidden(`%${escaped(typed)}%`)}`
      : sql<boolean>`${form} = ${typed}`
  if (operator === 'is_not') return not(same)
  return found ? sql<boolean>`(${found} AND ${same})` : same
}

/** Narrows rows by the trigrams of a searched text, or by its short terms. */
const inSearchText = (typed: string): Condition =>
  hasTrigram(typed)
    ? sql<boolean>`clients.search_text LIKE ${hidden(`%${escaped(typed)}%`)}`
    : sql<boolean>`short_terms(clients.search_text, clients.status) @> (SELECT ${shortTermsOf(typed)}::text[])`

const inContactText = (typed: string): Condition =>
  hasTrigram(typed) ? sql<boolean>`clients.contact_text LIKE ${hidden(`%${escaped(typed)}%`)}` : sql<boolean>`true`

/** A condition on a field of clients. */
function onClients(asked: Asked, today: string): Condition {
  const { field, operator, values } = asked
  if (asked.keys) return byKeys('clients', asked.keys)
  const column = sql.ref(`clients.${field.name}`)
  const [value = ''] = values
  switch (field.name) {
    case 'tag':
      return onTags(asked)
    case 'owner_id':
    case 'team_id':
      return onChoice(column, asked, 'uuid')
    case 'status':
      return onChoice(column, asked, 'text')
    case 'missing_from': {
      const missing = sql<boolean>`(${sql.join(values.map(missingFrom), sql` OR `)})`
      return operator === 'is_not' ? sql<boolean>`NOT ${missing}` : missing
    }
    case 'created_at':
    case 'updated_at':
      return onMoments(column, asked, today)
    case 'client_first_name':
    case 'client_last_name': {
      const typed = squeezedForm(value)
      // The search text begins with both names.
      const place = sql.lit(field.name === 'client_first_name' ? 1 : 2)
      const form = sql`split_part(clients.search_text, ' ', ${place})`
      return onText(asked, { column, form, typed, found: inSearchText(typed) })
    }
    case 'primary_phone': {
      const typed = phoneDigits(value)
      return onText(asked, {
        column,
        form: sql`split_part(clients.contact_text, ' ', -1)`,
        typed,
        found: inContactText(typed),
      })
    }
    case 'primary_email': {
      const typed = plainCharacters(value).toLowerCase()
      const form = sql`lower(btrim(${column}) COLLATE "und-x-icu")`
      return onText(asked, { column, form, typed, found: inContactText(typed) })
    }
    case 'current_health_plan_name': {
      const typed = normalForm(value)
      return onText(asked, { column, form: sql`normal_form(${column})`, typed, found: inSearchText(typed) })
    }
    default:
      return operator === 'contains' ? sql<boolean>`false` : onDays(column, asked, today)
  }
}

/** Clients of the file that an import is compared with who are in no row of this import, nor may be in an undecided one. */
export const missingFrom = (importId: string): Condition =>
  sql<boolean>`clients.id IN (SELECT earlier.client_id FROM client_import_rows AS earlier
      JOIN client_imports ON client_imports.former_id = earlier.import_id
      WHERE client_imports.id = ${importId} AND earlier.result <> 'reverted'
    EXCEPT SELECT unnest(present.client_id || present.candidates) FROM client_import_rows AS present
      WHERE present.import_id = ${importId})`

function onTags({ operator, values }: Asked): Condition {
  const tagged = (names: RawBuilder<unknown>) =>
    sql<boolean>`clients.id IN (SELECT tagged.client_id FROM client_tags AS tagged ${names})`
  if (operator === 'not_empty') return tagged(sql``)
  if (operator === 'empty') return sql<boolean>`NOT ${tagged(sql``)}`
  const has = tagged(sql`JOIN tags ON tags.id = tagged.tag_id
    WHERE normal_form(tags.name) = ANY(${values.map(normalForm)}::text[])`)
  return operator === 'is_not' ? sql<boolean>`NOT ${has}` : has
}

/** A condition on policies. */
function onPolicies(asked: Asked, today: string): Condition {
  const { field, values } = asked
  if (asked.keys) return byKeys('policies', asked.keys)
  const column = sql.ref(`policies.${field.name}`)
  if (field.kind === 'reference') return onChoice(column, asked, 'uuid')
  if (field.kind === 'choice') return onChoice(column, asked, 'text')
  if (field.kind === 'amount') return onAmount(column, asked)
  if (field.kind === 'text') {
    const form = field.name === 'product' ? sql`policies.search_text` : sql`normal_form(${column})`
    return onText(asked, { column, form, typed: normalForm(values[0] ?? '') })
  }
  return field.name.endsWith('_at') ? onMoments(column, asked, today) : onDays(column, asked, today)
}

const isOfPolicy = ({ field }: Asked): boolean => field.name === 'policy' || field.name.startsWith(policyPrefix)

/** Clients with a policy that meets all of these, or with none. `policy` says which. */
function havePolicy(asked: readonly Asked[], today: string): Condition {
  const about = asked.filter(({ field }) => field.name !== 'policy')
  const conditions = about.map(({ field, ...one }) =>
    onPolicies({ ...one, field: { ...field, name: field.name.slice(policyPrefix.length) } }, today),
  )
  const has = sql<boolean>`clients.id IN (SELECT policies.client_id FROM policies
    WHERE ${sql.join([sql`policies.deleted_at IS NULL`, ...conditions], sql` AND `)})`
  const holds = (answer: 'yes' | 'no') =>
    asked.every(
      ({ field, operator, values }) => field.name !== 'policy' || values.includes(answer) === (operator === 'is'),
    )
  const possible = [...(holds('yes') ? [has] : []), ...(holds('no') ? [sql<boolean>`NOT ${has}`] : [])]
  if (about.length === asked.length) return has
  return possible.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(possible, sql` OR `)})`
}

/** Conditions on clients. Those on policies that hold all are about one policy. */
export function clientsWhere({ match, asked, today }: WhereFilter): Condition {
  const ofPolicies = asked.filter(isOfPolicy)
  const others = asked.filter((one) => !isOfPolicy(one)).map((one) => onClients(one, today))
  const together = match === 'any' ? ofPolicies.map((one) => [one]) : ofPolicies.length > 0 ? [ofPolicies] : []
  return joined(match, [...others, ...together.map((some) => havePolicy(some, today))])
}
