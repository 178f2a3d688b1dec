import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { violations } from '../../testing/accessibility'
import { client, counts, globalForm, id, listed, listedSession } from '../../testing/fixtures'
import { renderApp, signIn } from '../../testing/render-app'
import { at, server } from '../../testing/server'
import { typeSteadily } from '../../testing/type-steadily'

let searches: string[] = []
let cancelled: string[] = []

beforeEach(() => {
  signIn()
  searches = []
  cancelled = []
  server.use(
    http.get(at('clients/counts'), () => HttpResponse.json(counts)),
    http.get(at('global-forms'), () => HttpResponse.json({ success: true, forms: [globalForm({ title: 'Marine' })] })),
    http.get(at('admin/list'), () => HttpResponse.json([])),
    http.get(at(`clients/${id(1)}`), () => HttpResponse.json(client())),
    http.get(at('clients'), ({ request }) => {
      const q = new URL(request.url).searchParams.get('q') ?? ''
      if (q !== '') searches.push(q)
      request.signal.addEventListener('abort', () => cancelled.push(q))
      return HttpResponse.json([listed()], { headers: { 'X-Total-Count': '12' } })
    }),
  )
})

async function openPalette(path = '/admin/dashboard') {
  const user = renderApp(path)
  const button = await screen.findByRole('button', { name: /^Search/ })
  await user.keyboard('{Control>}k{/Control}')
  const input = await screen.findByRole('combobox', { name: 'Search clients, forms and actions' })
  return { user, button, input }
}

const options = () => screen.queryAllByRole('option').map((option) => option.textContent)
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())

describe('the command palette', () => {
  test('given keys that are typed before the palette is there, when it shows, then it has each of them @full', async () => {
    const user = renderApp('/admin/dashboard')
    await screen.findByRole('button', { name: /^Search/ })
    await user.keyboard('{Control>}k{/Control}invitx{Backspace}')
    const input = await screen.findByRole('combobox', { name: 'Search clients, forms and actions' })
    expect(input).toHaveValue('invit')
    await waitFor(() => expect(input).toHaveFocus())
    await user.keyboard('e{Enter}')
    expect(await screen.findByRole('dialog', { name: 'Invite' })).toBeInTheDocument()
    expect(window.location.pathname).toBe('/admin/manage')
  })

  test.each([
    ['dark', 'Use the Dark Theme'],
    ['follow', 'Show Overdue Follow-ups'],
    ['settings', 'Go to Settings'],
    ['keys', 'Show Keyboard Shortcuts'],
    ['export', 'Export the Client List'],
  ])('given the verb %s, when it is typed, then %s is offered first of the actions @full', async (verb, label) => {
    const { user } = await openPalette()
    await user.keyboard(verb)
    await waitFor(() => expect(options()[0]).toBe(`${label} `))
  })

  test('given the shortcut, when pressed, then a labelled combobox with its list, and each arrow names the option @full', async () => {
    const { user, input } = await openPalette()
    expect(input).toHaveFocus()
    expect(input).toHaveAttribute('aria-controls', screen.getByRole('listbox', { name: 'Results' }).id)
    expect(options()).toEqual([
      'Go to Dashboard ',
      'Go to Clients ',
      'Go to Policies ',
      'Go to Sessions ',
      'Go to Forms ',
      'Go to Admins ',
      'Go to Agency ',
      'Go to Messages ',
      'Go to Health ',
      'Add Client ',
      'Go to Duplicates ',
      'Import Clients ',
      'Add Document Form ',
      'Add Admin ',
      'Invite a Colleague ',
      'Go to Settings ',
      'Log out ',
    ])
    await user.keyboard('{ArrowDown}')
    const second = screen.getByRole('option', { name: 'Go to Clients' })
    await waitFor(() => expect(input).toHaveAttribute('aria-activedescendant', second.id))
    expect(second).toHaveAttribute('aria-selected', 'true')
    // The page below the dialog sets the title when its files are loaded.
    await waitFor(() => expect(document.title).not.toBe(''))
    expect(await violations()).toEqual([])
  })

  test('given clients that are found after the forms, when Enter is pressed, then the first option opens: a client @full', async () => {
    let answer = () => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    server.use(
      http.get(at('clients'), async () => {
        await held
        return HttpResponse.json([listed()], { headers: { 'X-Total-Count': '1' } })
      }),
    )
    const { user } = await openPalette()
    await user.keyboard('mar')
    await screen.findByRole('option', { name: /^Marine/, selected: true })
    answer()
    await screen.findByRole('option', { name: /^Maria Alvarez/, selected: true })
    await user.keyboard('{ArrowDown}')
    expect(screen.getByRole('option', { name: /^Marine/ })).toHaveAttribute('aria-selected', 'true')
    await user.keyboard('{ArrowUp}{Enter}')
    expect(await screen.findByRole('heading', { name: 'Maria Alvarez', level: 1 })).toBeInTheDocument()
  })

  test('given its button, when pressed and left by Escape or the shortcut, then the focus is back and nothing was kept @full', async () => {
    const { user, button } = await openPalette()
    await user.keyboard('{Escape}')
    await closed()
    await user.click(button)
    await user.type(await screen.findByRole('combobox'), 'old')
    await user.keyboard('{Control>}k{/Control}')
    await closed()
    await waitFor(() => expect(button).toHaveFocus())
    await user.click(button)
    expect(await screen.findByRole('combobox')).toHaveValue('')
    expect(localStorage).toHaveLength(5)
    expect(sessionStorage).toHaveLength(0)
  })

  test('[OF-05] given an open client, when the palette opens, then it offers its actions, and elsewhere the client as recent @full', async () => {
    const user = renderApp(`/admin/clients/${id(1)}`)
    await screen.findByRole('heading', { name: 'Maria Alvarez', level: 1 })
    await user.keyboard('{Control>}k{/Control}')
    await screen.findByRole('combobox')
    const page = within(screen.getByRole('group', { name: 'This page' }))
    const verbs = ['Activity', 'Archive', 'Delete for good', 'Download whole file', 'Print', 'Start New Session']
    const added = ['Add Call', 'Add Meeting', 'Add Note', 'Add Policy', 'Add Text message', 'Add a tag']
    await waitFor(() =>
      expect(
        page
          .getAllByRole('option')
          .map(({ textContent }) => textContent?.trim())
          .sort(),
      ).toEqual(expect.arrayContaining(['Edit the name of Maria Alvarez', ...added, ...verbs])),
    )
    await user.keyboard('new session{Enter}')
    await screen.findByRole('dialog', { name: 'Start New Session' })
    await user.keyboard('{Escape}')
    await closed()
    await user.keyboard('{Control>}k{/Control}archive{Enter}')
    await screen.findByRole('alertdialog', { name: /rchive/ })
    await user.keyboard('{Escape}')
    await closed()

    await user.click(screen.getByRole('link', { name: 'Dashboard' }))
    await screen.findByRole('heading', { name: 'Admin Dashboard' })
    await user.keyboard('{Control>}k{/Control}')
    await screen.findByRole('combobox')
    expect(options().slice(0, 2)).toEqual(['Maria Alvarez ', 'Go to Dashboard '])
    await user.keyboard('{Enter}')
    await closed()
    expect(window.location.pathname).toBe(`/admin/clients/${id(1)}`)
    expect(localStorage).toHaveLength(5)
  })

  test('[OF-05] given the code of a session in any form of writing, when typed, then the session is offered @full', async () => {
    server.use(
      http.get(at('sessions'), ({ request }) => {
        expect(new URL(request.url).searchParams.get('q')).toBe('ABCDEFGHJKMN')
        return HttpResponse.json([listedSession()], { headers: { 'X-Total-Count': '1' } })
      }),
    )
    const { user } = await openPalette('/admin/manage')
    await user.keyboard('abcd-efgh-jkmn')
    expect(await screen.findByRole('option', { name: 'Maria Alvarez, onboarding session' })).toBeInTheDocument()
  })

  test('given its button, when a screen is chosen, then the heading there has the focus and keeps it @full', async () => {
    const { user, button } = await openPalette('/admin/manage')
    await user.keyboard('{Escape}')
    await closed()
    await user.click(button)
    await user.type(await screen.findByRole('combobox'), 'dashboard{Enter}')
    const heading = await screen.findByRole('heading', { name: 'Admin Dashboard' })
    await waitFor(() => expect(heading).toHaveFocus())
    await screen.findByRole('link', { name: '30 Unpaid' })
    expect(heading).toHaveFocus()
  })

  test('given something typed, when it rests, then clients, forms and actions of that name, searched once @full', async () => {
    const { user, input } = await openPalette()
    typeSteadily(input, 'mar')

    const found = await screen.findByRole('option', { name: /^Maria Alvarez/ })
    expect(found).toHaveTextContent('born 4/12/1961, Ambetter')
    await waitFor(() => expect(options()).toContain('Marine '))
    expect(options()).toContain('Show all 12 clients found ')
    expect(searches).toEqual(['mar'])
    await user.click(found)
    const heading = await screen.findByRole('heading', { name: 'Maria Alvarez', level: 1 })
    await waitFor(() => expect(heading).toHaveFocus())
    expect(window.location.pathname).toBe(`/admin/clients/${id(1)}`)
  })

  test('given a pending search, when a newer one starts, then the older one is cancelled and never shown @full', async () => {
    server.use(
      http.get(at('clients'), async ({ request }) => {
        const q = new URL(request.url).searchParams.get('q') ?? ''
        searches.push(q)
        if (q === 'zo')
          await new Promise((resolve) => {
            request.signal.addEventListener('abort', () => resolve(cancelled.push(q)))
          })
        return HttpResponse.json([], { headers: { 'X-Total-Count': '0' } })
      }),
    )
    const { user, input } = await openPalette('/admin/manage')
    typeSteadily(input, 'zo')
    await waitFor(() => expect(searches).toEqual(['zo']))
    expect(screen.getByText('Searching…')).toBeInTheDocument()
    await user.type(input, 'e')

    expect(await screen.findByText('Nothing found.')).toBeInTheDocument()
    expect(cancelled).toEqual(['zo'])
    expect(window.location.search).toBe('')
  })

  test('given a search that fails, when it is answered, then it says so and actions are still offered @full', async () => {
    server.use(http.get(at('clients'), () => HttpResponse.json({}, { status: 500 })))
    const { user } = await openPalette('/admin/manage')
    await user.keyboard('add')

    expect(await screen.findByText(/Clients could not be searched\./)).toBeInTheDocument()
    expect(options()).toEqual(['Add Client ', 'Add Document Form ', 'Add Admin '])
  })

  test.each([
    ['add client', 'Add Client', '/admin/clients'],
    ['document form', 'Add New Form', '/admin/forms'],
  ])('given "%s", when chosen elsewhere, then the dialog %s opens there, once @full', async (words, title, path) => {
    const { user } = await openPalette('/admin/manage')
    await user.keyboard(`${words}{Enter}`)
    const dialog = await screen.findByRole('dialog', { name: title })
    expect(window.location.pathname).toBe(path)
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    await closed()
    await user.click(screen.getByRole('link', { name: 'Dashboard' }))
    await screen.findByRole('heading', { name: 'Admin Dashboard' })
    window.history.back()
    await waitFor(() => expect(window.location.pathname).toBe(path))
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })

  test('given a list that is narrowed, when adding a client is chosen there, then the list stays as it is @full', async () => {
    const { user } = await openPalette('/admin/clients?status=unpaid')
    const entries = window.history.length
    await user.keyboard('add client{Enter}')
    expect(await screen.findByRole('dialog', { name: 'Add Client' })).toBeInTheDocument()
    expect(window.location.search).toBe('?status=unpaid')
    expect(window.history.length).toBe(entries)
  })

  test('given a form, when it is chosen, then its dialog opens in the library @full', async () => {
    const { user } = await openPalette()
    await user.keyboard('marine')
    await user.click(await screen.findByRole('option', { name: 'Marine' }))
    const dialog = await screen.findByRole('dialog', { name: 'Edit Form' })
    expect(within(dialog).getByLabelText('Title')).toHaveValue('Marine')
  })

  test('given a dialog of another page that was chosen, when it is closed, then that page’s heading has the focus @full', async () => {
    const { user } = await openPalette()
    await user.keyboard('add client{Enter}')
    await screen.findByRole('dialog', { name: 'Add Client' })
    await user.keyboard('{Escape}')
    await closed()
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Clients', level: 1 })).toHaveFocus())
  })

  test('given logging out, when it is chosen, then the login screen shows', async () => {
    server.use(http.post(at('admin/logout'), () => new HttpResponse(null, { status: 204 })))
    const { user } = await openPalette()
    await user.keyboard('log out{Enter}')
    expect(await screen.findByRole('heading', { name: 'Staff login' })).toBeInTheDocument()
  })

  test('given an open dialog, when the shortcut is pressed, then the palette does not open @full', async () => {
    // Once before, so that its code is there and it would come at once.
    const { user } = await openPalette('/admin/clients')
    await user.keyboard('{Escape}')
    await closed()
    await user.click(await screen.findByRole('button', { name: '+ client' }))
    await screen.findByRole('dialog', { name: 'Add Client' })
    await user.keyboard('{Control>}k{/Control}')
    expect(screen.getAllByRole('dialog')).toHaveLength(1)
    expect(screen.queryByRole('combobox')).not.toBeInTheDocument()
  })
})
