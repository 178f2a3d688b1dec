import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { delay, HttpResponse, http } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { admin, client, counts, globalForm, id, listed, session, sessionForm } from '../../testing/fixtures'
import { renderApp, signIn } from '../../testing/render-app'
import { at, server } from '../../testing/server'

beforeEach(() => {
  signIn()
  vi.stubGlobal('reportError', vi.fn())
  server.use(
    http.get(at('admin/list'), () => HttpResponse.json([admin()])),
    http.get(at('teams'), () => HttpResponse.json([])),
    http.get(at('clients/counts'), () => HttpResponse.json(counts)),
    http.get(at('clients/duplicates'), () => HttpResponse.json({ clients: [] })),
    http.get(at('clients'), () => HttpResponse.json([listed()], { headers: { 'X-Total-Count': '1' } })),
    http.get(at(`clients/${id(1)}`), () => HttpResponse.json(client())),
    http.get(at('session/ABCDEFGHJKMN/details'), () => HttpResponse.json(session())),
    http.get(at(`sessionforms/session/${id(10)}`), () => HttpResponse.json({ success: true, data: [sessionForm()] })),
    http.get(at('global-forms'), () => HttpResponse.json({ success: true, forms: [globalForm({ title: 'Letter' })] })),
  )
})

const form = (name: string) => screen.findByRole('dialog', { name })
const press = async (user: UserEvent, name: string) => user.click(await screen.findByRole('button', { name }))
const type = async (user: UserEvent, texts: Record<string, string>) => {
  for (const [label, text] of Object.entries(texts)) await user.type(screen.getByLabelText(label), text)
}
const sessionPath = `/admin/clients/${id(1)}/sessions/ABCDEFGHJKMN`

/** Each form that creates something: how it is opened and filled in, and what it posts to. */
const forms: Record<string, { at: string; posts: string; open(user: UserEvent): Promise<HTMLElement> }> = {
  'Add Client': {
    at: '/admin/clients',
    posts: 'clients',
    open: async (user) => {
      await press(user, '+ client')
      const dialog = await form('Add Client')
      await type(user, { 'First Name': 'Maria' })
      return dialog
    },
  },
  'Start New Session': {
    at: `/admin/clients/${id(1)}`,
    posts: 'session',
    open: async (user) => {
      await press(user, 'Start New Session')
      const dialog = await form('Start New Session')
      await waitFor(() => expect(within(dialog).getByRole('button', { name: 'Start Session' })).toBeEnabled())
      return dialog
    },
  },
  'Upload Documents': {
    at: `/admin/clients/${id(1)}`,
    posts: `upload/${id(1)}`,
    open: async (user) => {
      await press(user, 'Upload')
      const dialog = await form('Upload Documents')
      const file = new File(['one'], 'Card.png', { type: 'image/png' })
      await user.upload(await within(dialog).findByLabelText('Files'), [file])
      return dialog
    },
  },
  'Add Document': {
    at: sessionPath,
    posts: 'sessionforms',
    open: async (user) => {
      await screen.findByRole('button', { name: 'Consent' })
      await press(user, 'Add Document')
      const dialog = await form('Add Document')
      await user.click(await within(dialog).findByRole('checkbox', { name: /^Letter/ }))
      return dialog
    },
  },
  'Add New Form': {
    at: '/admin/forms',
    posts: 'global-forms',
    open: async (user) => {
      await press(user, 'Add Document')
      const dialog = await form('Add New Form')
      await user.selectOptions(within(dialog).getByLabelText('Form Type'), 'External Link')
      await type(user, { Title: 'Rates', 'External URL': 'https://www.example.com/rates' })
      return dialog
    },
  },
  Invite: {
    at: '/admin/manage',
    posts: 'admin/invitations',
    open: async (user) => {
      await press(user, 'Invite')
      const dialog = await form('Invite')
      await type(user, { 'First Name': 'Ana', 'Last Name': 'Lima', Email: 'ana@example.com', Username: 'ana' })
      return dialog
    },
  },
  'Add team': {
    at: '/admin/teams',
    posts: 'teams',
    open: async (user) => {
      await press(user, 'Add Team')
      const dialog = await form('Add team')
      await type(user, { Name: 'Doral' })
      return dialog
    },
  },
  'Add Admin, a page': {
    at: '/admin/admins/new',
    posts: 'admin/create',
    open: async (user) => {
      await screen.findByRole('heading', { name: 'Add Admin' })
      await type(user, { 'First Name': 'Ana', 'Last Name': 'Lima', Email: 'ana@example.com', Username: 'ana' })
      await type(user, { Password: 'lime swordfish at dawn' })
      return screen.getByRole('main')
    },
  },
}

test.each(Object.entries(forms))(
  '[CM-03] [SI-06] given %s, when it is submitted twice before it renders, and again after an error, then each time once, with the same key',
  async (_name, { at: path, posts, open }) => {
    const keys: (string | null)[] = []
    server.use(
      http.post(at(posts), async ({ request }) => {
        keys.push(request.headers.get('Idempotency-Key'))
        if (keys.length > 1) await delay('infinite')
        return HttpResponse.json({ code: 'INTERNAL', message: 'no' }, { status: 500 })
      }),
    )
    const user = renderApp(path)
    const opened = await open(user)
    const submit = () => opened.querySelector('form')?.requestSubmit()

    submit()
    submit()
    await waitFor(() => expect(keys).toHaveLength(1))
    // Submitted again as soon as the failure has been rendered and read; until then, a press has no effect.
    await waitFor(() => {
      screen.queryByRole('button', { name: 'OK' })?.click()
      submit()
      submit()
      expect(keys.length).toBeGreaterThan(1)
    })

    expect(keys).toEqual([keys[0], keys[0]])
    expect(keys[0]).toMatch(/^"[\w-]{16,64}"$/)
  },
)
