import { expect, it } from 'vitest'
import { threeWayMerge } from './three-way-merge.ts'

type Record3 = Readonly<Record<string, string>>

/** Merges an edit where all three sides are known. */
function merge(base: Record3, stored: Record3, edit: Record3) {
  return threeWayMerge({
    fields: Object.keys(edit),
    equalsStored: (field) => edit[field] === stored[field],
    changedSince: (field) => stored[field] !== base[field],
    equalsBase: (field) => edit[field] === base[field],
  })
}

it.each<[string, stored: string, edit: string, edited: string[], conflicts: string[]]>([
  ['neither side changed the field', 'base', 'base', [], []],
  ['this edit alone changed it', 'base', 'mine', ['field'], []],
  ['somebody else alone changed it', 'theirs', 'base', [], []],
  ['both changed it to the same value', 'same', 'same', [], []],
  ['both changed it to different values', 'theirs', 'mine', [], ['field']],
])('given that %s, when merged, then it is stored, kept or a conflict', (_case, stored, edit, edited, conflicts) => {
  expect(merge({ field: 'base' }, { field: stored }, { field: edit })).toEqual({ edited, conflicts })
})

it('given edits of different fields, when merged, then each field is judged by itself', () => {
  const base = { one: 'a', two: 'a', three: 'a' }
  expect(merge(base, { ...base, one: 'b', two: 'b' }, { one: 'c', two: 'a', three: 'c' })).toEqual({
    edited: ['three'],
    conflicts: ['one'],
  })
})

it('given an unknown base value, when somebody else has changed the field, then another value is a conflict', () => {
  const sides = { fields: ['field'], equalsStored: () => false, changedSince: () => true }
  expect(threeWayMerge(sides)).toEqual({ edited: [], conflicts: ['field'] })
})
