import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { ListFilters } from './list-filters'

test('given tools of a list, when Filters is pressed by keyboard, then they unfold, and fold again', async () => {
  render(
    <ListFilters>
      <button type="button" data-foldable>
        Active
      </button>
    </ListFilters>,
  )
  const opener = screen.getByRole('button', { name: 'Filters' })
  expect(opener).toHaveAttribute('aria-expanded', 'false')
  expect(opener.parentElement).toHaveAttribute('data-state', 'closed')
  opener.focus()
  await userEvent.keyboard('{Enter}')
  expect(opener).toHaveAttribute('aria-expanded', 'true')
  expect(opener.parentElement).toHaveAttribute('data-state', 'open')
  await userEvent.keyboard('{Enter}')
  expect(opener.parentElement).toHaveAttribute('data-state', 'closed')
})
