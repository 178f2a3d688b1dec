/** An edit, compared field by field with the stored record and with the record that the edit began from. */
export interface EditSides<Name extends string> {
  /** The fields that the edit names. */
  readonly names: readonly Name[]
  /** Whether the edit wants the value that is stored now. */
  readonly agrees: (name: Name) => boolean
  /** Whether the edit carries the value that the field had when the edit began; false where that is unknown. */
  readonly isUntouched: (name: Name) => boolean
  /** Whether nobody else has changed the field since the edit began. */
  readonly isUnchanged: (name: Name) => boolean
}

export interface MergedEdit<Name extends string> {
  /** To be stored: changed by this edit alone. */
  readonly edited: Name[]
  /** Changed by this edit and by somebody else since, to different values. */
  readonly conflicts: Name[]
}

/**
 * Three-way merge of an edit, field by field (optimistic concurrency). A field in neither list keeps its stored value.
 * core-api compares versions and digests, the admin app compares values.
 */
export function mergeEdit<Name extends string>(sides: EditSides<Name>): MergedEdit<Name> {
  const touched = sides.names.filter((name) => !sides.agrees(name) && !sides.isUntouched(name))
  return {
    edited: touched.filter((name) => sides.isUnchanged(name)),
    conflicts: touched.filter((name) => !sides.isUnchanged(name)),
  }
}
