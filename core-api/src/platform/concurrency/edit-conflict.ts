import { isDeepStrictEqual } from 'node:util'
import { type EditSides, mergeEdit } from '@agency/contract/merge-edit'
import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { EditConflict, WrongState } from '../errors.ts'
import type { HadValue } from './former-values.ts'
import type { FieldVersions } from './row-version.ts'

/** Edits of different fields merge. @param current the record as the caller may see it @throws EditConflict */
export function requireNoConflict<Name extends string>(sides: EditSides<Name>, current: () => unknown): Name[] {
  const { edited, conflicts } = mergeEdit(sides)
  if (conflicts.length > 0) throw new EditConflict(conflicts, current())
  return edited
}

/** @throws WrongState for a version that does not exist yet: nobody can have seen it */
export function requireKnownVersion(baseVersion: number | undefined, version: number): void {
  if (baseVersion === undefined || baseVersion <= version) return
  throw new WrongState(`This record has no version ${baseVersion} yet. Load it again, and repeat the change.`)
}

interface Edit<Changes extends object> {
  /** The schema of the record in answers; nothing else of `current` is shown. */
  schema: TSchema
  current: { version: number; field_versions: FieldVersions }
  changes: Changes
  /** The version that the edit is based on; without it the edit applies to what is stored now. */
  baseVersion: number | undefined
  /** What the record held at that version, for records whose former values are kept. */
  had?: HadValue
  /** Null in the answer of a conflict: the transaction is undone, and with it the audit event of who saw them. */
  secrets?: readonly string[]
}

/** @throws EditConflict, with the stored record; WrongState for a version that does not exist yet */
export function mergeRecordEdit<Changes extends object>({
  schema,
  current,
  changes,
  baseVersion,
  had = () => false,
  secrets = [],
}: Edit<Changes>): Partial<Changes> {
  requireKnownVersion(baseVersion, current.version)
  const stored = new Map<string, unknown>(Object.entries(current))
  const wanted = new Map<string, unknown>(Object.entries(changes).filter(([, value]) => value !== undefined))
  const edited = requireNoConflict(
    {
      names: [...wanted.keys()],
      agrees: (name) => isDeepStrictEqual(wanted.get(name), stored.get(name)),
      isUntouched: (name) => had(name, wanted.get(name)),
      isUnchanged: (name) => (current.field_versions[name] ?? 0) <= (baseVersion ?? current.version),
    },
    () =>
      Value.Clean(schema, { ...structuredClone(current), ...Object.fromEntries(secrets.map((name) => [name, null])) }),
  )
  return Object.fromEntries(edited.map((name) => [name, wanted.get(name)])) as Partial<Changes>
}
