import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { EditConflict } from '../errors.ts'
import type { FieldVersions } from './row-version.ts'

interface Edit<Changes extends object> {
  /** What of the record may be shown. */
  schema: TSchema
  /** The record as it is stored, kept from changing until the transaction ends. */
  current: { version: number; field_versions: FieldVersions }
  changes: Changes
  /** The version the edit started from; without it the edit applies to what is stored now. */
  seen: number | undefined
}

/**
 * The part of an edit that differs from what is stored. Edits of different fields merge.
 * @throws EditConflict, with the record as it stands, when someone else has changed one of these fields since
 */
export function mergeEdit<Changes extends object>({ schema, current, changes, seen }: Edit<Changes>): Partial<Changes> {
  const stored = new Map<string, unknown>(Object.entries(current))
  const differing = Object.entries(changes).filter(([name, value]) => value !== undefined && value !== stored.get(name))
  const changedSince = ([name]: [string, unknown]) => (current.field_versions[name] ?? 0) > (seen ?? current.version)
  const conflicting = differing.filter(changedSince).map(([name]) => name)
  if (conflicting.length > 0) throw new EditConflict(conflicting, Value.Clean(schema, structuredClone(current)))
  return Object.fromEntries(differing) as Partial<Changes>
}
