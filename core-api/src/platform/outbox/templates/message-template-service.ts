import { languages } from '@agency/contract/esign'
import { MessageTemplate, type MessageTemplateSummary, MessageTexts } from '@agency/contract/message-templates'
import { messageKinds } from '@agency/contract/messages'
import { Value } from 'typebox/value'
import { recordEvent } from '../../audit-trail/audit-service.ts'
import { mergeRecordEdit } from '../../concurrency/edit-conflict.ts'
import type { Database } from '../../database/database.ts'
import type { AdminPrincipal } from '../../http/principals.ts'
import { defaultTexts } from './default-templates.ts'
import { placeholdersOf, requireValidTexts } from './message-placeholders.ts'
import {
  insertVersion,
  listNewestVersions,
  listVersions,
  lockTemplates,
  type TemplateKey,
} from './message-template-repository.ts'

export type { TemplateKey }

interface TemplateContext {
  db: Database
  principal: AdminPrincipal
}

const never = { version: 0, changed_at: null, changed_by: null }

export async function listTemplates(db: Database): Promise<MessageTemplateSummary[]> {
  const stored = new Map((await listNewestVersions(db)).map((row) => [`${row.kind}/${row.language}`, row]))
  return messageKinds.flatMap((kind) =>
    languages.map((language) => {
      const row = stored.get(`${kind}/${language}`)
      const { version, changed_at, changed_by } = row ?? never
      return { kind, language, edited: textsOf(row) !== null, version, changed_at, changed_by }
    }),
  )
}

type Texts = { [Name in keyof MessageTexts]: string | null }

const textsOf = (row: Texts | undefined): MessageTexts | null =>
  row === undefined || row.body === null ? null : Value.Parse(MessageTexts, Value.Clean(MessageTexts, { ...row }))

export async function currentTexts(db: Database, key: TemplateKey): Promise<MessageTexts> {
  const [newest] = await listVersions(db, key, 1)
  return textsOf(newest) ?? defaultTexts(key.kind, key.language)
}

export async function getTemplate(db: Database, key: TemplateKey): Promise<MessageTemplate> {
  const rows = await listVersions(db, key)
  const { version, changed_at, changed_by } = rows[0] ?? never
  const defaults = defaultTexts(key.kind, key.language)
  const stored = textsOf(rows[0])
  return {
    ...key,
    ...(stored ?? defaults),
    edited: stored !== null,
    ...{ version, changed_at, changed_by },
    placeholders: [...placeholdersOf(key.kind)],
    defaults,
    versions: rows.map((row) => ({
      version: row.version,
      changed_at: row.changed_at,
      changed_by: row.changed_by,
      texts: textsOf(row),
    })),
  }
}

/** @param texts null resets it to the default texts @throws InvalidInput for a placeholder; EditConflict */
export function changeTemplate(
  { db, principal }: TemplateContext,
  key: TemplateKey,
  texts: MessageTexts | null,
  baseVersion: number | undefined,
): Promise<MessageTemplate> {
  if (texts) requireValidTexts(key.kind, texts)
  return db.transaction().execute(async (trx) => {
    await lockTemplates(trx)
    const current = await getTemplate(trx, key)
    const wanted = texts ?? current.defaults
    const stored = { ...current, field_versions: fieldVersions(current) }
    const edit = mergeRecordEdit({ schema: MessageTemplate, current: stored, changes: wanted, baseVersion })
    const fields = Object.keys(edit)
    if (texts ? fields.length === 0 : !current.edited) return current
    const merged = { ...textsFrom(current), ...edit }
    const version = current.version + 1
    await insertVersion(trx, key, { version, adminId: principal.adminId, texts: texts && merged })
    const detail = `${key.kind}, ${key.language}`
    const action = texts ? 'message-template.changed' : 'message-template.reset'
    await recordEvent(trx, principal, { action, detail, fields })
    return getTemplate(trx, key)
  })
}

const textsFrom = ({ subject, body, text }: MessageTexts): MessageTexts => ({ subject, body, text })

function fieldVersions(template: MessageTemplate): Record<string, number> {
  const texts = [...template.versions.map((version) => version.texts ?? template.defaults), template.defaults]
  const names = ['subject', 'body', 'text'] as const
  const changedAt = (name: (typeof names)[number]) => {
    const age = texts.findIndex((older, n) => n > 0 && older[name] !== texts[n - 1]?.[name])
    return age === -1 ? 0 : (template.versions[age - 1]?.version ?? 0)
  }
  return Object.fromEntries(names.map((name) => [name, changedAt(name)]))
}
