import type { LikelyDuplicate } from '@agency/contract/client-duplicates'
import { type RawBuilder, sql } from 'kysely'
import { type ClientScope, clientInScope } from '../../platform/database/client-scope.ts'
import type { Database } from '../../platform/database/database.ts'
import { escaped } from '../../platform/database/like-pattern.ts'
import { clientNotArchived } from '../../platform/database/not-archived.ts'

interface Keyed {
  value: string
  keys: Buffer[]
}

/** The values that a duplicate has in common with the new client; each is normalised. */
export interface DuplicateSearch {
  email: Keyed | undefined
  phone: Keyed | undefined
  /** In the normal form, squeezed; `spelled` is its other spelling, or the same. */
  name: { first: string; last: string; spelled: { first: string; last: string } } | undefined
  /** `YYYY-MM-DD`; with it, an equal name counts only if the birth date is equal. */
  dob: string | undefined
}

const most = 5
const never = sql<boolean>`false`
const hasKey = (keys: Buffer[]) => sql`search_keys && ${keys}::bytea[]`

export async function findDuplicates(
  db: Database,
  search: DuplicateSearch,
  scope: ClientScope,
): Promise<LikelyDuplicate[]> {
  const [email, phone, name] = [sameEmail(search), samePhone(search), sameName(search)]
  const { rows } = await sql<LikelyDuplicate>`
    SELECT id, client_first_name, client_last_name, dob, status,
      (${email}) AS same_email, (${phone}) AS same_phone, (${name}) AS same_name
    FROM clients WHERE ${clientNotArchived} AND ${clientInScope(scope)}
      AND ((${email}) OR (${phone}) OR (${name}))
    ORDER BY (${email})::int + (${phone})::int + (${name})::int DESC, id LIMIT ${most}`.execute(db)
  return rows
}

// Each begins with a condition that an index on trigrams narrows.
const sameEmail = ({ email }: DuplicateSearch): RawBuilder<unknown> =>
  email ? sql`contact_text LIKE ${`${escaped(email.value)} %`} OR ${hasKey(email.keys)}` : never

const samePhone = ({ phone }: DuplicateSearch): RawBuilder<unknown> =>
  phone ? sql`contact_text LIKE ${`% %${escaped(phone.value)}`} OR ${hasKey(phone.keys)}` : never

function sameName({ name, dob }: DuplicateSearch): RawBuilder<unknown> {
  if (!name) return never
  // The other spelling of a stored name stands at the end, after two blanks: see migration 009.
  const named = (first: string, last: string) => sql`search_text LIKE ${`${escaped(first)} ${escaped(last)} %`}
    OR search_text LIKE ${`%  ${escaped(first)} ${escaped(last)}`}`
  // Many people write their last name first.
  const inEitherOrder = ({ first, last }: { first: string; last: string }) => [named(first, last), named(last, first)]
  const either = sql`(${sql.join([...inEitherOrder(name), ...inEitherOrder(name.spelled)], sql` OR `)})`
  return dob === undefined ? either : sql`${either} AND dob = ${dob}`
}
