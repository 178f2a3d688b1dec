import type { RawBuilder } from 'kysely'
import type { ClientScope } from '../../platform/database/client-scope.ts'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import { readFilter, type SentFilter } from './client-filter.ts'
import { selectIds, selectIdsByName } from './client-list-repository.ts'

/**
 * A query of the ids of clients that a search finds by name, e-mail address or phone number, as a part of a query of
 * another feature, which leaves out archived ones and those out of the caller's scope itself. The last four of the SSN
 * find nobody, since only the client list records that.
 * @returns undefined if nothing is searched for
 */
export function queryClientIds(q: string, cipher: FieldCipher): RawBuilder<unknown> | undefined {
  const filter = readFilter({ q }, cipher, 'all')
  if (filter.words.length === 0) return undefined
  return selectIdsByName({
    ...filter,
    archived: 'either',
    identifier: { ...filter.identifier, sessionCode: undefined, ssnKeys: [] },
  })
}

/** A query of the ids of all clients in a scope that the filter of the client list finds. */
export const queryMatches = (sent: SentFilter, cipher: FieldCipher, scope: ClientScope): RawBuilder<unknown> => {
  const filter = readFilter(sent, cipher, scope)
  // Only the client list records whom the last four of an SSN find.
  return selectIds({ ...filter, identifier: { ...filter.identifier, ssnKeys: [] } })
}
