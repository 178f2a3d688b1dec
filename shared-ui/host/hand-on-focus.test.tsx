// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { useHandOnFocus } from './hand-on-focus.ts'

function Failure() {
  return (
    <div ref={useHandOnFocus<HTMLDivElement>()}>
      <button type="button">Try again</button>
    </div>
  )
}

function Page({ failed, inDialog = false }: { readonly failed: boolean; readonly inDialog?: boolean }) {
  const part = failed && <Failure />
  return (
    <main tabIndex={-1}>
      <h1 tabIndex={-1}>Clients</h1>
      <button type="button">Another</button>
      {inDialog ? (
        <div role="dialog" aria-label="Edit" tabIndex={-1}>
          {part}
        </div>
      ) : (
        part
      )}
    </main>
  )
}

afterEach(cleanup)

test('given a focused retry on a page, when it is removed, then the heading of the page has the focus', () => {
  const { rerender } = render(<Page failed />)
  screen.getByRole('button', { name: 'Try again' }).focus()
  rerender(<Page failed={false} />)

  expect(screen.getByRole('heading')).toHaveFocus()
})

test('given a focused retry in a dialog, when it is removed, then the dialog has the focus', () => {
  const { rerender } = render(<Page failed inDialog />)
  screen.getByRole('button', { name: 'Try again' }).focus()
  rerender(<Page failed={false} inDialog />)

  expect(screen.getByRole('dialog')).toHaveFocus()
})

test('given the focus elsewhere, when a retry is removed, then the focus stays', () => {
  const { rerender } = render(<Page failed />)
  screen.getByRole('button', { name: 'Another' }).focus()
  rerender(<Page failed={false} />)

  expect(screen.getByRole('button', { name: 'Another' })).toHaveFocus()
})
