/** An edit, compared field by field with the stored record and with the record that the edit began from. */
export interface EditSides<Name extends string> {
  readonly names: readonly Name[]
  readonly agrees: (name: Name) => boolean
  /** Whether the edit carries the value that the field had when the edit began; false where that is unknown. */
  readonly isUntouched: (name: Name) => boolean
  readonly isUnchanged: (name: Name) => boolean
}

export interface MergedEdit<Name extends string> {
  readonly edited: Name[]
  readonly conflicts: Name[]
}

/** Three-way, by field. In neither list, a field keeps its stored value. core-api compares versions, the app values. */
export function mergeEdit<Name extends string>(sides: EditSides<Name>): MergedEdit<Name> {
  const touched = sides.names.filter((name) => !sides.agrees(name) && !sides.isUntouched(name))
  return {
    edited: touched.filter((name) => sides.isUnchanged(name)),
    conflicts: touched.filter((name) => !sides.isUnchanged(name)),
  }
}
