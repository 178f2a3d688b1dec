import { Editor } from '@tiptap/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { richTextExtensions } from './rich-text-extensions.ts'

let editor: Editor

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  editor = new Editor({ extensions: richTextExtensions('') })
})
afterEach(() => {
  editor.destroy()
  vi.useRealTimers()
})

function typeAfter(pause: number, letter: string) {
  vi.setSystemTime(Date.now() + pause)
  editor.commands.insertContent(letter)
}

test('[CD-16] given typing with pauses, when it is undone, then in groups of half a second', () => {
  typeAfter(0, 'a')
  typeAfter(400, 'b')
  typeAfter(600, 'c')
  expect(editor.getText()).toBe('abc')
  editor.commands.undo()
  expect(editor.getText()).toBe('ab')
  editor.commands.undo()
  expect(editor.getText()).toBe('')
})

test('[CD-16] given a hundred changes with pauses, when they are undone, then all of them are', () => {
  for (let step = 0; step < 100; step += 1) typeAfter(600, 'x')
  expect(editor.getText()).toBe('x'.repeat(100))
  for (let step = 0; step < 99; step += 1) editor.commands.undo()
  expect(editor.getText()).toBe('x')
  editor.commands.undo()
  expect(editor.getText()).toBe('')
})
