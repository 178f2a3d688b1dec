import { expect, test } from 'vitest'
import { id, sessionForm } from '../../../testing/fixtures'
import { inOrder, moved, orderedBy, reorderWithin } from './form-order'

test('given documents of two folders, when one folder is reordered, then the documents of the other keep their positions', () => {
  expect(reorderWithin(['a1', 'b1', 'a2', 'b2', 'a3'], ['a3', 'a1', 'a2'])).toEqual(['a3', 'b1', 'a1', 'b2', 'a2'])
})

test('given ids, when one is moved, then the others close the gap; a move to the same place or beyond an end changes nothing', () => {
  expect(moved(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a'])
  expect([moved(['a', 'b'], 1, 1), moved(['a', 'b'], 0, -1), moved(['a', 'b'], 1, 2)]).toEqual([null, null, null])
})

test('given documents, when they are sorted, then by their index, or by the given ids, with missing ids last', () => {
  const forms = [3, 1, 2].map((index) => sessionForm({ id: id(index), order_index: index }))
  expect(inOrder(forms).map((form) => form.id)).toEqual([id(1), id(2), id(3)])
  expect(orderedBy(forms, [id(3), id(2)]).map((form) => form.id)).toEqual([id(3), id(2), id(1)])
})
