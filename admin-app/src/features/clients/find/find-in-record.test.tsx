import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { violations } from '../../../testing/accessibility'
import { client, id } from '../../../testing/fixtures'
import { renderApp, signIn } from '../../../testing/render-app'
import { at, server } from '../../../testing/server'

async function show(path = `/admin/clients/${id(1)}`) {
  const record = client({ primary_phone: '3055550187', employer_phone: '3055550188', ssn: '123456789' })
  server.use(http.get(at(`clients/${id(1)}`), () => HttpResponse.json(record)))
  const user = renderApp(path)
  return { user, find: await screen.findByRole('combobox', { name: 'Find in record' }) }
}

const options = () => within(screen.getByRole('listbox')).queryAllByRole('option')
const focusedTerm = () => document.activeElement?.querySelector('dt')?.textContent

beforeEach(() => {
  signIn()
})

describe('the search of a record', () => {
  test('given the keyboard alone, when a field is searched, then the matches show and Enter moves to the selected one @full', async () => {
    const { user, find } = await show()
    await user.keyboard('{Control>}/{/Control}')
    expect(find).toHaveFocus()
    await user.keyboard('employer')
    expect(find).toHaveAttribute('aria-expanded', 'true')
    expect(options().map(({ textContent }) => textContent)).toEqual([
      'Employer and PhoneSpouse Information',
      'EmployerEmployment Information',
      'Employer PhoneEmployment Information305-555-0188',
      'Employer EmailEmployment Information',
      'Employer AddressEmployment Information',
    ])
    expect(screen.getByText('5 matches.')).toHaveAttribute('role', 'status')
    expect(await violations()).toEqual([])
    await user.keyboard('{ArrowUp}{ArrowDown}{ArrowDown}{ArrowDown}')
    const active = document.getElementById(find.getAttribute('aria-activedescendant') ?? '')
    expect(active).toHaveTextContent('Employer Phone')
    expect(active).toHaveAttribute('aria-selected', 'true')
    await user.keyboard('{Enter}')

    expect(focusedTerm()).toBe('Employer Phone')
    expect(find).toHaveAttribute('aria-expanded', 'false')
    expect(window.location.href).not.toContain('mployer')
  })

  test('given a match, when it is pressed, then the focus is there, also in an empty card', async () => {
    const { user, find } = await show()
    await user.type(find, '0187')
    await user.click(screen.getByRole('option', { name: /Primary Phone/ }))
    expect(focusedTerm()).toBe('Primary Phone')

    await user.clear(find)
    await user.type(find, 'routing')
    await user.keyboard('{Enter}')
    expect(focusedTerm()).toBe('Routing Number')
    expect(within(screen.getByRole('region', { name: 'Bank Information' })).getByText('Routing Number')).toBeVisible()
  })

  test('given no match, when Escape is pressed, then the search says so and is emptied @full', async () => {
    const { user, find } = await show()
    await user.type(find, '123456789')
    expect(screen.getByText('Nothing in this record matches.')).toBeInTheDocument()
    await user.keyboard('{Enter}{Escape}')

    expect(find).toHaveValue('')
    expect(find).toHaveFocus()
    expect(screen.queryByText('Nothing in this record matches.')).not.toBeInTheDocument()
  })

  test('given an open dialog, when the keys of the search are pressed, then the focus stays in it @full', async () => {
    const { user, find } = await show()
    await user.click(screen.getByRole('button', { name: 'Edit Name' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByLabelText('First Name'))
    await user.keyboard('{Control>}/{/Control}')

    expect(find).not.toHaveFocus()
  })
})

describe('the sections of a record', () => {
  test('given an address with a section, when the page opens, then that section is in view @full', async () => {
    await show(`/admin/clients/${id(1)}#section-family-history`)

    await waitFor(() => expect(screen.getByRole('region', { name: 'Family History' })).toHaveFocus())
    expect(screen.getByRole('link', { name: 'Family History' })).toHaveAttribute('aria-current', 'location')
    expect(screen.getByRole('combobox', { name: 'Section' })).toHaveDisplayValue('Family History')
  })

  test('given a link to a section, when it is followed, then the address names it and the focus is there @full', async () => {
    const { user } = await show()
    await user.click(screen.getByRole('link', { name: 'Bank Information' }))

    expect(window.location.hash).toBe('#section-bank')
    expect(screen.getByRole('region', { name: 'Bank Information' })).toHaveFocus()
    await user.selectOptions(screen.getByRole('combobox', { name: 'Section' }), 'Notes')
    expect(screen.getByRole('link', { name: 'Notes' })).toHaveAttribute('aria-current', 'location')
    expect(screen.getByRole('combobox', { name: 'Section' })).toHaveFocus()
  })
})
