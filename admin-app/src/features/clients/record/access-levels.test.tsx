import { sensitiveFields } from '@agency/contract/sensitive-fields'
import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { violations } from '../../../testing/accessibility'
import { openDialog, serveClient, unfoldEmptySections } from '../../../testing/client-record'
import { client, id } from '../../../testing/fixtures'
import { renderApp, signIn } from '../../../testing/render-app'

const record = client({ ssn: '123456789', occupation: 'Baker', routing_number: '067014822', bank_name: 'Coastal' })

describe('a record as each access level sees it', () => {
  test('[AC-02] given an auditor, when a record shows, then masks without a way to reveal them, and nothing to change @full', async () => {
    signIn('auditor')
    serveClient(record)
    const user = renderApp(`/admin/clients/${id(1)}`)
    await unfoldEmptySections(user)
    expect(await screen.findByText('***-**-6789')).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: /^(Show (?!all activity)|Change |Edit )/ })).not.toBeInTheDocument()
    expect(screen.queryByRole('button', { name: /Start New Session|Upload/ })).not.toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'More actions' }))
    const menu = within(screen.getByRole('group', { name: 'More actions' }))
    const entries = menu.getAllByRole('listitem').map(({ textContent }) => textContent?.trim())
    expect(entries).toEqual(['Activity', 'Print'])
    expect(await violations()).toEqual([])
  })

  test('[AC-02] given an assistant, when a section with masked fields is edited, then its dialog has the other fields and sends no mask', async () => {
    signIn('assistant')
    const puts = serveClient(record)
    const { user, modal } = await openDialog('bank')
    expect(modal.getByLabelText('Bank Name')).toHaveValue('Coastal')
    expect(modal.queryByLabelText('Routing Number')).not.toBeInTheDocument()
    await user.type(modal.getByLabelText('Bank Name'), ' Bank')
    await user.click(modal.getByRole('button', { name: 'Save' }))
    await screen.findByText('Bank Information saved.')
    expect(puts.map(({ body }) => [body.bank_name, body.routing_number])).toEqual([['Coastal Bank', undefined]])
    const card = within(screen.getByRole('region', { name: 'Bank Information' }))
    expect(card.queryByRole('button', { name: 'Show Routing Number' })).not.toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Edit Logins' })).not.toBeInTheDocument()
  })

  test('[AC-02] given an assistant, when a value is saved and undone, then no empty sensitive field is sent, which a colleague may have filled in @full', async () => {
    signIn('assistant')
    const puts = serveClient(record)
    const { user, modal } = await openDialog('bank')
    await user.type(modal.getByLabelText('Bank Name'), ' Bank')
    await user.click(modal.getByRole('button', { name: 'Save' }))
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await screen.findByText('The change was undone.')

    expect(puts.map(({ body }) => body.bank_name)).toEqual(['Coastal Bank', 'Coastal'])
    const sent = puts.flatMap(({ body }) => Object.keys(body))
    expect(sent.filter((name) => [...sensitiveFields].some((field) => field === name))).toEqual([])
  })
})
