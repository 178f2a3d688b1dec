import { normalForm } from '@agency/contract/normal-form'
import {
  mostPoliciesCounted,
  mostPoliciesFound,
  type PolicyListItem,
  type PolicyListQuery,
} from '@agency/contract/policies'
import { plainCharacters } from '@agency/contract/typed-characters'
import { recordOnClients } from '../../platform/audit-trail/audit-service.ts'
import type { Database } from '../../platform/database/database.ts'
import { escaped } from '../../platform/database/like-pattern.ts'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import { InvalidInput } from '../../platform/errors.ts'
import type { AdminPrincipal } from '../../platform/http/principals.ts'
import { queryClientIds } from '../list/query-client-ids.ts'
import { mayReveal } from '../record/client-masking.ts'
import { findCarrierIdsBy } from './carrier-repository.ts'
import {
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
import { comparedCode, decryptCodes, lastFourOfCode, maskPolicy, wholeCode } from './policy-values.ts'

interface ListContext {
  db: Database
  cipher: FieldCipher
  principal: AdminPrincipal
}

/** The fewest characters of an identifier that are looked for. */
const shortestCode = 4

/** A page of the policies that the principal sees, and how many match: one more than are counted stands for more. */
export async function listPoliciesOfAgency(
  context: ListContext,
  query: PolicyListQuery,
): Promise<{ rows: PolicyListItem[]; total: number }> {
  const { db, cipher } = context
  const { q = '', sort = 'effective_date', order = sort === 'client' ? 'asc' : 'desc', limit = 50, offset = 0 } = query
  const filter = await readFilter(context, query)
  const inOrder: PolicyOrder = { sort, order }
  const isSearch = q.trim() !== ''
  const most = isSearch ? mostPoliciesFound : mostPoliciesCounted
  if (offset >= most) throw new InvalidInput([{ field: 'offset', message: beyond(most) }])
  const find = isSearch ? findSearchedIds : findPageIds
  const { ids, total } = await find(db, filter, inOrder, { limit, offset, most: most + 1 })
  const items = await findPolicyItems(db, ids)
  await recordFound(context, filter, ids)
  return { rows: items.map((row) => toItem(row, cipher)), total }
}

/** All policies of a list in its order, for an export. */
export async function findAllPolicies(
  context: ListContext,
  query: Omit<PolicyListQuery, 'limit' | 'offset'>,
): Promise<{ id: string; client_id: string }[]> {
  const { sort = 'effective_date', order = sort === 'client' ? 'asc' : 'desc' } = query
  const filter = await readFilter(context, query)
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

async function readFilter({ db, cipher, principal }: ListContext, query: PolicyListQuery): Promise<PolicyFilter> {
  const { q = '', date = new Date().toISOString().slice(0, 10), ...others } = query
  const text = plainCharacters(q)
  const words: SearchedWord[] = []
  for (const word of wordsOf(text)) {
    const clients = queryClientIds(word, cipher)
    const pattern = `%${escaped(word)}%`
    if (clients) words.push({ word, pattern, clients, carriers: await findCarrierIdsBy(db, pattern) })
  }
  const code = comparedCode(text)
  const keysOf = (input: string) => (code.length < shortestCode ? [] : cipher.searchKeys(input))
  return {
    ...others,
    date,
    words,
    scope: principal.scope,
    wholeKeys: mayReveal(principal) ? keysOf(wholeCode(code)) : [],
    lastFourKeys: code.length === shortestCode ? keysOf(lastFourOfCode(code)) : [],
  }
}

/** That a whole number was right is a part of what staff know of a client: it is on the trail, as a reveal is. */
async function recordFound({ db, principal }: ListContext, { wholeKeys }: PolicyFilter, ids: string[]): Promise<void> {
  const clients = wholeKeys.length === 0 ? [] : await findClientsByKeys(db, wholeKeys, ids)
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
