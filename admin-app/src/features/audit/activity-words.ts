import type { AuditEvent } from 'contract/audit'
import { clientFields } from 'contract/client-fields'

/** What each action of the audit trail is called here. */
const words: Readonly<Record<string, string>> = {
  acknowledged: 'Read a document',
  attached: 'Attached a document',
  authenticated: 'Opened the session',
  'client.changed': 'Changed the record',
  'client.created': 'Added the client',
  'client.cvc-wiped': 'Wiped the CVC',
  'client.field-shown': 'Uncovered a masked value',
  'client.opened': 'Opened the record',
  consented: 'Agreed to sign electronically',
  declined: 'Declined a document',
  'document.changed': 'Changed an uploaded file',
  'document.deleted': 'Deleted an uploaded file',
  'document.opened': 'Opened an uploaded file',
  'document.uploaded': 'Uploaded a file',
  downloaded: 'Downloaded a sealed document',
  'form.changed': 'Changed a document',
  'form.file-opened': 'Opened a document',
  'passcode.refused': 'Entered a wrong passcode',
  'portal.logout': 'Logged out of the portal',
  removed: 'Removed a document',
  sealed: 'Sealed a document',
  sent: 'Sent a document',
  'session.cancelled': 'Cancelled the session',
  'session.changed': 'Changed the session',
  'session.opened': "Opened the session's page",
  'session.refused': 'Was refused: the session is over',
  'session.reordered': 'Reordered the documents',
  'session.started': 'Started a session',
  signed: 'Signed a document',
  staff_override: 'Changed a date or status by hand',
  viewed: 'Viewed a document',
  voided: 'Voided a document',
}

const labels = new Map<string, string>(
  clientFields.map(({ name, label, group }) => [name, group === undefined ? label : `${group}: ${label}`]),
)

/** An action in words; one that is newer than these words is shown by its name. */
export const actionText = (action: string): string => words[action] ?? action.replace(/[._-]/g, ' ')

/** The fields of an event: a client's as the dialogs name them, others by their own names. */
export const fieldsText = ({ action, fields }: AuditEvent): string =>
  fields
    .map((name) => (action.startsWith('client.') ? labels.get(name) : undefined) ?? name.replaceAll('_', ' '))
    .join(', ')

/** Who did it. */
export function actorText({ actor_kind, actor_name }: AuditEvent): string {
  if (actor_name !== null) return actor_kind === 'session' ? `${actor_name} (client)` : actor_name
  const unnamed = {
    admin: 'A former admin',
    session: 'The client',
    system: 'The system',
    nobody: 'Someone not logged in',
  }
  return unnamed[actor_kind]
}
