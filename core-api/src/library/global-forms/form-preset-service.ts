import { type CreateFormPreset, FormPreset, type UpdateFormPreset } from '@agency/contract/form-presets'
import { v7 as uuid } from 'uuid'
import { recordEvent } from '../../platform/audit-trail/audit-service.ts'
import { mergeRecordEdit } from '../../platform/concurrency/edit-conflict.ts'
import type { Database } from '../../platform/database/database.ts'
import { InvalidInput, NotFound } from '../../platform/errors.ts'
import type { AdminPrincipal } from '../../platform/http/principals.ts'
import { createOncePerKey, type Idempotent } from '../../platform/idempotency/idempotency-key.ts'
import {
  deleteFormPreset,
  findFormPreset,
  hasPresetNamed,
  insertFormPreset,
  lockFormPreset,
  replacePresetForms,
  updateFormPreset,
} from './form-preset-repository.ts'

interface PresetContext {
  db: Database
  principal: AdminPrincipal
}

export const findPreset = (db: Database, id: string) => findFormPreset(db, id)

/** @throws NotFound */
export async function getFormPreset(db: Database, id: string) {
  const preset = await findFormPreset(db, id)
  if (!preset) throw new NotFound()
  return preset
}

/** @throws InvalidInput for the name of another preset, or a form that is not in the library */
export function createFormPreset(
  { db, principal, call }: PresetContext & Idempotent,
  { form_ids, ...sent }: CreateFormPreset,
): Promise<FormPreset> {
  const id = uuid()
  return createOncePerKey(
    { db, call },
    {
      ids: [id],
      make: async (trx) => {
        const name = sent.name.trim()
        await requireNewName(trx, id, name)
        await insertFormPreset(trx, { id, ...sent, name })
        await storeForms(trx, id, form_ids)
        await recordEvent(trx, principal, { action: 'preset.created', subjectId: id, fields: fieldNames })
      },
      read: (trx, [made = id]) => getFormPreset(trx, made),
    },
  )
}

const fieldNames = ['name', 'session_type', 'form_ids']

async function requireNewName(db: Database, id: string, name: string): Promise<void> {
  if (!(await hasPresetNamed(db, name, id))) return
  throw new InvalidInput([{ field: 'name', message: 'is taken; choose another' }])
}

async function storeForms(db: Database, id: string, formIds: readonly string[]): Promise<void> {
  if ((await replacePresetForms(db, id, formIds)) === formIds.length) return
  throw new InvalidInput([{ field: 'form_ids', message: 'must be forms of the library' }])
}

/** @throws NotFound, EditConflict; InvalidInput as `createFormPreset` */
export function changeFormPreset(
  { db, principal }: PresetContext,
  id: string,
  sent: UpdateFormPreset,
  baseVersion: number | undefined,
): Promise<FormPreset> {
  return db.transaction().execute(async (trx) => {
    await lockFormPreset(trx, id)
    const current = await getFormPreset(trx, id)
    const changes = { ...sent, ...(sent.name === undefined ? {} : { name: sent.name.trim() }) }
    const { form_ids, ...edit } = mergeRecordEdit({ schema: FormPreset, current, changes, baseVersion })
    const fields = [...Object.keys(edit), ...(form_ids ? ['form_ids'] : [])]
    if (fields.length === 0) return current
    if (edit.name !== undefined) await requireNewName(trx, id, edit.name)
    await updateFormPreset(trx, id, edit, fields)
    if (form_ids) await storeForms(trx, id, form_ids)
    await recordEvent(trx, principal, { action: 'preset.changed', subjectId: id, fields })
    return getFormPreset(trx, id)
  })
}

/** Deletes a preset. Its forms and the documents made from them stay. @throws NotFound */
export function removeFormPreset({ db, principal }: PresetContext, id: string): Promise<void> {
  return db.transaction().execute(async (trx) => {
    if (!(await deleteFormPreset(trx, id))) throw new NotFound()
    await recordEvent(trx, principal, { action: 'preset.deleted', subjectId: id })
  })
}
