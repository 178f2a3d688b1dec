import type { ClientRecord } from '@agency/contract/clients'
import type { Language } from '@agency/contract/esign'
import { v7 as uuid } from 'uuid'
import type { Database } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import { WrongState } from '../../platform/errors.ts'
import { type AdminPrincipal, mayDo, type Principal } from '../../platform/http/principals.ts'
import { queueMessage } from '../../platform/outbox/outbox-service.ts'
import { nameOfAdmin } from '../../staff/admins/admin-service.ts'
import { addressesOf, languageNamed } from './client-addresses.ts'
import {
  hasChangedContact,
  insertContactChanges,
  isContactChangedSince,
  listChangedFields,
} from './contact-change-repository.ts'

interface Context {
  db: Database
  cipher: FieldCipher
  principal: Principal
}

const channels = { email: 'email', phone: 'text' } as const
const fields = ['email', 'phone'] as const

/** An address that replaced another one for no longer than so many minutes was a slip, and may be a stranger's. */
const minutesToCorrect = 10

/** Who undoes a slip at once has changed nothing: see `contactChangeSending`. */
const secondsToUndo = 60

/**
 * Tells each former address. Another way to write it does not count. `former` undefined: a new client.
 * @param options.isRestored an undo, of which the address that goes is not told: it may be a stranger's
 */
export async function recordContactChanges(
  { db, cipher, principal }: Context,
  former: ClientRecord | undefined,
  present: Pick<ClientRecord, 'id' | 'primary_email' | 'primary_phone'>,
  { isRestored = false } = {},
): Promise<void> {
  if (principal.kind !== 'admin') return
  const may_see = mayDo(principal, 'sessions.passcode')
  if (former === undefined && may_see) return
  const before = former ? addressesOf(former) : { email: null, phone: null }
  const after = addressesOf(present)
  const changed = fields.filter((field) => before[field] !== after[field])
  if (changed.length === 0) return
  const by = { changed_by: principal.adminId, changed_by_name: (await nameOfAdmin(db, principal.adminId)) ?? null }
  const of = { client_id: present.id, may_see, ...by }
  const passing = former ? await listChangedFields(db, present.id, minutesToCorrect) : []
  await insertContactChanges(
    db,
    changed.map((field) => ({ id: uuid(), field, ...of })),
  )
  for (const field of changed) {
    const to = before[field]
    if (former && to !== null && !isRestored && !passing.includes(field))
      await tellFormerAddress({ db, cipher }, former, { channel: channels[field], to })
  }
}

/** Once a day for each address, so that changes to and fro do not fill a mailbox. */
async function tellFormerAddress(
  { db, cipher }: Pick<Context, 'db' | 'cipher'>,
  { id, client_first_name, pref_lang }: ClientRecord,
  { channel, to }: { channel: 'email' | 'text'; to: string },
): Promise<void> {
  const language = languageNamed(pref_lang) ?? 'en'
  const day = new Date().toISOString().slice(0, 10)
  await queueMessage(
    { db, cipher },
    {
      kind: 'contact-changed',
      channel,
      to,
      language,
      values: { name: client_first_name?.replace(/\s+/g, ' ').trim() ?? '', date: inWords(language) },
      clientId: id,
      afterSeconds: secondsToUndo,
      key: `contact-changed:${cipher.digest(JSON.stringify([id, to, day])).toString('hex')}`,
    },
  )
}

const inWords = (language: Language): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date())

interface OwnChange {
  principal: AdminPrincipal
  clientId: string
  days: number
}

/** Whether it waits for somebody who sees what the client sees: others could have it sent to their own address. */
export async function mustWaitForRelease(db: Database, { principal, clientId, days }: OwnChange): Promise<boolean> {
  if (mayDo(principal, 'sessions.passcode')) return false
  return hasChangedContact(db, { clientId, adminId: principal.adminId, days })
}

/** @throws WrongState if `mustWaitForRelease` */
export async function refuseOwnContactChange(db: Database, change: OwnChange): Promise<void> {
  if (!(await mustWaitForRelease(db, change))) return
  throw new WrongState(
    'You changed this client’s email address or phone number lately. A colleague who may see passcodes has to do this.',
  )
}

/** @throws WrongState */
export async function requireSameContact(db: Database, clientId: string, since: string): Promise<void> {
  if (!(await isContactChangedSince(db, clientId, since))) return
  throw new WrongState(
    'The client’s contact was changed since this was asked for. Check the record, then send it anew.',
  )
}
