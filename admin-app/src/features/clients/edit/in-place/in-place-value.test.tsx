import type { ClientRecord } from '@agency/contract/clients'
import { act, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { violations } from '../../../../testing/accessibility'
import { serveClient, serveReveals } from '../../../../testing/client-record'
import { client, counts, id, parseClient } from '../../../../testing/fixtures'
import { holdAnswer } from '../../../../testing/held-answer'
import { renderApp, signIn } from '../../../../testing/render-app'
import { at, server } from '../../../../testing/server'

const record = client({ bank_name: 'Coastal', account_name: 'Maria', routing_number: '067014822', address: '1 Bay St' })

async function show(changes: Partial<ClientRecord> = {}) {
  const puts = serveClient({ ...record, ...changes })
  const user = renderApp(`/admin/clients/${id(1)}`)
  const card = within(await screen.findByRole('region', { name: 'Bank Information' }))
  return { puts, user, card }
}

/** What the search of the command palette finds. */
const serveNoResults = () =>
  server.use(
    http.get(at('clients'), () => HttpResponse.json([], { headers: { 'X-Total-Count': '0' } })),
    http.get(at('global-forms'), () => HttpResponse.json({ success: true, forms: [] })),
  )

const change = (name: string) => screen.getByRole('button', { name: `Change ${name}` })

beforeEach(() => {
  signIn()
})

describe('editing in place', () => {
  test('[OF-02] given a value, when it is pressed, typed over and Enter is pressed, then it alone is saved over its version', async () => {
    const { puts, user } = await show()
    await user.click(change('Bank Name'))
    const input = screen.getByLabelText('Bank Name')
    expect(input).toHaveFocus()
    expect(await violations()).toEqual([])
    await user.keyboard('Harbor{Enter}')

    expect(await screen.findByText('Harbor')).toBeInTheDocument()
    await waitFor(() => expect(change('Bank Name')).toHaveFocus())
    const { routing_number: _masked, ...unmasked } = record
    expect(puts).toEqual([{ version: '"3"', body: { ...unmasked, bank_name: 'Harbor' } }])
    expect((await screen.findByText('Bank Name saved.')).closest('[aria-live]')).toHaveAttribute('aria-live', 'polite')
  })

  test('[OF-02] given a typed value, when Esc is pressed, then the stored one shows and nothing is sent @full', async () => {
    const { puts, user, card } = await show()
    await user.click(change('Bank Name'))
    await user.keyboard('Harbor{Escape}')

    expect(card.getByText('Coastal')).toBeInTheDocument()
    expect(change('Bank Name')).toHaveFocus()
    expect(puts).toEqual([])
  })

  test.each([
    ['a link', (user: UserEvent) => user.click(screen.getByRole('link', { name: 'Back to clients' }))],
    ['Log out', (user: UserEvent) => user.click(screen.getByRole('button', { name: /log ?out/i }))],
  ])('given a typed value, when %s would leave the page, then it asks first @full', async (_what, leave) => {
    const { user } = await show()
    await user.click(change('Bank Name'))
    await user.keyboard('Harbor')
    await leave(user)
    const question = within(await screen.findByRole('alertdialog', { name: 'Discard your changes?' }))
    await user.click(question.getByRole('button', { name: 'Cancel' }))

    expect(screen.getByLabelText('Bank Name')).toHaveValue('Harbor')
  })

  describe.each([
    ['section', { bank_name: 'Coastal' }, 'Bank Name', 'Bank Information'],
    ['group', { dep1_name: 'Ana', dep2_name: 'Luis' }, 'Dependent 2 Name', 'Dependents'],
  ])('the only value of a %s', (_what, values, label, title) => {
    async function clearIt() {
      const puts = serveClient(client(values))
      const held = holdAnswer()
      // A colleague's change of the name shows that the new record has arrived.
      const newest = () => parseClient({ ...client(values), ...puts.at(-1)?.body, client_last_name: 'Rivera' })
      server.use(
        http.get(at(`clients/${id(1)}`), () => HttpResponse.json(puts.length === 0 ? client(values) : newest())),
        http.get(at(`clients/${id(1)}/proposals`), async () => {
          if (puts.length > 0) await held.hold()
          return HttpResponse.json({ success: true, proposals: [] })
        }),
      )
      const user = renderApp(`/admin/clients/${id(1)}`)
      await user.click(await screen.findByRole('button', { name: `Change ${label}` }))
      await user.keyboard('{Control>}a{/Control}{Backspace}{Enter}')
      await held.asked
      await screen.findByRole('heading', { name: 'Maria Rivera' })
      return { user, held }
    }

    test('[OF-02] given it is removed, when the rest is fetched late, then it can be undone and nothing is edited @full', async () => {
      const { user, held } = await clearIt()
      held.release()
      await user.click(await screen.findByRole('button', { name: 'Undo' }))
      await screen.findByText('The change was undone.')
      await user.click(await screen.findByRole('button', { name: `Change ${label}` }))
      expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
    })

    test('[OF-02] given it is removed, when it is gone, then the focus is at its dash, its section or the heading @full', async () => {
      const { held } = await clearIt()
      held.release()
      await waitFor(() => expect(screen.queryByRole('form', { name: `Change ${label}` })).not.toBeInTheDocument())
      const button = screen.queryByRole('button', { name: `Change ${label}` })
      const edit = button ?? screen.queryByRole('button', { name: `Edit ${title}` })
      await waitFor(() => expect(edit ?? screen.getByRole('heading', { level: 1 })).toHaveFocus())
    })
  })

  describe('a running save', () => {
    async function saveName(status: 200 | 500) {
      const { puts, user } = await show()
      const held = holdAnswer()
      server.use(
        http.put(
          at(`clients/${id(1)}`),
          async () => {
            await held.hold()
            return HttpResponse.json({ ...record, bank_name: 'Harbor', version: 4 }, { status })
          },
          { once: true },
        ),
      )
      await user.click(change('Bank Name'))
      await user.keyboard('Harbor{Enter}')
      await held.asked
      return { puts, user, held }
    }

    test('[OF-02] given one, when the next value is pressed, then it is edited after the save, which can be undone @full', async () => {
      const { puts, user, held } = await saveName(200)
      await user.click(change('Account Name'))
      expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
      held.release()
      const next = await screen.findByLabelText('Account Name')
      await waitFor(() => expect(next).toHaveFocus())
      expect(screen.queryByLabelText('Bank Name')).not.toBeInTheDocument()
      await user.click(await screen.findByRole('button', { name: 'Undo' }))

      await waitFor(() => expect(puts.map(({ body }) => body.bank_name)).toEqual(['Coastal']))
    })

    test('[OF-02] given one that fails, when the next value was pressed, then the editor stays with what was typed @full', async () => {
      const { user, held } = await saveName(500)
      await user.click(change('Account Name'))
      held.release()

      expect(await screen.findByRole('alert')).toHaveTextContent('The changes could not be saved. Please try again.')
      expect(screen.getByLabelText('Bank Name')).toHaveValue('Harbor')
      expect(screen.queryByLabelText('Account Name')).not.toBeInTheDocument()
    })

    test('[OF-02] given one that fails, when the page was left meanwhile, then nothing was asked, and the loss is reported @full', async () => {
      const { user, held } = await saveName(500)
      server.use(http.get(at('clients/counts'), () => HttpResponse.json(counts)))
      await user.click(screen.getByRole('link', { name: 'Back to clients' }))
      await screen.findByRole('heading', { level: 1, name: 'Clients' })
      held.release()

      await screen.findByRole('alertdialog', { name: /^Bank Name could not be saved, and the page was left\./ })
    })
  })

  test('given a typed value, when a link to another section is pressed, then it is followed without a question @full', async () => {
    const { user } = await show()
    await user.click(change('Bank Name'))
    await user.keyboard('Harbor')
    await user.click(
      within(screen.getByRole('navigation', { name: 'Sections' })).getByRole('link', { name: 'Documents' }),
    )

    expect(window.location.hash).toBe('#section-documents')
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
    expect(screen.getByLabelText('Bank Name')).toHaveValue('Harbor')
  })

  test('[OF-02] given a saved value, when Undo is pressed, then the former value is saved over the new version @full', async () => {
    const { puts, user, card } = await show()
    await user.click(change('Bank Name'))
    await user.keyboard('Harbor{Enter}')
    await user.click(await screen.findByRole('button', { name: 'Undo' }))

    expect(await screen.findByText('The change was undone.')).toBeInTheDocument()
    expect(card.getByText('Coastal')).toBeInTheDocument()
    expect(puts.map(({ version, body }) => [version, body.bank_name])).toEqual([
      ['"3"', 'Harbor'],
      ['"4"', 'Coastal'],
    ])
  })

  test('[OF-02] given a field changed since, when Undo is pressed, then it says so and changes nothing @full', async () => {
    const { user } = await show()
    await user.click(change('Bank Name'))
    await user.keyboard('Harbor{Enter}')
    await screen.findByText('Bank Name saved.')
    const current = { ...record, version: 5, bank_name: 'Theirs' }
    server.use(
      http.get(at(`clients/${id(1)}`), () => HttpResponse.json(current)),
      http.put(at(`clients/${id(1)}`), () =>
        HttpResponse.json({ code: 'EDIT_CONFLICT', message: 'changed', current }, { status: 409 }),
      ),
    )
    await user.click(screen.getByRole('button', { name: 'Undo' }))

    await screen.findByRole('alertdialog', { name: 'Someone else has changed this since. It was not undone.' })
    expect(await screen.findByText('Theirs')).toBeInTheDocument()
  })

  test('[OF-02] given the same field changed by someone else, when it is saved in place, then both values show @full', async () => {
    const { puts, user } = await show()
    const current = { ...record, version: 4, bank_name: 'Theirs' }
    server.use(
      http.put(
        at(`clients/${id(1)}`),
        () => HttpResponse.json({ code: 'EDIT_CONFLICT', message: 'changed', current }, { status: 409 }),
        { once: true },
      ),
    )
    await user.click(change('Bank Name'))
    await user.keyboard('Mine{Enter}')
    const conflict = within(await screen.findByRole('dialog', { name: 'Someone else changed this client' }))
    expect(conflict.getByRole('radio', { name: 'Your value Mine' })).toBeChecked()
    await user.click(await conflict.findByRole('button', { name: 'Save' }))

    await waitFor(() => expect(puts.map(({ version, body }) => [version, body.bank_name])).toEqual([['"4"', 'Mine']]))
  })

  test('[OF-02] given a masked value, when it is edited, then its value is revealed first @full', async () => {
    const { user, card } = await show()
    const reported = serveReveals(() => record)
    await user.click(change('Routing Number'))
    expect(await card.findByLabelText('Routing Number')).toHaveValue('067014822')
    expect(reported).toEqual([{ fields: ['routing_number'] }])
    await user.keyboard('{Escape}')
    expect(card.getByText('••••4822')).toBeInTheDocument()
  })

  test('[OF-02] given a masked value whose editor arrives late, when a dialog was opened meanwhile, then what is typed stays there @full', async () => {
    const { user, card } = await show()
    serveNoResults()
    const held = holdAnswer()
    server.use(
      http.post(at(`clients/${id(1)}/reveals`), async () => {
        await held.hold()
        return HttpResponse.json({ values: { routing_number: '067014822' } })
      }),
    )
    await user.click(change('Routing Number'))
    await held.asked
    await user.keyboard('{Control>}k{/Control}')
    const search = await screen.findByRole('combobox', { name: 'Search clients, forms and actions' })
    await user.keyboard('mar')
    held.release()
    const hidden = await waitFor(() => card.getByLabelText('Routing Number'))
    expect(hidden).toHaveValue('067014822')
    // The dialog would take the focus back, and select what was typed.
    await user.keyboard('ine')
    expect(search).toHaveValue('marine')
  })

  test('[OF-02] given a save that is answered late, when a dialog was opened meanwhile, then what is typed stays there @full', async () => {
    const { user } = await show()
    serveNoResults()
    const held = holdAnswer()
    server.use(
      http.put(at(`clients/${id(1)}`), async () => {
        await held.hold()
        return HttpResponse.json({ ...record, bank_name: 'Harbor', version: 4 })
      }),
    )
    await user.click(change('Bank Name'))
    await user.keyboard('Harbor{Enter}')
    await held.asked
    await user.keyboard('{Control>}k{/Control}')
    const search = await screen.findByRole('combobox', { name: 'Search clients, forms and actions' })
    await user.keyboard('mar')
    held.release()
    await screen.findByText('Bank Name saved.')
    // The dialog would take the focus back, and select what was typed.
    await user.keyboard('ine')
    expect(search).toHaveValue('marine')
  })

  test('[OF-02] given a masked value in its editor, when the window goes out of sight, then it is masked again @full', async () => {
    const { user, card } = await show()
    await user.click(change('Routing Number'))
    expect(await card.findByLabelText('Routing Number')).toHaveValue('067014822')
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    act(() => {
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    })
    visibility.mockRestore()

    expect(card.queryByLabelText('Routing Number')).not.toBeInTheDocument()
    expect(card.getByText('••••4822')).toBeInTheDocument()
  })

  test('[OF-02] given a value that looks wrong, when it is saved, then it is stored and the toast warns @full', async () => {
    const { puts, user } = await show({ routing_number: null })
    await user.click(change('Routing Number'))
    expect(screen.getByLabelText('Routing Number')).toHaveAttribute('inputmode', 'numeric')
    await user.keyboard('067014823{Enter}')

    expect(await screen.findByText(/^Routing Number saved\. The check digit does not match\./)).toBeInTheDocument()
    expect(puts.map(({ body }) => body.routing_number)).toEqual(['067014823'])
  })

  test('[OF-02] given an editor with unsaved input, when another value is pressed, then it asks first @full', async () => {
    const { user } = await show()
    await user.click(change('Bank Name'))
    await user.keyboard('Harbor')
    await user.click(change('Account Name'))
    const question = within(await screen.findByRole('alertdialog', { name: 'Discard your changes?' }))
    await user.click(question.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument())
    expect(screen.getByLabelText('Bank Name')).toHaveValue('Harbor')
  })

  test('[OF-02] given a text of several lines, when Enter is pressed, then it starts a line, and with Ctrl it saves @full', async () => {
    const { puts, user } = await show()
    await user.click(change('Address'))
    await user.keyboard('{End}{Enter}Miami{Control>}{Enter}{/Control}')
    await screen.findByText('Address saved.')

    expect(puts.map(({ body }) => body.address)).toEqual(['1 Bay St\nMiami'])
  })

  test('[OF-02] given a save that fails, when it is answered, then the editor stays with what was typed @full', async () => {
    const { user } = await show()
    server.use(http.put(at(`clients/${id(1)}`), () => HttpResponse.json({}, { status: 500 })))
    await user.click(change('Bank Name'))
    await user.keyboard('Harbor{Enter}')

    expect(await screen.findByRole('alert')).toHaveTextContent('The changes could not be saved. Please try again.')
    expect(screen.getByLabelText('Bank Name')).toHaveValue('Harbor')
  })

  test('[OF-10] given a client that somebody archives meanwhile, when a value is saved, then it says so', async () => {
    const { user } = await show()
    const message = 'This client is archived. Restore the client first.'
    server.use(
      http.put(at(`clients/${id(1)}`), () => HttpResponse.json({ code: 'WRONG_STATE', message }, { status: 409 })),
    )
    await user.click(change('Bank Name'))
    await user.keyboard('Harbor{Enter}')
    expect(await screen.findByRole('alert')).toHaveTextContent(message)
  })
})
