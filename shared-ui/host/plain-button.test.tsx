import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { Button } from '../src/button/button.tsx'
import { PlainButton } from './plain-button.tsx'

test.each([
  ['the button', Button],
  ['the plain button', PlainButton],
])(
  'given %s busy, when it is pressed, then it keeps the focus and neither clicks nor submits',
  async (_case, Given) => {
    const click = vi.fn()
    const submit = vi.fn()
    render(
      <form onSubmit={submit}>
        <Given type="submit" busy busyLabel="Sending..." onClick={click}>
          Send
        </Given>
      </form>,
    )
    const button = screen.getByRole('button', { name: 'Sending...' })
    await userEvent.click(button)

    expect(button).toHaveFocus()
    expect(button).toHaveAttribute('aria-disabled', 'true')
    expect(button).not.toBeDisabled()
    expect(click).not.toHaveBeenCalled()
    expect(submit).not.toHaveBeenCalled()
  },
)
