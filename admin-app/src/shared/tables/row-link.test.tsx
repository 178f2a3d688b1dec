import { createEvent, fireEvent, render, screen } from '@testing-library/react'
import { BrowserRouter, useLocation } from 'react-router-dom'
import { beforeEach, expect, test } from 'vitest'
import { RowLink, useFollowLink } from './row-link'

function List() {
  const follow = useFollowLink()
  return (
    <>
      <RowLink to="/clients/7" onFollow={follow}>
        Ann
      </RowLink>
      <output>{useLocation().pathname}</output>
    </>
  )
}

beforeEach(() => {
  window.history.replaceState(null, '', '/admin/clients')
  render(
    <BrowserRouter basename="/admin">
      <List />
    </BrowserRouter>,
  )
})

/** Presses the link. @returns whether it is left to the browser */
function press(how: MouseEventInit): boolean {
  const link = screen.getByRole('link', { name: 'Ann' })
  const event = createEvent.click(link, how)
  fireEvent(link, event)
  return !event.defaultPrevented
}

test('given the link of a row, when it is pressed, then the app goes there', () => {
  expect(screen.getByRole('link')).toHaveAttribute('href', '/admin/clients/7')
  expect(press({ button: 0 })).toBe(false)
  expect(screen.getByRole('status')).toHaveTextContent('/clients/7')
})

test.each([{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: true }, { button: 1 }])(
  'given the link of a row, when it is pressed with %o, then the browser opens it elsewhere and the list stays',
  (how) => {
    // jsdom would navigate.
    window.addEventListener('click', (event) => event.preventDefault(), { once: true })
    press(how)
    expect(screen.getByRole('status')).toHaveTextContent(/^\/clients$/)
  },
)
