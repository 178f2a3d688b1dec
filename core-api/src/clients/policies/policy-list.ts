import type { Where } from '@agency/contract/conditions'
import { policyFilterFields } from '@agency/contract/filter-fields'
import { normalForm } from '@agency/contract/normal-form'
import {
  mostPoliciesCounted,
  mostPoliciesFound,
  type PolicyListItem,
  type PolicyListQuery,
} from '@agency/contract/policies'
import { plainCharacters } from '@agency/contract/typed-characters'
import type { RawBuilder } from 'kysely'
import { recordEvent, recordOnClients } from '../../platform/audit-trail/audit-service.ts'
import { counted } from '../../platform/counted.ts'
import type { Database } from '../../platform/database/database.ts'
import { escaped } from '../../platform/database/like-pattern.ts'
import { shareEqualCalls } from '../../platform/database/shared-query.ts'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import { InvalidInput } from '../../platform/errors.ts'
import type { AdminPrincipal } from '../../platform/http/principals.ts'
import { queryClientIds } from '../list/query-client-ids.ts'
import { readWhereFilter, sensitiveAsked } from '../list/where-filter.ts'
import { mayReveal } from '../record/client-masking.ts'
import { findCarrierIdsBy } from './carrier-repository.ts'
import {
  countPolicies,
  findAllIds,
  findClientsByKeys,
  findPageIds,
  findPolicyItems,
  findSearchedIds,
  type ListItemRow,
  type PolicyFilter,
  type PolicyOrder,
  type SearchedWord,
} from './policy-list-repository.ts'
import { codeOfField, comparedCode, decryptCodes, lastFourOfCode, maskPolicy, wholeCode } from './policy-values.ts'

interface ListContext {
  db: Database
  cipher: FieldCipher
  principal: AdminPrincipal
}

type SentQuery = Omit<PolicyListQuery, 'where'> & { where?: string | Where | undefined }
type Sensitive = Parameters<typeof readWhereFilter>[1]['sensitive']

const shortestCode = 4

/** Counts policies that no search finds: the same for all pages of a list, and most of what they cost. */
export type CountPolicies = (filter: PolicyFilter, most: number) => Promise<number>

export const sharedCount = (db: Database): CountPolicies =>
  shareEqualCalls((filter, most) => countPolicies(db, filter, most))

/** @returns how many match: one more than are counted stands for more */
export async function listPoliciesOfAgency(
  context: ListContext & { count: CountPolicies },
  query: SentQuery,
  sensitive: Sensitive = 'refused',
): Promise<{ rows: PolicyListItem[]; total: number }> {
  const { db, cipher } = context
  const {
    sort = 'effective_date',
    order = sort === 'client' ? 'asc' : 'desc',
    limit = 50,
    offset = 0,
    ...asked
  } = query
  // Without order and window, so that all pages share their count.
  const filter = await readFilter(context, asked, sensitive)
  const inOrder: PolicyOrder = { sort, order }
  const isSearch = (asked.q ?? '').trim() !== '' || filter.where !== undefined
  const most = isSearch ? mostPoliciesFound : mostPoliciesCounted
  if (offset >= most) throw new InvalidInput([{ field: 'offset', message: beyond(most) }])
  const findPage = async () => {
    const page = findPageIds(db, filter, inOrder, { limit, offset })
    const [ids, total] = await Promise.all([page, context.count(filter, most + 1)])
    return { ids, total }
  }
  const found = isSearch ? findSearchedIds(db, filter, inOrder, { limit, offset, most: most + 1 }) : findPage()
  const { ids, total } = await found
  const items = await findPolicyItems(db, ids)
  await recordFound(context, filter, ids)
  await recordAsked(context, filter, items, total)
  return { rows: items.map((row) => toItem(row, cipher)), total }
}

export async function findAllPolicies(
  context: ListContext,
  query: Omit<PolicyListQuery, 'limit' | 'offset'>,
): Promise<{ id: string; client_id: string }[]> {
  const { sort = 'effective_date', order = sort === 'client' ? 'asc' : 'desc' } = query
  const filter = await readFilter(context, query, 'refused')
  // A text without letters or digits finds nothing, as in the list.
  const isNothing = (query.q ?? '').trim() !== '' && filter.words.length + filter.wholeKeys.length === 0
  const found = isNothing ? [] : await findAllIds(context.db, filter, { sort, order })
  await recordFound(
    context,
    filter,
    found.map(({ id }) => id),
  )
  return found
}

const beyond = (most: number) => `must be less than ${most}. Search or filter to see other policies.`

/** The longest first, which is looked up: fewer have it. */
const wordsOf = (text: string): string[] =>
  normalForm(text)
    .split(' ')
    .filter(Boolean)
    .toSorted((one, other) => other.length - one.length)

async function readFilter(
  { db, cipher, principal }: ListContext,
  query: SentQuery,
  sensitive: Sensitive,
): Promise<PolicyFilter> {
  const { q = '', date = new Date().toISOString().slice(0, 10), where, ...others } = query
  const text = plainCharacters(q)
  const words: SearchedWord[] = []
  for (const word of wordsOf(text)) {
    const pattern = `%${escaped(word)}%`
    const isEnd = word.length === shortestCode && /\d/.test(word)
    const ends = isEnd ? cipher.searchKeys(lastFourOfCode(comparedCode(word))) : []
    words.push({ word, pattern, carriers: await findCarrierIdsBy(db, pattern), ends })
  }
  const code = comparedCode(text)
  const keysOf = (input: string) => (code.length < shortestCode ? [] : cipher.searchKeys(input))
  return {
    ...others,
    date,
    words,
    clientsWith: (some) => queryClientsWith(some, cipher),
    where: readWhereFilter(where, {
      fields: policyFilterFields,
      today: date,
      sensitive,
      keysOf: ({ field, values }) => {
        if (field.kind !== 'sensitive') return undefined
        const keys = cipher.searchKeys(codeOfField(field.name, comparedCode(values[0] ?? '')))
        return { any: keys.map((key) => key.toString('hex')), isNot: false }
      },
    }),
    scope: principal.scope,
    wholeKeys: mayReveal(principal) ? keysOf(wholeCode(code)) : [],
    lastFourKeys: code.length === shortestCode ? keysOf(lastFourOfCode(code)) : [],
  }
}

/** Queries of clients: those whom all of them find match.  An address or a number finds by itself, names do together. */
function queryClientsWith(words: readonly SearchedWord[], cipher: FieldCipher): RawBuilder<unknown>[] {
  const texts = words.map(({ word }) => word)
  const names = texts.filter((text) => !/[\d@]/.test(text))
  const each = [...(names.length > 0 ? [names.join(' ')] : []), ...texts.filter((text) => !names.includes(text))]
  return each.flatMap((text) => queryClientIds(text, cipher) ?? [])
}

/** A search by a sensitive value is on the trail, and whom it found. */
async function recordAsked(
  { db, principal }: ListContext,
  { where }: PolicyFilter,
  items: readonly ListItemRow[],
  total: number,
): Promise<void> {
  const fields = sensitiveAsked(where)
  if (fields.length === 0) return
  await recordEvent(db, principal, {
    action: 'policies.searched-by-value',
    fields,
    detail: counted(total, 'policy', 'policies'),
  })
  const clients = [...new Set(items.map(({ client_id }) => client_id))]
  await recordOnClients(db, principal, { action: 'policy.found-by-number', fields }, clients)
}

/** That a whole number was right is a part of what staff know of a client: it is on the trail, as a reveal is. */
async function recordFound({ db, principal }: ListContext, { wholeKeys }: PolicyFilter, ids: string[]): Promise<void> {
  const clients = wholeKeys.length * ids.length === 0 ? [] : await findClientsByKeys(db, wholeKeys, ids)
  await recordOnClients(db, principal, { action: 'policy.found-by-number', fields: ['number'] }, clients)
}

function toItem(row: ListItemRow, cipher: FieldCipher): PolicyListItem {
  const { encrypted_number, search_keys: _keys, ...plain } = row
  const { number } = decryptCodes(
    { id: row.id, encrypted_number, encrypted_member_id: null, encrypted_application_id: null },
    cipher,
  )
  return maskPolicy({ ...plain, number })
}
