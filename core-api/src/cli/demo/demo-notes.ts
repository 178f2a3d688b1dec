import type { AddClientNote } from '@agency/contract/client-notes'
import { updateNote } from '../../clients/notes/note-repository.ts'
import { addNote, type NoteContext } from '../../clients/notes/note-service.ts'

const written: readonly (AddClientNote & { client: number; days: number })[] = [
  { client: 0, days: 34, kind: 'meeting', text: '<p>Met at the office. Compared two plans for the family.</p>' },
  {
    client: 0,
    days: 12,
    kind: 'call',
    text: '<p>Left a message: her <strong>proof of income</strong> is missing.</p>',
  },
  { client: 0, days: 2, kind: 'note', text: '<p>Proof of income came by mail.</p>', pinned: true },
  { client: 1, days: 6, kind: 'text', text: '<p>Asked to be called after 5 pm.</p>' },
  { client: 2, days: 9, kind: 'call', text: '<p>Wants to keep the doctor of his children.</p>' },
  { client: 3, days: 1, kind: 'call', text: '<p>Will call back about the review that was declined.</p>' },
]

export async function addDemoNotes(context: NoteContext, clients: readonly string[]): Promise<void> {
  for (const { client, days, ...note } of written) {
    const { id } = await addNote(context, clients[client] ?? '', note)
    const created_at = new Date(Date.now() - days * 86_400_000).toISOString()
    await updateNote(context.db, id, { fields: [], row: { created_at } })
  }
}
