import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ListSearch } from './list-search'

const onSearch = vi.fn<(q: string) => void>()
/** Answers the search for each text that was asked for. */
let answers: Map<string, () => void>

const search = (q: string) => (
  <ListSearch
    label="Search"
    placeholder=""
    q={q}
    onAsk={(text) => new Promise((resolve) => answers.set(text, resolve))}
    onSearch={onSearch}
    onEnterRows={() => undefined}
  />
)
const box = () => screen.getByRole('searchbox')
const type = (text: string) => fireEvent.change(box(), { target: { value: text } })
const rest = (milliseconds = 200) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
const answer = (text: string) => act(async () => answers.get(text)?.())
const shown = () => onSearch.mock.calls.map(([q]) => q)

beforeEach(() => {
  vi.useFakeTimers()
  answers = new Map()
  onSearch.mockReset()
})
afterEach(() => {
  vi.useRealTimers()
})

test('[CL-05] given an address that changes late, when typing goes on meanwhile, then no letter is lost', async () => {
  const { rerender } = render(search(''))
  type('an')
  await rest()
  await answer('an')
  expect(shown()).toEqual(['an'])
  expect(box()).toHaveValue('an')
  type('ana')
  rerender(search('an'))

  expect(box()).toHaveValue('ana')
  await rest()
  await answer('ana')
  expect(shown()).toEqual(['an', 'ana'])
  rerender(search('ana'))
  rerender(search(''))
  expect(box()).toHaveValue('')
})

test('[CL-05] given a search that was asked for, when the answer comes, then it is shown, once', async () => {
  render(search(''))
  type('an')
  await rest()
  expect([...answers.keys()]).toEqual(['an'])
  expect(shown()).toEqual([])
  await answer('an')
  expect(shown()).toEqual(['an'])
  await rest(10_000)
  expect(shown()).toEqual(['an'])
})

test('[CL-05] given an answer that takes long, when the page has waited for it, then the search is shown without it, once', async () => {
  render(search(''))
  type('an')
  await rest()
  await rest(150)
  expect(shown()).toEqual(['an'])
  await answer('an')
  expect(shown()).toEqual(['an'])
})

test('[CL-05] given a search that was typed over, when its answer comes, before or after the newer one, then it is not shown', async () => {
  render(search(''))
  type('an')
  await rest()
  type('ana')
  await answer('an')
  expect(shown()).toEqual([])
  await rest()
  type('anat')
  await rest()
  await answer('anat')
  await answer('ana')
  expect(shown()).toEqual(['anat'])
})

test('[CL-05] given a search without an answer, when the box is left, then it is shown at once, and only once', async () => {
  render(search(''))
  type('an')
  await rest()
  fireEvent.blur(box())
  expect(shown()).toEqual(['an'])
  await answer('an')
  await rest(10_000)
  expect(shown()).toEqual(['an'])
})

test('[CL-05] given a search without an answer, when the page is left, then it is never shown', async () => {
  const { unmount } = render(search(''))
  type('an')
  await rest()
  unmount()
  await answer('an')
  await rest(10_000)
  expect(shown()).toEqual([])
})
