import type { AuditEvent } from '@agency/contract/audit'
import { clientCards, clientFields, type FieldDescription } from '@agency/contract/client-fields'
import { formatPhone } from '@agency/contract/phone'
import { counted, formatDate } from '../../shared/formatting'
import { visibleText } from '../../shared/text/visible-text'

/** The text of each action of the audit trail. The words in braces stand for a document or form without a title. */
const messages: Readonly<Record<string, string>> = {
  acknowledged: 'Read {a document}',
  'admin.authenticator-added': 'Set up an authenticator app',
  'admin.authenticator-removed': 'Removed the authenticator app',
  'admin.changed': "Changed the admin's details",
  'admin.created': 'Added the admin',
  'admin.deleted': 'Deleted the admin',
  'admin.handed-over': 'Handed over the clients of the admin',
  'admin.invited': 'Invited the admin',
  'admin.invitation-revoked': 'Revoked the invitation of the admin',
  'admin.login': 'Logged in',
  'admin.login-locked': 'Locked out after too many wrong passwords',
  'admin.login-ended': 'Ended one of their logins',
  'admin.login-refused': 'Entered a wrong password',
  'admin.logout': 'Logged out',
  'admin.other-logins-ended': 'Ended all their other logins',
  'admin.passkey-added': 'Added a passkey',
  'admin.passkey-removed': 'Removed a passkey',
  'admin.passkey-renamed': 'Renamed a passkey',
  'admin.password-forgotten': 'Asked for a link to choose a new password',
  'admin.password-refused': 'Entered a wrong present password',
  'admin.password-set': 'Set a new password',
  'admin.provider-connected': 'Connected a login provider',
  'admin.provider-disconnected': 'Disconnected a login provider',
  'admin.provider-refused': 'Was refused after a login at a provider',
  'admin.recovered': 'Recovered the account with a command on the server',
  'admin.recovery-codes-made': 'Made new recovery codes',
  'admin.second-factor-postponed': 'Postponed the second factor',
  'admin.second-factor-refused': 'Entered a wrong second factor',
  'admin.second-factors-removed': 'Removed the second factors of the admin',
  'admin.set-up': 'Set up the account',
  'admin.refused': 'Was refused: the access level does not allow it',
  attached: 'Attached {a document}',
  'audit.anchors-missing': 'Found anchors of the audit trail missing in the database',
  'audit.does-not-hold': 'Verification of the audit trail failed',
  'audit.exported': 'Exported the audit trail',
  authenticated: 'Passcode accepted',
  'backup.failed': 'Could not make a backup',
  'backup.made': 'Made a backup',
  'client.archived': 'Archived the client',
  'client.changed': 'Changed the record',
  'client.created': 'Added the client',
  'client.cvc-wiped': 'Wiped the CVC',
  'client.deleted': 'Deleted the client for good',
  'client.field-shown': 'Revealed a masked value',
  'client.found-by-ssn': 'Found the client by the last four digits of the SSN',
  'client.opened': 'Opened the record',
  'client.texts-allowed': 'Allowed text messages again',
  'client.texts-stopped': 'Stopped text messages',
  'client.restored': 'Restored the client',
  'clients.exported': 'Downloaded the list of clients',
  'clients.import-done': 'Imported clients from a file',
  'clients.import-downloaded': 'Downloaded the rows of an import',
  'clients.import-erased': 'Deleted the file of an import',
  'clients.import-reverted': 'Reverted an import of clients',
  'clients.import-revert-started': 'Began to revert an import of clients',
  'clients.import-started': 'Began to import clients from a file',
  'clients.import-stopped': 'Stopped an import of clients',
  'clients.import-uploaded': 'Uploaded a file of clients to import',
  consented: 'Agreed to sign electronically',
  'asked-again': 'Asked the client again for {a document}',
  declined: 'Declined {a document}',
  'document.changed': 'Changed {an uploaded file}',
  'document.deleted': 'Deleted {an uploaded file}',
  'document.opened': 'Opened {an uploaded file}',
  'document.filed': 'Filed {a sealed document} with the documents of the client',
  'document.uploaded': 'Uploaded {a file}',
  'upload.infected': 'Tried to upload a file with malware',
  downloaded: 'Downloaded {a sealed document}',
  'files.not-whole': 'Found stored files missing or damaged',
  'files.swept': 'Swept the file store',
  'form.archived': 'Archived {a form}',
  'form.changed': 'Changed {a document}',
  'form.created': 'Added {a form}',
  'form.deleted': 'Deleted a form',
  'form.file-replaced': 'Replaced the PDF of {a form}',
  'form.pdf-uploaded': 'Uploaded a new PDF of {a form}',
  'form.pdf-accepted': 'Accepted the PDF of {a form} after its check',
  'form.pdf-refused': 'Refused the PDF of {a form} after its check',
  'form.loss-accepted': 'Accepted that the PDF of {a form} loses something',
  'form.refusal-dismissed': 'Dismissed the refusal of a new PDF of {a form}',
  'form.restored': 'Restored {a form}',
  'form.document-fields-changed': 'Changed the fields of {a document}',
  'form.fields-changed': 'Changed the fields of {a form}',
  'form.file-opened': 'Opened {a document}',
  'installation.file-store-adopted': 'Adopted another file store',
  'form.made-plain': 'Made {an older PDF} plain for signing',
  'note.added': 'Added a note',
  'note.changed': 'Changed a note',
  'note.deleted': 'Deleted a note',
  'passcode.locked': 'Locked out after too many wrong passcodes',
  'passcode.refused': 'Entered a wrong passcode',
  'portal.logout': 'Logged out of the portal',
  'admin.digest-ended': 'Turned off the morning summary',
  'admin.digest-started': 'Turned on the morning summary',
  'message-template.changed': 'Changed a message template',
  'message-template.reset': 'Reset a message template',
  'message-template.tested': 'Sent a test message',
  'preset.changed': 'Changed a preset of forms',
  'preset.created': 'Added a preset of forms',
  'preset.deleted': 'Deleted a preset of forms',
  'proposal.accepted': 'Accepted a proposed change',
  'proposal.dismissed': 'Dismissed a proposed change',
  'proposal.made': 'Proposed changes of the record',
  'proposal.opened': 'Opened proposed changes',
  'records.read-rate': 'Opened many client records',
  'records.read-refused': 'Was refused: too many client records opened',
  'reveals.alert-acknowledged': 'Acknowledged an alert about unusual access',
  'reveals.unusual-rate': 'Found unusual access to sensitive values',
  removed: 'Removed {a document}',
  reviewed: 'Reviewed {a document} before signing',
  sealed: 'Sealed {a document}',
  'sealing-failed': 'Could not seal {a signed document}',
  'sealing-retried': 'Tried again to seal {a document}',
  sent: 'Sent {a document}',
  'session-form.reminded': 'Reminded the client of {a document}',
  'session-form.reminder-sent': 'Sent the reminder by email',
  'session.reminders-changed': 'Changed the reminders of the session',
  'session.reminders-paused': 'Paused the reminders of the session',
  'session.reminders-resumed': 'Resumed the reminders of the session',
  'session.archived': 'Archived the session',
  'session.cancelled': 'Ended the session',
  'session.changed': 'Changed the session',
  'session.copy-not-sent': 'Could not send the link to the signed documents by email',
  'session.copy-requested': 'Asked for a link to the signed documents by email',
  'session.copy-sent': 'Sent a copy of the signed documents by email',
  'session.deleted': 'Deleted the session for good',
  'session.message-not-sent': 'Could not deliver a message',
  'session.message-retried': 'Tried again to send a message',
  'session.message-sent': 'Sent a message',
  'session.opened': "Opened the session's page",
  'session.passcode-shown': 'Showed the passcode of the session',
  'session.send-held': 'Asked to send the session: it waits for a colleague, since they changed the contact',
  'session.opened-twice': 'Opened the session while it was open on another device',
  'session.packet-downloaded': 'Downloaded all sealed documents',
  'session.refused': 'Was refused: the session is over',
  'session.sent': 'Sent the session to the client',
  'session.restored': 'Restored the session',
  'session.reordered': 'Reordered the documents',
  'session.started': 'Started a session',
  signed: 'Signed {a document}',
  'signed-by-other-name': 'Signed {a document} with a name other than that of the record',
  'signing-code.confirmed': 'Confirmed the one-time code',
  'signing-code.destination-changed': 'Changed where one-time codes go',
  'signing-code.refused': 'Entered a wrong one-time code',
  'signing-code.requested': 'Asked for a one-time code',
  'team.changed': 'Changed a team',
  'team.created': 'Added a team',
  'team.deleted': 'Deleted a team',
  staff_override: 'Changed a date or the status of {a document} by hand',
  viewed: 'Viewed {a document}',
  voided: 'Voided {a document}',
}

const described = new Map<string, FieldDescription>(clientFields.map((field) => [field.name, field]))

/** The text of an event: the words before its document, the title or what stands for it, and the words after. */
export interface ActionText {
  readonly before: string
  readonly document: string
  readonly isTitle: boolean
  readonly after: string
}

/** When a client opens a document for signing, that also sends it. It was staff who gave it to the client. */
const openedToSign = 'Opened {a document} for signing'

/** The text of an event, with the title of its document. An action without a text is shown by its name. */
export function actionText({ action, actor_kind, subject_title, detail }: AuditEvent): ActionText {
  const known = action === 'sent' && actor_kind === 'session' ? openedToSign : messages[action]
  // Its detail says that it was in the agency's network.
  const text = action === 'authenticated' && detail !== null ? `${known}, ${detail}` : known
  const [before = '', untitled = '', after = ''] = (text ?? action.replace(/[._-]/g, ' ')).split(/[{}]/)
  const isTitle = untitled !== '' && subject_title !== null
  return { before, document: isTitle ? subject_title : untitled, isTitle, after }
}

/**
 * The fields of an event. Those of a client record give one line per card, with the card's labels:
 * `Spouse Information: Name, SSN`. Those of other records give one line with their names.
 */
export function fieldLines({ action, fields }: AuditEvent): string[] {
  const labels = new Map<string, string[]>()
  for (const name of fields) {
    const field = isOfRecord(action) ? described.get(name) : undefined
    const card = field === undefined ? '' : clientCards[field.card]
    labels.set(card, [
      ...(labels.get(card) ?? []),
      field === undefined ? name.replace(/_id$/, '').replaceAll('_', ' ') : labelOf(field),
    ])
  }
  return [...labels].map(([card, names]) => (card === '' ? names.join(', ') : `${card}: ${names.join(', ')}`))
}

/** What an edit changed, one line for each field: `Occupation: was “Baker”, now “Nurse”`. */
export const changeLines = ({ changes = [] }: AuditEvent): string[] =>
  changes.map(({ field: name, former, present }) => {
    const field = described.get(name)
    const label = field === undefined ? name.replaceAll('_', ' ') : labelOf(field)
    return `${label}: was ${valueText(field, former)}, now ${valueText(field, present)}`
  })

/** A stored value as cards show it. */
function valueText(field: FieldDescription | undefined, value: string | null): string {
  if (value === null) return 'empty'
  if (field?.kind === 'date') return formatDate(value)
  if (field?.kind === 'phone') return formatPhone(value)
  return `“${field?.kind === 'rich-text' ? visibleText(value) : value}”`
}

const isOfRecord = (action: string): boolean => action.startsWith('client.') || action.startsWith('proposal.')

const labelOf = ({ group, label }: FieldDescription): string => (group === undefined ? label : `${group} ${label}`)

/** The number of fields of an event. For an opened record these are the sensitive values in the answer. */
export function countText({ action, fields }: AuditEvent): string {
  return counted(fields.length, action.endsWith('.opened') ? 'sensitive value' : 'field')
}

/** The name of the actor. An accepted passcode names nobody: who typed it is not known yet. */
export function actorText({ action, actor_kind, actor_name }: AuditEvent): string | null {
  if (action === 'authenticated' && actor_kind === 'nobody') return null
  if (actor_name !== null) return actor_kind === 'session' ? `${actor_name} (client)` : actor_name
  const unnamed = {
    admin: 'A former admin',
    session: 'The client',
    system: 'The system',
    nobody: 'Someone not logged in',
  }
  return unnamed[actor_kind]
}
