import { expect, test } from 'vitest'
import { groupByFolder } from './group-by-folder.ts'

const items = [
  { id: 1, folder: 'Plans' },
  { id: 2, folder: ' ' },
  { id: 3, folder: 'Consents' },
  { id: 4, folder: ' Plans ' },
  { id: 5, folder: null },
]
const shape = (order: 'alphabetical' | 'first-item') =>
  groupByFolder(items, { unfiled: 'Ungrouped', order }).map(({ name, items }) => [name, items.map(({ id }) => id)])

test('given items in folders, when they are grouped by alphabet, then unfiled items are last', () => {
  expect(shape('alphabetical')).toEqual([
    ['Consents', [3]],
    ['Plans', [1, 4]],
    ['Ungrouped', [2, 5]],
  ])
})

test('given items in folders, when they are grouped by their first item, then their order is kept', () => {
  expect(shape('first-item')).toEqual([
    ['Plans', [1, 4]],
    ['Ungrouped', [2, 5]],
    ['Consents', [3]],
  ])
})

test('given folders that differ in case and blanks, when they are grouped, then each is one, in its first spelling', () => {
  const folders = ['Medical', 'uncategorized', 'medical', null, 'Tax  2026', ' MEDICAL ', 'tax 2026', 'Uncategorized']
  const grouped = groupByFolder(
    folders.map((folder) => ({ folder })),
    { unfiled: 'uncategorized', order: 'alphabetical' },
  )
  expect(grouped.map(({ name, items }) => [name, items.length])).toEqual([
    ['Medical', 3],
    ['Tax  2026', 2],
    ['uncategorized', 3],
  ])
})
