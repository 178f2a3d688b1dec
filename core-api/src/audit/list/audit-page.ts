import type { AuditPage, AuditQuery } from '@agency/contract/audit'
import { Id, Strict, Timestamp } from '@agency/contract/common'
import { Value } from 'typebox/value'
import type { ClientScope } from '../../platform/database/client-scope.ts'
import type { Database } from '../../platform/database/database.ts'
import { decryptChangedValues } from '../../platform/encryption/changed-values.ts'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import {
  deletionContext,
  isReveal,
  openDeclineReason,
  openRevealReason,
} from '../../platform/encryption/stored-reasons.ts'
import { InvalidInput } from '../../platform/errors.ts'
import { type FoundEvent, findAuditEvents, type Place, pageLength } from './audit-list-repository.ts'

const PlaceOnPage = Strict({ at: Timestamp, id: Id })

const toCursor = ({ at, id }: Place): string => Buffer.from(JSON.stringify({ at, id })).toString('base64url')

function fromCursor(cursor: string): Place {
  try {
    return Value.Parse(PlaceOnPage, JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')))
  } catch {
    throw new InvalidInput([{ field: 'cursor', message: 'must be the `next_cursor` of a page' }])
  }
}

/** One page of the trail, newest first. New events do not shift the pages. @throws InvalidInput for the cursor */
export async function readAuditPage(
  { db, cipher }: { db: Database; cipher: FieldCipher },
  { limit = pageLength, cursor, ...narrowing }: AuditQuery,
  scope: ClientScope,
): Promise<AuditPage> {
  const after = cursor === undefined ? undefined : fromCursor(cursor)
  const found = await findAuditEvents(db, narrowing, { limit: limit + 1, after }, scope)
  const events = found.slice(0, limit).map((event) => ({
    ...event,
    reason: decryptReason(cipher, event),
    // Only of a client that is named: a list over all would be a way around the limit of opened records.
    ...(narrowing.client_id !== undefined && changesOf(cipher, event)),
  }))
  const last = events.at(-1)
  return { events, next_cursor: last && found.length > limit ? toCursor(last) : null }
}

/** What an edit changed, stored with the record too. */
const changesOf = (cipher: FieldCipher, { id, encrypted_changes: encrypted }: FoundEvent) =>
  encrypted !== null && { changes: decryptChangedValues(cipher, id, encrypted) }

/** The reason of an event. It is stored with the record, since nothing can be erased from the trail. */
function decryptReason(cipher: FieldCipher, event: FoundEvent): string | null {
  const { action, subject_id, encrypted_deletion_reason: deletion } = event
  if (isReveal(action)) return openRevealReason(cipher, event)
  if (action !== 'document.deleted' || subject_id === null || deletion === null) return openDeclineReason(cipher, event)
  return cipher.decrypt(deletion, deletionContext(subject_id))
}
