import type { SealedField, SessionForm, SessionFormStatus, UpdateSessionForm } from '@agency/contract/session-forms'
import type { DraftField } from '../../../shared/conflicts/use-conflict-save'
import { today } from '../../../shared/dates/today'
import { hasVisibleText } from '../../../shared/text/visible-text'

export interface DocumentDraft {
  readonly title: string
  readonly folder: string
  readonly notes: string
  readonly status: SessionFormStatus
  readonly created_at: string
  readonly sent_at: string
  readonly read_at: string
  readonly signed_at: string
}

export const draftFields: readonly DraftField<DocumentDraft>[] = [
  { name: 'title', label: 'Title' },
  { name: 'folder', label: 'Folder' },
  { name: 'status', label: 'Status' },
  { name: 'created_at', label: 'Created Date' },
  { name: 'sent_at', label: 'Sent Date' },
  { name: 'read_at', label: 'Opened Date' },
  { name: 'signed_at', label: 'Signed Date' },
  { name: 'notes', label: 'Notes', kind: 'rich-text' },
]

const dayOf = (timestamp: string | null): string => (timestamp === null ? '' : today(new Date(timestamp)))

export const draftOf = (form: SessionForm): DocumentDraft => ({
  title: form.title ?? '',
  folder: form.folder ?? '',
  notes: form.notes ?? '',
  status: form.status,
  created_at: dayOf(form.created_at),
  sent_at: dayOf(form.sent_at),
  read_at: dayOf(form.read_at),
  signed_at: dayOf(form.signed_at),
})

/** An unchanged day keeps its time. A new one gets noon, which is the same day in nearby time zones. */
function momentOf(day: string, stored: string | null): string | null {
  if (day === '') return null
  return day === dayOf(stored) ? stored : new Date(`${day}T12:00:00`).toISOString()
}

/** @param fixed fields that can't be changed after signing: they are not sent */
export function changeOf(draft: DocumentDraft, over: SessionForm, fixed: readonly SealedField[]): UpdateSessionForm {
  const whole: UpdateSessionForm = {
    session_id: over.session_id,
    title: draft.title || null,
    folder: draft.folder || null,
    notes: hasVisibleText(draft.notes) ? draft.notes : null,
    status: draft.status,
    created_at: momentOf(draft.created_at, over.created_at),
    sent_at: momentOf(draft.sent_at, over.sent_at),
    read_at: momentOf(draft.read_at, over.read_at),
    signed_at: momentOf(draft.signed_at, over.signed_at),
    source_template_id: over.source_template_id,
  }
  for (const name of fixed) delete whole[name]
  return whole
}
