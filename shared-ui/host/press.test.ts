import { afterEach, expect, test, vi } from 'vitest'
import './press.ts'

afterEach(() => {
  document.body.replaceChildren()
})

function button(text: string, onClick?: () => void): HTMLButtonElement {
  const made = document.createElement('button')
  made.textContent = text
  if (onClick) made.addEventListener('click', onClick)
  return made
}

const finger = { bubbles: true, pointerType: 'touch', pointerId: 2 }

/** Presses the first button and puts the second in its place before the press ends. */
function replaceDuringPress(first: HTMLButtonElement, second: HTMLButtonElement): void {
  document.body.append(first)
  first.dispatchEvent(new PointerEvent('pointerdown', finger))
  first.replaceWith(second)
  Object.assign(document, { elementFromPoint: () => second })
  second.dispatchEvent(new PointerEvent('pointerup', finger))
}

test('given a press on a button, when another one that says the same takes its place meanwhile, then that one is clicked, once', () => {
  const clicked = vi.fn()
  replaceDuringPress(button('Login'), button('Login', clicked))
  expect(clicked).toHaveBeenCalledOnce()
})

test('given a touch of a button that was replaced, when the browser makes a click of it too, then that is dropped, and no later one', () => {
  const clicked = vi.fn()
  const successor = button('Menu', clicked)
  replaceDuringPress(button('Menu'), successor)
  successor.dispatchEvent(new PointerEvent('click', finger))
  expect(clicked).toHaveBeenCalledOnce()

  for (const type of ['pointerdown', 'pointerup', 'click']) successor.dispatchEvent(new PointerEvent(type, finger))
  expect(clicked).toHaveBeenCalledTimes(2)
})

test('given a press on a button, when one that says something else takes its place meanwhile, then it is not clicked', () => {
  const clicked = vi.fn()
  replaceDuringPress(button('Cancel'), button('Delete', clicked))
  expect(clicked).not.toHaveBeenCalled()
})

test('given a press on a button that stays, when it ends, then the browser’s own click is the only one', () => {
  const clicked = vi.fn()
  const stays = button('Login', clicked)
  document.body.append(stays)
  Object.assign(document, { elementFromPoint: () => stays })
  for (const type of ['pointerdown', 'pointerup', 'click']) stays.dispatchEvent(new MouseEvent(type, { bubbles: true }))
  expect(clicked).toHaveBeenCalledOnce()
})
