import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { ClientSearch } from './client-search'
import type { ListView } from './list-view'

const viewOf = (q: string): ListView => ({
  q,
  status: null,
  followUp: null,
  proposing: false,
  sort: 'client_last_name',
  order: 'asc',
  page: 1,
})

test('[CL-05] given an address that changes late, when typing goes on meanwhile, then no letter is lost', async () => {
  const user = userEvent.setup()
  const onShow = vi.fn()
  const { rerender } = render(<ClientSearch view={viewOf('')} onShow={onShow} />)
  const box = screen.getByRole('searchbox')
  await user.type(box, 'an')
  await waitFor(() => expect(onShow).toHaveBeenLastCalledWith({ q: 'an', page: 1 }, true))
  expect(box).toHaveValue('an')
  await user.type(box, 'a')
  rerender(<ClientSearch view={viewOf('an')} onShow={onShow} />)

  expect(box).toHaveValue('ana')
  await waitFor(() => expect(onShow).toHaveBeenLastCalledWith({ q: 'ana', page: 1 }, true))
  rerender(<ClientSearch view={viewOf('ana')} onShow={onShow} />)
  rerender(<ClientSearch view={viewOf('')} onShow={onShow} />)
  expect(box).toHaveValue('')
})
