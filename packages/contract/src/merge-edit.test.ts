import { expect, it } from 'vitest'
import { mergeEdit } from './merge-edit.ts'

type Record3 = Readonly<Record<string, string>>

/** Merges an edit where all three sides are known. */
function merge(base: Record3, stored: Record3, edit: Record3) {
  return mergeEdit({
    names: Object.keys(edit),
    agrees: (name) => edit[name] === stored[name],
    isUntouched: (name) => edit[name] === base[name],
    isUnchanged: (name) => stored[name] === base[name],
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
  const never = () => false
  const sides = { names: ['field'], agrees: never, isUntouched: never, isUnchanged: never }
  expect(mergeEdit(sides)).toEqual({ edited: [], conflicts: ['field'] })
})
