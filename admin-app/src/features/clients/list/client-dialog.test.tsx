import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { client, counts, id, listed } from '../../../testing/fixtures'
import { renderApp, signIn } from '../../../testing/render-app'
import { at, server } from '../../../testing/server'

let lists = 0

beforeEach(() => {
  signIn()
  lists = 0
  server.use(
    http.get(at('admin/list'), () => HttpResponse.json([])),
    http.get(at('clients/counts'), () => HttpResponse.json(counts)),
    http.get(at('clients'), () => {
      lists += 1
      return HttpResponse.json([listed()], { headers: { 'X-Total-Count': '1' } })
    }),
    http.get(at('clients/duplicates'), () => HttpResponse.json({ clients: [] })),
    http.get(at(`clients/${id(1)}`), () => HttpResponse.json(client())),
  )
})

async function openAdd() {
  const user = renderApp('/admin/clients')
  await screen.findByRole('row', { name: /Alvarez/ })
  await user.click(screen.getByRole('button', { name: '+ client' }))
  await screen.findByRole('dialog', { name: 'Add Client' })
  return user
}

/** Creates clients. @returns what was sent */
function serveCreation(): unknown[] {
  const bodies: unknown[] = []
  server.use(
    http.post(at('clients'), async ({ request }) => {
      bodies.push(await request.json())
      return HttpResponse.json(client(), { status: 201 })
    }),
  )
  return bodies
}

describe('the client modal', () => {
  test('[CM-01] [CM-02] [CM-03] given a new client, when saved twice at once, then one is created and the list reloads', async () => {
    const bodies: unknown[] = []
    let finish = () => {}
    const held = new Promise<void>((resolve) => {
      finish = resolve
    })
    server.use(
      http.post(at('clients'), async ({ request }) => {
        bodies.push(await request.json())
        await held
        return HttpResponse.json(client(), { status: 201 })
      }),
    )
    const user = await openAdd()
    const before = lists
    const modal = within(screen.getByRole('dialog', { name: 'Add Client' }))
    for (const field of modal.getAllByRole('textbox')) expect(field).not.toBeRequired()
    expect(modal.getByLabelText('Email')).toHaveAttribute('type', 'email')
    expect(modal.getByRole('button', { name: 'Cancel' })).toBeInTheDocument()
    await user.type(screen.getByLabelText('First Name'), 'Maria')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await user.click(await screen.findByRole('button', { name: 'Saving...' }))
    await user.type(screen.getByLabelText('Last Name'), '{Enter}')
    finish()

    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(bodies).toEqual([{ client_first_name: 'Maria', client_last_name: '', primary_email: '' }])
    await waitFor(() => expect(lists).toBeGreaterThan(before))
    expect(await screen.findByRole('heading', { name: 'Maria Alvarez', level: 1 })).toBeInTheDocument()
    expect(window.location.pathname).toBe(`/admin/clients/${id(1)}`)
  })

  test('[OF-07] given no name, when saved, then the person is asked whether that is meant @full', async () => {
    const bodies = serveCreation()
    const user = await openAdd()
    await user.click(screen.getByRole('button', { name: 'Save' }))
    const question = await screen.findByRole('alertdialog', { name: 'Add a client without a name?' })
    await user.click(within(question).getByRole('button', { name: 'Cancel' }))
    expect(bodies).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await user.click(await screen.findByRole('button', { name: 'Add' }))
    await waitFor(() => expect(bodies).toHaveLength(1))
  })

  test('[OF-07] given Shift+Enter, when a client is added, then the modal is empty again and says who was added @full', async () => {
    const bodies = serveCreation()
    const user = await openAdd()
    await user.click(screen.getByText('Date of birth'))
    await user.type(screen.getByLabelText('Phone', { selector: '[type=tel]' }), '305 555 0142')
    await user.type(screen.getByLabelText('Date of Birth'), '4/12/1961')
    await user.type(screen.getByLabelText('First Name'), 'Maria')
    await user.type(screen.getByRole('textbox', { name: 'Email' }), '{Shift>}{Enter}{/Shift}')
    expect(await screen.findByText('Maria Alvarez was added.')).toBeInTheDocument()
    expect(screen.getByLabelText('First Name')).toHaveValue('')
    await waitFor(() => expect(screen.getByLabelText('First Name')).toHaveFocus())
    expect(bodies).toEqual([
      {
        client_first_name: 'Maria',
        client_last_name: '',
        primary_email: '',
        primary_phone: '305 555 0142',
        dob: '1961-04-12',
      },
    ])
    expect(window.location.pathname).toBe('/admin/clients')
  })

  test('[OF-07] given a client with the same values, when they are typed, then it is named and can be opened @full', async () => {
    const asked: Record<string, string>[] = []
    server.use(
      http.get(at('clients/duplicates'), ({ request }) => {
        asked.push(Object.fromEntries(new URL(request.url).searchParams))
        const { client_first_name, client_last_name, dob, status } = listed()
        const same = { same_email: true, same_phone: false, same_name: true }
        return HttpResponse.json({
          clients: [{ id: id(1), client_first_name, client_last_name, dob, status, ...same }],
        })
      }),
    )
    const user = await openAdd()
    await user.type(screen.getByLabelText('First Name'), 'Maria')
    await user.type(screen.getByLabelText('Last Name'), 'Alvarez')
    await user.type(screen.getByRole('textbox', { name: 'Email' }), 'maria@example.com')
    // Each rest in typing asks, so the answer to a part of the values may come first.
    const values = { first_name: 'Maria', last_name: 'Alvarez', email: 'maria@example.com' }
    await waitFor(() => expect(asked.at(-1)).toEqual(values))
    const link = await screen.findByRole('link', { name: 'Maria Alvarez' })
    expect(link.closest('li')).toHaveTextContent('Maria Alvarez, same email address, same name, born 4/12/1961')
    await user.click(link)
    await user.click(await screen.findByRole('button', { name: 'Discard' }))
    expect(await screen.findByRole('heading', { name: 'Maria Alvarez', level: 1 })).toBeInTheDocument()
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })

  test.each([
    ['the same phone', 'it is asked first', { same_phone: true }],
    ['nothing else in common', 'it is added', { same_phone: false }],
  ])(
    '[OF-07] given a client of the same name and %s, when saved before the warning, then %s @full',
    async (_what, then, same) => {
      const bodies = serveCreation()
      const { client_first_name, client_last_name, status } = listed()
      const double = { id: id(1), client_first_name, client_last_name, status, dob: null, same_email: false }
      server.use(
        http.get(at('clients/duplicates'), () =>
          HttpResponse.json({ clients: [{ ...double, same_name: true, ...same }] }),
        ),
      )
      const user = await openAdd()
      await user.type(screen.getByLabelText('First Name'), 'Maria')
      await user.type(screen.getByLabelText('Last Name'), 'Alvarez')
      await user.type(screen.getByLabelText('Phone', { selector: '[type=tel]' }), '305 555 0142')
      await user.click(screen.getByRole('button', { name: 'Save' }))
      if (then === 'it is asked first') {
        const name = 'Add another Maria Alvarez? There already is one: same phone number, same name.'
        const question = within(await screen.findByRole('alertdialog', { name }))
        await user.click(question.getByRole('button', { name: 'Cancel' }))
        expect(bodies).toEqual([])
        await user.click(screen.getByRole('button', { name: 'Save' }))
        await user.click(await screen.findByRole('button', { name: 'Add' }))
      }
      await waitFor(() => expect(bodies).toHaveLength(1))
    },
  )

  test('[OF-07] given a search for duplicates that fails, when a client is saved, then it is added @full', async () => {
    const bodies = serveCreation()
    server.use(http.get(at('clients/duplicates'), () => HttpResponse.json({}, { status: 500 })))
    const user = await openAdd()
    await user.type(screen.getByLabelText('First Name'), 'Maria')
    await user.type(screen.getByLabelText('Last Name'), 'Alvarez')
    await user.type(screen.getByRole('textbox', { name: 'Email' }), 'maria@example.com')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(bodies).toHaveLength(1))
  })

  test('given the modal, when going back, then it closes, the list stays, and what was typed is asked about @full', async () => {
    const user = renderApp('/admin/manage')
    await user.click(await screen.findByRole('link', { name: 'Clients' }))
    await user.click(await screen.findByRole('button', { name: '+ client' }))
    await screen.findByRole('dialog', { name: 'Add Client' })
    window.history.back()
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(window.location.pathname).toBe('/admin/clients')

    await user.click(screen.getByRole('button', { name: '+ client' }))
    await user.type(await screen.findByLabelText('First Name'), 'Maria')
    window.history.back()
    const question = await screen.findByRole('alertdialog', { name: 'Discard your changes?' })
    window.history.back()
    await waitFor(() => expect(question).not.toBeInTheDocument())
    expect(screen.getByLabelText('First Name')).toHaveValue('Maria')

    window.history.back()
    await user.click(await screen.findByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(screen.getByRole('row', { name: /Alvarez/ })).toBeInTheDocument()
    window.history.back()
    expect(await screen.findByRole('heading', { name: 'Manage Admins' })).toBeInTheDocument()
  })

  test('[CM-04] given a save that fails, when it is alerted and read, then the modal keeps what was typed', async () => {
    const reported = vi.fn()
    vi.stubGlobal('reportError', reported)
    server.use(http.post(at('clients'), () => HttpResponse.json({}, { status: 500 })))
    const user = await openAdd()
    await user.type(screen.getByLabelText('First Name'), 'Maria')
    await user.click(screen.getByRole('button', { name: 'Save' }))

    await screen.findByRole('alertdialog', { name: 'Failed to save client data. Please try again.' })
    await user.click(screen.getByRole('button', { name: 'OK' }))
    expect(screen.getByRole('dialog', { name: 'Add Client' })).toBeInTheDocument()
    expect(screen.getByLabelText('First Name')).toHaveValue('Maria')
    expect(reported).toHaveBeenCalledOnce()
  })

  test('given the same field saved by someone else, when it is saved, then the person is asked and it goes over theirs @full', async () => {
    const versions: (string | null)[] = []
    const bodies: unknown[] = []
    const theirs = client({ version: 4, client_last_name: 'Diaz', primary_email: 'maria@example.com' })
    server.use(
      http.put(at(`clients/${id(1)}`), async ({ request }) => {
        versions.push(request.headers.get('If-Match'))
        bodies.push(await request.json())
        return versions.length === 1
          ? HttpResponse.json({ code: 'EDIT_CONFLICT', message: 'changed', current: theirs }, { status: 409 })
          : HttpResponse.json(theirs)
      }),
    )
    const user = renderApp('/admin/clients')
    await user.click(await screen.findByRole('button', { name: 'Edit client Maria Alvarez' }))
    await user.type(await screen.findByLabelText('Last Name'), ' Rey')
    await user.type(screen.getByLabelText('First Name'), ' Luz')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByRole('dialog', { name: 'Someone else changed this client' })
    expect(screen.getByRole('radio', { name: 'Your value Alvarez Rey' })).toBeChecked()
    expect(screen.getAllByRole('radio')).toHaveLength(2)
    await user.click(screen.getByRole('radio', { name: 'Saved by someone else Diaz' }))
    await user.click(screen.getByRole('button', { name: 'Save' }))

    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(versions).toEqual(['"3"', '"4"'])
    expect(bodies[1]).toEqual({
      client_first_name: 'Maria Luz',
      client_last_name: 'Diaz',
      primary_email: 'maria@example.com',
    })
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
  })

  test('given something typed, when Cancel is pressed, then it is discarded only after the person agrees @full', async () => {
    const user = await openAdd()
    await user.type(screen.getByLabelText('First Name'), 'Maria')
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await screen.findByRole('alertdialog', { name: 'Discard your changes?' })
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(screen.getByLabelText('First Name')).toHaveValue('Maria')

    await user.keyboard('{Escape}')
    await user.click(await screen.findByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  })

  test('given nothing typed, when Cancel is pressed, then the modal closes without asking @full', async () => {
    const user = await openAdd()
    await user.click(screen.getByRole('button', { name: 'Cancel' }))

    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
  })
})
