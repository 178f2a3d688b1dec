import { act, fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { spanning } from './field-box'
import { useBoxDrag } from './use-box-drag'

const page = { width: 600, height: 800 }

function Surface({ onDone }: { readonly onDone: Parameters<typeof useBoxDrag>[0]['onDone'] }) {
  const { handlers } = useBoxDrag({ page, boxOf: ({ from, to }) => spanning(from, to), onDone })
  return <div data-page={0} data-testid="surface" {...handlers} />
}

/** A page of 600 by 800 px at the upper left of the window. */
function renderSurface() {
  const onDone = vi.fn()
  render(<Surface onDone={onDone} />)
  const surface = screen.getByTestId('surface')
  const capture = { setPointerCapture: () => undefined, getBoundingClientRect: () => new DOMRect(0, 0, 600, 800) }
  return { onDone, surface: Object.assign(surface, capture) }
}

const at = (clientX: number, clientY: number) => ({ pointerId: 1, isPrimary: true, button: 0, clientX, clientY })

test('given a drag that ends before it was rendered, when it ends, then it is a drag', () => {
  const { onDone, surface } = renderSurface()
  // React renders when the outermost act ends.
  act(() => {
    fireEvent.pointerDown(surface, at(50, 100))
    fireEvent.pointerMove(surface, at(250, 150))
    fireEvent.pointerUp(surface, at(250, 150))
  })

  expect(onDone.mock.calls).toEqual([
    [
      { x: 50, y: 100, width: 200, height: 50 },
      { x: 50, y: 100 },
    ],
  ])
})

test('given a shaky press, when it ends, then it is no drag', () => {
  const { onDone, surface } = renderSurface()
  fireEvent.pointerDown(surface, at(50, 100))
  fireEvent.pointerMove(surface, at(52, 101))
  fireEvent.pointerUp(surface, at(52, 101))

  expect(onDone.mock.calls).toEqual([[null, { x: 50, y: 100 }]])
})
