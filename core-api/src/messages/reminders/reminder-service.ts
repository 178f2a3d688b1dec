import type { RemindAnswer } from '@agency/contract/session-forms'
import { isOpen } from '@agency/contract/session-state'
import { v7 as uuid } from 'uuid'
import { type Contact, getContact } from '../../clients/record/client-service.ts'
import { recordUnlessArchived } from '../../platform/access/record-unless-archived.ts'
import { counted } from '../../platform/counted.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import { WrongState } from '../../platform/errors.ts'
import type { AdminPrincipal } from '../../platform/http/principals.ts'
import { createOncePerKey, type Idempotent } from '../../platform/idempotency/idempotency-key.ts'
import { mayCarryLink } from '../../platform/outbox/message-channels.ts'
import { queueMessage, withNote } from '../../platform/outbox/outbox-service.ts'
import { renderPlainText } from '../../platform/outbox/templates/render-message.ts'
import type { SessionFormRow } from '../../sessions/session-forms/session-form-repository.ts'
import {
  auditIdsOf,
  getLockedSessionForm,
  getSessionForm,
  getSessionForms,
  updateSessionForm,
} from '../../sessions/session-forms/session-form-service.ts'
import { linkOf, nameOf } from '../../sessions/sessions/client-values.ts'
import type { SessionRow } from '../../sessions/sessions/session-repository.ts'
import { endOf, findSessionOf, requireSession } from '../../sessions/sessions/session-service.ts'
import { readPersonalLine } from '../session-messages/personal-line.ts'
import { countToAddress } from '../session-messages/send-limit.ts'

interface ReminderSettings {
  agencyName: string
  publicUrl: string
}

export interface ReminderContext {
  db: Database
  cipher: FieldCipher
  principal: AdminPrincipal
  settings: ReminderSettings
  sendsMail: boolean
}

const minute = 60_000
const pause = 10

export const canBeRemindedOf = (form: SessionFormRow, session: SessionRow): boolean =>
  isOpen(form) && endOf(session) === undefined

/** The key of a reminder's message, and back. */
const reminderKey = (reminderId: string): string => `reminder:${reminderId}`
export const reminderIdOf = (key: string | null): string | undefined =>
  key?.startsWith('reminder:') ? key.slice('reminder:'.length) : undefined

const valuesFor = (settings: ReminderSettings, session: SessionRow, contact: Contact) => ({
  name: nameOf(contact),
  link: linkOf(settings.publicUrl, session, contact.language),
})

async function textFor(
  db: Database,
  settings: ReminderSettings,
  { session, contact, note }: { session: SessionRow; contact: Contact; note: string | undefined },
) {
  const values = withNote({ agency: settings.agencyName, ...valuesFor(settings, session, contact) }, note)
  const { language } = contact
  return renderPlainText({ db }, { kind: 'reminder', language, values })
}

/**
 * Reminds by e-mail, else returns a text for staff to send.
 * @throws NotFound; WrongState; TooManyMessages; InvalidInput
 */
export function remindClient(
  { db, cipher, principal, settings, sendsMail, call }: ReminderContext & Idempotent,
  id: string,
  typed?: string,
): Promise<RemindAnswer> {
  const reminder_id = uuid()
  const prepare = async (trx: Transaction) => {
    const form = await getSessionForm({ db: trx, principal }, id)
    const session = await requireSession(trx, form.session_id)
    const contact = await getContact({ db: trx, cipher }, session.client_id, session.consent_language)
    // After a passcode by e-mail, the link must take another way.
    const mails = sendsMail && (await mayCarryLink(trx, session.id, 'email'))
    const note = readPersonalLine({ cipher, principal }, session, typed)
    return { session, contact, note, to: mails ? contact.email : null }
  }
  const read = async (trx: Transaction): Promise<RemindAnswer> => {
    const { to, ...about } = await prepare(trx)
    return to === null ? { sent: false, text: await textFor(trx, settings, about) } : { sent: true }
  }
  const make = async (trx: Transaction) => {
    const form = await getLockedSessionForm({ db: trx, principal }, id)
    requireReady(form, await requireSession(trx, form.session_id))
    const { session, contact, note, to } = await prepare(trx)
    await updateSessionForm(trx, form, { reminder_id, reminded_at: new Date().toISOString(), reminder_error: null })
    const sent = to !== null
    if (sent) {
      const values = valuesFor(settings, session, contact)
      const message = { kind: 'reminder', channel: 'email', to, language: contact.language, values, note } as const
      const about = { sessionId: session.id, clientId: session.client_id, adminId: principal.adminId }
      await queueMessage({ db: trx, cipher }, { ...message, ...about, key: reminderKey(reminder_id) })
      // Last: Send locks the session before it counts, too.
      await countToAddress({ db: trx, cipher }, to)
    }
    const detail = `${sent ? 'by e-mail' : 'a text for staff to send'}${note === undefined ? '' : ', with a personal line'}`
    await recordUnlessArchived(trx, principal, { action: 'session-form.reminded', ...auditIdsOf(form), detail })
  }
  return createOncePerKey({ db, call }, { ids: [reminder_id], make, read })
}

/** Reminds the client of the first document of a session that waits for them. @throws as `remindClient` */
export async function remindOfSession(context: ReminderContext & Idempotent, code: string): Promise<RemindAnswer> {
  const { id } = await findSessionOf(context, code)
  const waiting = (await getSessionForms(context, id)).find((form) => isOpen(form) && form.pdf_check === null)
  if (!waiting) throw new WrongState('No reminder was sent: no document of this session is waiting for the client.')
  return remindClient(context, waiting.id)
}

function requireReady(form: SessionFormRow, session: SessionRow): void {
  if (!canBeRemindedOf(form, session))
    throw new WrongState('No reminder was sent: this document is not waiting for the client.')
  if (!session.encrypted_passcode) throw new WrongState('This session has no passcode, so the client can’t open it.')
  // Whoever is asked again after declining hears of it at once.
  const isEarlier = (form.asked_again_at ?? '') > (form.reminded_at ?? '')
  if (form.reminded_at === null || isEarlier) return
  const since = Date.now() - Date.parse(form.reminded_at)
  const left = Math.ceil((pause * minute - since) / minute)
  if (left <= 0) return
  throw new WrongState(
    `The client was reminded of this document a short while ago. It can be done again in ${counted(left, 'minute')}.`,
  )
}
