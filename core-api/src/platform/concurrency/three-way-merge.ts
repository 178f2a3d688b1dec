/** What is known about each field of an edit. */
export interface EditSides<Field extends string> {
  /** The fields that the edit names. */
  readonly fields: readonly Field[]
  /** Whether the edit wants the value that is stored now. */
  readonly equalsStored: (field: Field) => boolean
  /** Whether somebody else has changed the field since the version that the edit started from. */
  readonly changedSince: (field: Field) => boolean
  /** Whether the edit carries the value that the field had at that version; absent where that value is unknown. */
  readonly equalsBase?: (field: Field) => boolean
}

export interface Merge<Field extends string> {
  /** To be stored: changed by this edit alone. */
  readonly edited: Field[]
  /** Changed by this edit and by somebody else, to different values. */
  readonly conflicts: Field[]
}

/**
 * Merges an edit by field: the base version, the stored version and the edit are the three sides. A field in neither
 * list of the result keeps its stored value.
 */
export function threeWayMerge<Field extends string>(sides: EditSides<Field>): Merge<Field> {
  const { fields, equalsStored, changedSince, equalsBase } = sides
  const differing = fields.filter((field) => !equalsStored(field))
  const untouched = (field: Field) => changedSince(field) && equalsBase?.(field) === true
  return {
    edited: differing.filter((field) => !changedSince(field)),
    conflicts: differing.filter((field) => changedSince(field) && !untouched(field)),
  }
}
