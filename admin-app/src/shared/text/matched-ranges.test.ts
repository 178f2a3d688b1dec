import { nameCases } from '@agency/contract/found-cases'
import { expect, test } from 'vitest'
import { hasWords, matchedRanges } from './matched-ranges'

test.each([
  ['O’Brien', 'obr', ['O’Br']],
  ['Ødegård', 'GARD', ['gård']],
  ['Mun\u0303oz', 'mun', ['Mun\u0303']],
  ['van der Berg', 'vanderberg', ['van der Berg']],
  ['Strauß-Æbelø', 'ss aeb', ['ß', 'Æb']],
  ['Anna Nana', 'an na', ['Anna', 'Nana']],
  ['305-555-0147', '3055550', ['305-555-0']],
  ['Jürgen Müller', 'mueller', ['Müller']],
  ['Mueller', 'müll', ['Muell']],
  ['Mary', '%', []],
  ['Mary', ' ', []],
])('given %s, when %s is searched for, then %j is marked', (text, query, marked) => {
  expect(matchedRanges(text, query).map(({ start, end }) => text.slice(start, end))).toEqual(marked)
})

test.each(nameCases)('given $stored, when it is found, then each typed word is marked in it', ({ stored, typed }) => {
  for (const query of typed) expect({ query, has: hasWords(stored.join(' '), query) }).toEqual({ query, has: true })
})
