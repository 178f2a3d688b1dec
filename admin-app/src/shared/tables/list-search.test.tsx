import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { ListSearch } from './list-search'

test('[CL-05] given an address that changes late, when typing goes on meanwhile, then no letter is lost', async () => {
  const user = userEvent.setup()
  const onSearch = vi.fn()
  const search = (q: string) => (
    <ListSearch label="Search" placeholder="" q={q} onSearch={onSearch} onEnterRows={() => undefined} />
  )
  const { rerender } = render(search(''))
  const box = screen.getByRole('searchbox')
  await user.type(box, 'an')
  await waitFor(() => expect(onSearch).toHaveBeenLastCalledWith('an'))
  expect(box).toHaveValue('an')
  await user.type(box, 'a')
  rerender(search('an'))

  expect(box).toHaveValue('ana')
  await waitFor(() => expect(onSearch).toHaveBeenLastCalledWith('ana'))
  rerender(search('ana'))
  rerender(search(''))
  expect(box).toHaveValue('')
})
