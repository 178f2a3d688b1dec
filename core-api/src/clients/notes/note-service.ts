import {
  type AddClientNote,
  ClientNote,
  type ClientNotes,
  type FormerNoteText,
  notesPerPage,
  type UpdateClientNote,
} from '@agency/contract/client-notes'
import { v7 as uuid } from 'uuid'
import { recordUnlessArchived } from '../../platform/access/record-unless-archived.ts'
import { requireInScope } from '../../platform/access/require-subject.ts'
import { mergeRecordEdit } from '../../platform/concurrency/edit-conflict.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import { InvalidInput, NotAllowed, NotFound } from '../../platform/errors.ts'
import { type AdminPrincipal, mayDo } from '../../platform/http/principals.ts'
import { createOncePerKey, type Idempotent } from '../../platform/idempotency/idempotency-key.ts'
import { sanitizeRichText } from '../../platform/rich-text/sanitize-rich-text.ts'
import { clientExists, readClient } from '../record/client-service.ts'
import {
  findNote,
  insertFormerText,
  insertNote,
  listFormerTexts,
  listNotes,
  lockNote,
  type NoteRow,
  updateNote,
} from './note-repository.ts'

export interface NoteContext {
  db: Database
  cipher: FieldCipher
  principal: AdminPrincipal
}

export interface NoteName {
  clientId: string
  id: string
}

const textContext = (id: string) => ({ table: 'client_notes', id, purpose: 'text' })
const formerContext = (id: string) => ({ table: 'client_note_texts', id, purpose: 'text' })

const mayDelete = (principal: AdminPrincipal, { author_id }: NoteRow): boolean =>
  author_id === principal.adminId || mayDo(principal, 'notes.delete-others')

const toWire = ({ cipher, principal }: Omit<NoteContext, 'db'>, row: NoteRow): ClientNote => {
  const { encrypted_text, ...plain } = row
  const text = cipher.decrypt(encrypted_text, textContext(row.id))
  return { ...plain, text, may_delete: mayDelete(principal, row) }
}

/** @throws InvalidInput without a visible text */
function storableText(html: string): string {
  const text = sanitizeRichText(html)
  if (text === null) throw new InvalidInput([{ field: 'text', message: 'must have a visible text' }])
  return text
}

/** @throws NotFound */
export async function getNotes(
  { db, cipher, principal }: NoteContext,
  clientId: string,
  offset: number,
): Promise<ClientNotes> {
  const { notes, notes_2 } = await readClient({ db, cipher }, clientId)
  const rows = await listNotes(db, clientId, { offset, limit: notesPerPage + 1 })
  return {
    record: { notes, notes_2 },
    notes: rows.slice(0, notesPerPage).map((row) => toWire({ cipher, principal }, row)),
    more: rows.length > notesPerPage,
  }
}

async function requireNote(db: Database, { clientId, id }: NoteName): Promise<NoteRow> {
  const row = await findNote(db, clientId, id)
  if (!row) throw new NotFound()
  return row
}

async function requireLockedNote(db: Transaction, name: NoteName): Promise<NoteRow> {
  await lockNote(db, name.id)
  return requireNote(db, name)
}

/** @throws NotFound; InvalidInput without a visible text */
export function addNote(
  { db, cipher, principal, call }: NoteContext & Idempotent,
  clientId: string,
  { kind = 'note', text: sent, pinned = false }: AddClientNote,
): Promise<ClientNote> {
  const id = uuid()
  const encrypted_text = cipher.encrypt(storableText(sent), textContext(id))
  return createOncePerKey(
    { db, call },
    {
      ids: [id],
      make: async (trx) => {
        if (!(await clientExists(trx, clientId))) throw new NotFound()
        const author_id = principal.adminId
        await insertNote(trx, { id, client_id: clientId, kind, encrypted_text, pinned, author_id })
        const fields = ['kind', 'text', ...(pinned ? ['pinned'] : [])]
        await recordUnlessArchived(trx, principal, { action: 'note.added', clientId, subjectId: id, fields })
      },
      read: async (trx, [made = id]) => {
        await requireInScope(trx, principal, { kind: 'client', id: clientId })
        return toWire({ cipher, principal }, await requireNote(trx, { clientId, id: made }))
      },
    },
  )
}

/** Keeps the replaced text. @throws NotFound, EditConflict; InvalidInput without visible text */
export function changeNote(
  { db, cipher, principal }: NoteContext,
  name: NoteName,
  { version: _version, ...sent }: UpdateClientNote,
  baseVersion: number | undefined,
): Promise<ClientNote> {
  return db.transaction().execute(async (trx) => {
    const row = await requireLockedNote(trx, name)
    const current = { ...row, ...toWire({ cipher, principal }, row) }
    const changes = { ...sent, ...(sent.text !== undefined && { text: storableText(sent.text) }) }
    const { text, ...plain } = mergeRecordEdit({ schema: ClientNote, current, changes, baseVersion })
    const fields = [...Object.keys(plain), ...(text === undefined ? [] : ['text'])]
    if (fields.length === 0) return toWire({ cipher, principal }, row)
    const texts = text === undefined ? {} : { encrypted_text: cipher.encrypt(text, textContext(row.id)) }
    await updateNote(trx, row.id, { fields, row: { ...plain, ...texts } })
    if (text !== undefined) {
      const id = uuid()
      const encrypted_text = cipher.encrypt(current.text, formerContext(id))
      await insertFormerText(trx, { id, note_id: row.id, encrypted_text, replaced_by: principal.adminId })
    }
    const event = { action: 'note.changed' as const, clientId: name.clientId, subjectId: row.id, fields }
    await recordUnlessArchived(trx, principal, event)
    return toWire({ cipher, principal }, await requireNote(trx, name))
  })
}

/** Takes a note out of all lists; its row stays. @throws NotFound; NotAllowed for the note of somebody else */
export function removeNote({ db, principal }: NoteContext, name: NoteName): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const row = await requireLockedNote(trx, name)
    if (!mayDelete(principal, row))
      throw new NotAllowed('Only its author, or an admin with power access, may delete this note.')
    await updateNote(trx, row.id, { fields: [], row: { deleted_at: new Date().toISOString() } })
    const event = { action: 'note.deleted' as const, clientId: name.clientId, subjectId: row.id }
    await recordUnlessArchived(trx, principal, event)
  })
}

/** The texts that a note had before, the last one first. @throws NotFound */
export async function getNoteHistory({ db, cipher }: NoteContext, name: NoteName): Promise<FormerNoteText[]> {
  const { id } = await requireNote(db, name)
  return (await listFormerTexts(db, id)).map(({ encrypted_text, ...row }) => ({
    ...row,
    text: cipher.decrypt(encrypted_text, formerContext(row.id)),
  }))
}
