import { expect, it } from 'vitest'
import { namesIn } from './full-name.ts'

it.each([
  ['Ann Marie Rivera', 'Ann', 'Rivera', ['Ann Marie', 'Rivera']],
  ['Ann de la Cruz', 'Ann', 'Rivera', ['Ann', 'de la Cruz']],
  ['ann rivera', 'ANN', 'RIVERA', ['ann', 'rivera']],
  ['María José García Pérez', 'María', 'García Pérez', ['María José', 'García Pérez']],
  ['Bob Smith', 'Ann', 'Rivera', ['Bob', 'Smith']],
  ['Anne', 'Ann', 'Rivera', ['Anne']],
  ['Ann  Rivera', 'Ann', null, ['Ann', 'Rivera']],
  ['Rivera', 'Ann', 'Rivera', ['Rivera']],
  ['  ', 'Ann', 'Rivera', []],
])('given %j written by %s %s, when read as names, then %j', (written, first, last, names) => {
  const proposed = namesIn(written, { client_first_name: first, client_last_name: last })
  expect(proposed.map(({ value }) => value)).toEqual(names)
})
