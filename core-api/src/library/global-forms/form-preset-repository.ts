import type { FormPreset } from '@agency/contract/form-presets'
import { type Insertable, sql, type Updateable } from 'kysely'
import { nextVersion } from '../../platform/concurrency/row-version.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'

/** The forms of a preset that can still be attached, in their order. */
const formIds = sql<string[]>`coalesce((
  SELECT array_agg(global_forms.id ORDER BY place) FROM form_preset_forms
  JOIN global_forms ON global_forms.id = form_preset_forms.form_id
  WHERE preset_id = form_presets.id AND archived_at IS NULL AND retired_at IS NULL), '{}')`

function formPresets(db: Database) {
  return db
    .selectFrom('form_presets')
    .select(['id', 'name', 'session_type', 'created_at', 'version', 'field_versions'])
    .select(formIds.as('form_ids'))
}

export function listFormPresets(db: Database): Promise<FormPreset[]> {
  return formPresets(db).orderBy(sql`name collate "und-x-icu"`).orderBy('id').limit(500).execute()
}

export const findFormPreset = (db: Database, id: string) => formPresets(db).where('id', '=', id).executeTakeFirst()

/** Whether another preset has the name, in any case. */
export async function hasPresetNamed(db: Database, name: string, except: string): Promise<boolean> {
  const others = db.selectFrom('form_presets').select('id').where('id', '<>', except)
  return (await others.where(sql`lower(name)`, '=', sql`lower(${name})`).limit(1).executeTakeFirst()) !== undefined
}

export async function lockFormPreset(db: Transaction, id: string): Promise<void> {
  await db.selectFrom('form_presets').select('id').where('id', '=', id).forUpdate().execute()
}

export async function insertFormPreset(db: Database, row: Insertable<Schema['form_presets']>): Promise<void> {
  await db.insertInto('form_presets').values(row).execute()
}

export async function updateFormPreset(
  db: Database,
  id: string,
  changes: Updateable<Schema['form_presets']>,
  fields: string[],
): Promise<void> {
  await db
    .updateTable('form_presets')
    .set({ ...changes, ...nextVersion(fields) })
    .where('id', '=', id)
    .execute()
}

/** @returns how many of them the library has */
export async function replacePresetForms(db: Database, presetId: string, ids: readonly string[]): Promise<number> {
  await db.deleteFrom('form_preset_forms').where('preset_id', '=', presetId).execute()
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('form_preset_forms')
    .columns(['preset_id', 'form_id', 'place'])
    .expression(
      sql`SELECT ${presetId}::uuid, global_forms.id, given.place
        FROM unnest(${[...ids]}::uuid[]) WITH ORDINALITY AS given (id, place)
        JOIN global_forms ON global_forms.id = given.id`,
    )
    .executeTakeFirstOrThrow()
  return Number(numInsertedOrUpdatedRows ?? 0)
}

export async function deleteFormPreset(db: Database, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('form_presets').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}
