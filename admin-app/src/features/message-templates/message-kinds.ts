import type { Language } from '@agency/contract/esign'
import type { MessageKind } from '@agency/contract/messages'

interface KindDescription {
  readonly title: string
  readonly sent: string
}

/** Each kind of message in the order of a session, and when it is sent. */
export const toClients = {
  invitation: { title: 'Invitation', sent: 'When you send a session' },
  passcode: { title: 'Passcode', sent: 'When you send a session, by the other channel' },
  'signing-code': { title: 'One-time code', sent: 'Before the first signature' },
  reminder: { title: 'Reminder', sent: 'By the schedule of the session, or when you remind a client' },
  'last-day': { title: 'Last day', sent: 'On the day before a session expires' },
  copy: { title: 'Link to signed documents', sent: 'When a client asks for a copy' },
  'copy-attached': { title: 'Signed documents attached', sent: 'Instead of the link, if the settings say so' },
  'contact-changed': { title: 'Contact changed', sent: 'To the former address, when you replace it in the record' },
} as const satisfies Partial<Record<MessageKind, KindDescription>>

export const toStaff = {
  declined: { title: 'Document declined', sent: 'To whoever started the session' },
  completed: { title: 'All documents signed', sent: 'To whoever started the session' },
  digest: { title: 'Morning summary', sent: 'Each morning, to those who asked for it' },
  'staff-invitation': { title: 'New account', sent: 'When you invite someone' },
  'password-reset': { title: 'Password reset', sent: 'When someone forgot their password' },
  'new-device': { title: 'Login from a new device', sent: 'After such a login' },
  'second-factor-removed': { title: 'Second factors removed', sent: 'After an admin removed them' },
  'reveal-alert': { title: 'Unusual access', sent: 'To power admins, when someone looks at many sensitive values' },
  'health-alert': {
    title: 'Health',
    sent: 'To power admins once a day, while a check on Health fails for ten minutes',
  },
  'account-changed': { title: 'Account changed', sent: 'After a change of email address, password or ways to log in' },
} as const satisfies Partial<Record<MessageKind, KindDescription>>

export const messageKinds: Readonly<Record<MessageKind, KindDescription>> = { ...toClients, ...toStaff }

export const languageNames: Readonly<Record<Language, string>> = { en: 'English', es: 'Spanish', pt: 'Portuguese' }
