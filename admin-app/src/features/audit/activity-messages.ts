import type { AuditEvent } from '@agency/contract/audit'
import { auditTexts } from '@agency/contract/audit-actions'
import { clientCards, clientFields, type FieldDescription } from '@agency/contract/client-fields'
import { formatPhone } from '@agency/contract/phone'
import { counted, formatDate } from '../../shared/formatting'
import { visibleText } from '../../shared/text/visible-text'

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

export function actionText({ action, actor_kind, subject_title, detail }: AuditEvent): ActionText {
  const known = action === 'sent' && actor_kind === 'session' ? openedToSign : auditTexts.get(action)
  // Its detail says that it was in the agency's network.
  const text = action === 'authenticated' && detail !== null ? `${known}, ${detail}` : known
  const [before = '', untitled = '', after = ''] = (text ?? action.replace(/[._-]/g, ' ')).split(/[{}]/)
  const isTitle = untitled !== '' && subject_title !== null
  return { before, document: isTitle ? subject_title : untitled, isTitle, after }
}

/** Those of a client record give one line per card, with its labels: `Spouse Information: Name, SSN`. */
export function fieldLines({ action, fields }: AuditEvent): string[] {
  // What a note holds is no field.
  if (action.startsWith('note.')) return []
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
