import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { violations } from '../../../testing/accessibility'
import { closed, openDialog, type Put, serveClient } from '../../../testing/client-record'
import { client, id } from '../../../testing/fixtures'
import { signIn } from '../../../testing/render-app'
import { at, server } from '../../../testing/server'

beforeEach(() => {
  signIn()
})

describe('a change by someone else', () => {
  const theirs = client({ version: 4, bank_name: 'Harbor Bank', account_name: 'M. Alvarez' })

  const saved = { by: 'Lee Park', at: '2026-11-20T15:04:05.000Z' }

  function conflictOnce(): Put[] {
    const puts = serveClient(client({ bank_name: 'Coastal' }))
    server.use(
      http.put(
        at(`clients/${id(1)}`),
        () => HttpResponse.json({ code: 'EDIT_CONFLICT', message: 'changed', current: theirs, saved }, { status: 409 }),
        { once: true },
      ),
    )
    return puts
  }

  async function saveMine() {
    const { user, modal } = await openDialog('bank')
    await user.clear(modal.getByLabelText('Bank Name'))
    await user.type(modal.getByLabelText('Bank Name'), 'Bay Bank')
    await user.click(modal.getByRole('button', { name: 'Save' }))
    const conflict = within(await screen.findByRole('dialog', { name: 'Someone else changed this client' }))
    return { user, conflict }
  }

  test('given the same field, when it is saved, then both values show and mine can be kept @full', async () => {
    const puts = conflictOnce()
    const { user, conflict } = await saveMine()
    expect(conflict.getByRole('radio', { name: 'Your value Bay Bank' })).toBeChecked()
    expect(conflict.getByRole('radio', { name: /^Saved by Lee Park, Nov 20, 2026, .+ Harbor Bank$/ })).not.toBeChecked()
    expect(conflict.getAllByRole('radio')).toHaveLength(2)
    expect(await violations()).toEqual([])
    await user.click(conflict.getByRole('button', { name: 'Save' }))

    await closed()
    expect(puts).toHaveLength(1)
    expect(puts[0]?.version).toBe('"4"')
    expect(puts[0]?.body).toMatchObject({ bank_name: 'Bay Bank', account_name: 'M. Alvarez' })
  })

  test('given the same field, when the other value is chosen, then that is what is kept @full', async () => {
    const puts = conflictOnce()
    const { user, conflict } = await saveMine()
    await user.click(conflict.getByRole('radio', { name: /^Saved by Lee Park, Nov 20, 2026, .+ Harbor Bank$/ }))
    await user.click(conflict.getByRole('button', { name: 'Save' }))

    await closed()
    expect(puts[0]?.body).toMatchObject({ bank_name: 'Harbor Bank' })
  })

  test('given the choice, when it is cancelled, then what was typed is still in the dialog @full', async () => {
    conflictOnce()
    const { user, conflict } = await saveMine()
    await user.click(conflict.getByRole('button', { name: 'Cancel' }))

    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Bank Information' }))
    expect(await dialog.findByLabelText('Bank Name')).toHaveValue('Bay Bank')
  })
})

describe('Undo of a dialog', () => {
  test("given a colleague's change of another field meanwhile, when the save is undone, then that change stays @full", async () => {
    const stored = client({ bank_name: 'Coastal', account_name: 'Maria' })
    const puts = serveClient(stored)
    const merged = client({ version: 5, bank_name: 'Bay Bank', account_name: 'M. Alvarez' })
    // The server merges what was typed over version 3 with the change of version 4.
    server.use(http.put(at(`clients/${id(1)}`), () => HttpResponse.json(merged), { once: true }))
    const { user, modal } = await openDialog('bank')
    await user.clear(modal.getByLabelText('Bank Name'))
    await user.type(modal.getByLabelText('Bank Name'), 'Bay Bank')
    await user.click(modal.getByRole('button', { name: 'Save' }))
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await screen.findByText('The change was undone.')

    expect(puts).toHaveLength(1)
    expect(puts[0]?.version).toBe('"5"')
    expect(puts[0]?.body).toMatchObject({ bank_name: 'Coastal', account_name: 'M. Alvarez' })
  })

  test('given nothing was changed, when it is saved, then there is nothing to undo @full', async () => {
    serveClient(client({ bank_name: 'Coastal' }))
    const { user, modal } = await openDialog('bank')
    await user.click(modal.getByRole('button', { name: 'Save' }))
    await screen.findByText('Bank Information saved.')

    expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument()
  })
})
