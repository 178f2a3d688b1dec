import { act, fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { FieldPalette } from './field-palette'

const at = (clientX: number, clientY: number) => ({ pointerId: 1, button: 0, clientX, clientY })

test('given a drag from the palette that ends before it was rendered, when it ends, then it drops a field', async () => {
  const [onArm, onDrop] = [vi.fn(), vi.fn()]
  render(<FieldPalette armed={null} onArm={onArm} onPlace={() => undefined} onDrop={onDrop} />)
  const tool = await screen.findByRole('button', { name: 'Checkbox' })
  Object.assign(tool, { setPointerCapture: () => undefined })
  // React renders when the outermost act ends.
  act(() => {
    fireEvent.pointerDown(tool, at(10, 10))
    fireEvent.pointerMove(tool, at(300, 250))
    fireEvent.pointerUp(tool, at(300, 250))
    fireEvent.click(tool, { detail: 1 })
  })

  expect(onDrop.mock.calls).toEqual([['checkbox', { x: 300, y: 250 }]])
  expect(onArm).not.toHaveBeenCalled()
})
