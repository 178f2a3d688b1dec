import { expect, test } from 'vitest'
import { printedQuestion } from './printed-question.ts'

const word = (text: string, x: number, y: number, width = text.length * 5) => ({ text, x, y, width, height: 10 })
const box = { kind: 'text', x: 200, y: 100, width: 120, height: 18 } as const

test.each([
  ['left of it', [word('Date of', 110, 104), word('birth:', 150, 104)], 'Date of birth'],
  ['left of it, after another column', [word('Name', 20, 104), word('City of birth', 130, 104)], 'City of birth'],
  ['above it', [word('Fecha de nacimiento', 200, 86), word('Título', 200, 40)], 'Fecha de nacimiento'],
  ['nowhere near', [word('Title', 200, 20), word('Other', 10, 300)], undefined],
  ['a line of dots', [word('........', 150, 104)], undefined],
] as const)('given a question %s, when it is looked for, then it is found or not', (_where, texts, question) => {
  expect(printedQuestion(box, texts)).toBe(question)
})

test('given a box to tick between two texts, when its question is looked for, then it is the one right of it', () => {
  const tick = { kind: 'checkbox', x: 100, y: 100, width: 12, height: 12 } as const
  const texts = [word('Sex', 60, 101), word('I smoke', 116, 101), word('Phone', 300, 101)]
  expect(printedQuestion(tick, texts)).toBe('I smoke')
})

test('given boxes beside yes and no, when their question is looked for, then each has what its line asks', () => {
  const box = (x: number) => ({ kind: 'checkbox', x, y: 100, width: 12, height: 12 }) as const
  const texts = [word('26. Do you smoke?', 20, 101), word('Yes', 316, 101), word('No', 366, 101)]
  expect(printedQuestion(box(300), texts)).toBe('26. Do you smoke? – Yes')
  expect(printedQuestion(box(350), texts)).toBe('26. Do you smoke? – No')
  expect(printedQuestion(box(300), [word('Yes', 316, 101)])).toBe('Yes')
})
