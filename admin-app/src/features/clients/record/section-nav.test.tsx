import { render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { expect, test, vi } from 'vitest'
import { SectionNav } from './section-nav'

/** A record that arrives at an address with a section. */
function showRecord() {
  const jumpTo = vi.fn(() => document.getElementById('section-personal'))
  render(
    <MemoryRouter initialEntries={['/#section-personal']}>
      <SectionNav current="personal" jumpTo={jumpTo} />
      <section id="section-personal" tabIndex={-1} aria-label="Personal Information" />
    </MemoryRouter>,
  )
  return jumpTo
}

test('given an address with a section, when the record arrives, then the section has the focus', async () => {
  showRecord()

  await waitFor(() => expect(screen.getByRole('region', { name: 'Personal Information' })).toHaveFocus())
})

test('given the menu of sections, when it shows, then it has a label that can be seen', () => {
  showRecord()

  expect(screen.getByText('Section').closest('label')).toContainElement(
    screen.getByRole('combobox', { name: 'Section' }),
  )
})

test('given a dialog in which somebody types, when the record arrives, then the field keeps the focus', async () => {
  render(
    <div role="dialog">
      <input aria-label="Search" ref={(field) => field?.focus()} />
    </div>,
  )
  const jumpTo = showRecord()

  await waitFor(() => expect(jumpTo).toHaveBeenCalledWith('personal'))
  expect(screen.getByLabelText('Search')).toHaveFocus()
})
