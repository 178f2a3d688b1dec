import { render, screen } from '@testing-library/react'
import { useEffect } from 'react'
import { expect, test } from 'vitest'
import { useRowFocus } from './row-focus'

/** A list whose rows arrive with `ready`. */
function List({ ready }: { readonly ready: boolean }) {
  const focusRows = useRowFocus('view', ready)
  useEffect(() => focusRows({ when: () => true, toTop: false }), [focusRows])
  return (
    <main>
      <table>
        <tbody>
          <tr>
            <td>
              <a href="#row">First row</a>
            </td>
          </tr>
        </tbody>
      </table>
    </main>
  )
}

test('given rows that were asked for, when they are shown, then the first has the focus', () => {
  const { rerender } = render(<List ready={false} />)
  rerender(<List ready />)

  expect(screen.getByRole('link', { name: 'First row' })).toHaveFocus()
})

test('given a dialog that was opened meanwhile, when the rows are shown, then its field keeps the focus', () => {
  const { rerender } = render(<List ready={false} />)
  render(
    <div role="dialog">
      <input aria-label="Email" ref={(field) => field?.focus()} />
    </div>,
  )
  rerender(<List ready />)

  expect(screen.getByLabelText('Email')).toHaveFocus()
})
