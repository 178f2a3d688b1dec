import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { violations } from '../../testing/accessibility'
import { answer, editLee, lee, refused } from '../../testing/admin-record'
import { admin, id } from '../../testing/fixtures'
import { renderApp, signIn } from '../../testing/render-app'
import { at, server } from '../../testing/server'

const back = async () => {
  expect(await screen.findByRole('heading', { name: 'Manage Admins' })).toBeInTheDocument()
  expect(window.location.pathname).toBe('/admin/manage')
}

const security = {
  has_password: true,
  required: false,
  authenticator_since: null,
  passkeys: [],
  recovery_codes_left: 0,
}

beforeEach(() => {
  signIn()
  server.use(http.get(at('admin/list'), () => HttpResponse.json([admin()])))
})

describe('adding an admin', () => {
  test('[AD-02] given the form, when it shows, then all fields but the level are required and it leads back @full', async () => {
    const user = renderApp('/admin/admins/new')
    expect(await screen.findByRole('heading', { name: 'Add Admin' })).toBeInTheDocument()
    for (const label of ['First Name', 'Last Name', 'Email', 'Username', 'Password'])
      expect(screen.getByLabelText(label)).toBeRequired()
    expect(screen.getByLabelText('Email')).toHaveAttribute('type', 'email')
    const levels = within(screen.getByLabelText('Access Level')).getAllByRole('option')
    expect(levels.map((level) => level.textContent)).toEqual(['Standard', 'Power', 'Assistant', 'Auditor'])
    expect(screen.queryByText('More actions:')).not.toBeInTheDocument()
    expect(await violations()).toEqual([])

    await user.click(screen.getByRole('link', { name: 'Back to Admins' }))
    await back()
  })

  test('[AD-02] given something typed, when Cancel is pressed, then it asks, and leads back', async () => {
    const user = renderApp('/admin/admins/new')
    await user.type(await screen.findByLabelText('First Name'), 'Lee')
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await user.click(await screen.findByRole('button', { name: 'Discard' }))

    await back()
  })

  test('given something typed, when a link to another page is pressed, then it asks first; a link within the page does not ask @full', async () => {
    const user = renderApp('/admin/admins/new')
    await user.type(await screen.findByLabelText('First Name'), 'Lee')
    await user.click(screen.getByRole('link', { name: 'Skip to content' }))
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
    await user.click(screen.getByRole('link', { name: 'Back to Admins' }))
    const question = await screen.findByRole('alertdialog', { name: 'Discard your changes?' })
    await user.click(within(question).getByRole('button', { name: 'Cancel' }))
    expect(await screen.findByLabelText('First Name')).toHaveValue('Lee')

    await user.click(screen.getByRole('link', { name: 'Back to Admins' }))
    await user.click(await screen.findByRole('button', { name: 'Discard' }))

    await back()
  })

  test('given something typed, when another page is chosen in the command palette, then it asks first @full', async () => {
    server.use(
      http.get(at('global-forms'), () => HttpResponse.json({ success: true, forms: [] })),
      http.get(at('clients'), () => HttpResponse.json([], { headers: { 'X-Total-Count': '0' } })),
    )
    const user = renderApp('/admin/admins/new')
    await user.type(await screen.findByLabelText('First Name'), 'Lee')
    const leaveByPalette = async () => {
      await user.keyboard('{Control>}k{/Control}')
      await screen.findByRole('combobox', { name: 'Search clients, forms and actions' })
      await user.keyboard('go to admins{Enter}')
      return within(await screen.findByRole('alertdialog', { name: 'Discard your changes?' }))
    }
    const question = await leaveByPalette()
    await user.click(question.getByRole('button', { name: 'Cancel' }))
    expect(await screen.findByLabelText('First Name')).toHaveValue('Lee')
    expect(window.location.pathname).toBe('/admin/admins/new')

    const again = await leaveByPalette()
    await user.click(again.getByRole('button', { name: 'Discard' }))

    await back()
  })

  test('[AD-05] given a user name that is taken, when it is saved, then the field says so @full', async () => {
    const details = [{ field: 'username', message: 'is taken; choose another' }]
    answer('post', 'admin/create', () => refused(400, 'INVALID_INPUT', details))
    const user = renderApp('/admin/admins/new')
    for (const label of ['First Name', 'Last Name', 'Username', 'Password'])
      await user.type(await screen.findByLabelText(label), 'lee')
    await user.type(screen.getByLabelText('Email'), 'lee@example.com')
    await user.click(screen.getByRole('button', { name: 'Save' }))

    expect(await screen.findByText('Failed to save admin')).toBeInTheDocument()
    expect(screen.getByLabelText('Username')).toHaveAccessibleDescription('is taken; choose another')
  })
})

describe('editing an admin', () => {
  test('given a new address of one’s own, when it is saved, then a password confirms it; canceled, nothing is saved @full', async () => {
    const confirmation = id(77)
    const saved: object[] = []
    server.use(
      http.get(at('admin/me/security'), () => HttpResponse.json(security)),
      http.put(at(`admin/${lee.id}/update`), async ({ request }) => {
        const body = Object(await request.json())
        if (body.confirmation !== confirmation) return refused(403, 'CONFIRMATION_REQUIRED')
        saved.push(body)
        return HttpResponse.json(lee)
      }),
    )
    const proofs = answer('post', 'admin/me/confirmations', () => HttpResponse.json({ confirmation }, { status: 201 }))
    const user = await editLee()
    await user.clear(screen.getByLabelText('Email'))
    await user.type(screen.getByLabelText('Email'), 'new@example.com')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    const dialog = await screen.findByRole('dialog', { name: 'Confirm that it is you' })
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('Nothing was saved.')
    expect(screen.getByLabelText('Email')).toHaveValue('new@example.com')

    await user.click(screen.getByRole('button', { name: 'Save' }))
    const again = within(await screen.findByRole('dialog', { name: 'Confirm that it is you' }))
    expect(await violations()).toEqual([])
    await user.type(again.getByLabelText('Password'), 'my password{Enter}')
    await back()
    expect(proofs).toEqual([{ password: 'my password' }])
    expect(saved).toMatchObject([{ email: 'new@example.com', confirmation }])
  })

  test('[AD-02] given an admin, when they are saved, then no password and their version are sent @full', async () => {
    let version: string | null = null
    const bodies: unknown[] = []
    server.use(
      http.put(at(`admin/${lee.id}/update`), async ({ request }) => {
        version = request.headers.get('If-Match')
        bodies.push(await request.json())
        return HttpResponse.json(lee)
      }),
    )
    const user = await editLee()
    expect(screen.getByRole('heading', { name: 'Edit Admin' })).toBeInTheDocument()
    expect(screen.queryByLabelText('Password')).not.toBeInTheDocument()
    expect(await violations()).toEqual([])
    await user.selectOptions(screen.getByLabelText('Access Level'), 'Power')
    await user.click(screen.getByRole('button', { name: 'Save' }))

    await back()
    expect(version).toBe('"1"')
    expect(bodies).toEqual([
      { first_name: 'Lee', last_name: 'Ortiz', email: 'lee@example.com', username: 'lee', role: 'power' },
    ])
  })

  test('given an admin without an email, when the form shows, then it says beside the field that one is needed', async () => {
    server.use(http.get(at(`admin/${lee.id}`), () => HttpResponse.json({ ...lee, email: '' })))
    renderApp(`/admin/admins/${lee.id}`)

    expect(await screen.findByLabelText('Email')).toHaveAccessibleDescription(/No email is stored yet/)
  })

  test('given the own account, when its name is saved, then the header shows it', async () => {
    const self = admin({ first_name: 'Daniela' })
    server.use(http.get(at(`admin/${self.id}`), () => HttpResponse.json(admin())))
    answer('put', `admin/${self.id}/update`, () => HttpResponse.json(self))
    const user = renderApp(`/admin/admins/${self.id}`)
    await user.clear(await screen.findByLabelText('First Name'))
    await user.type(screen.getByLabelText('First Name'), 'Daniela')
    await user.click(screen.getByRole('button', { name: 'Save' }))

    expect(await screen.findByText('Daniela Reyes')).toBeInTheDocument()
  })

  test('given the own account, when a lower access level is saved, then it asks first what that means', async () => {
    const self = admin()
    server.use(http.get(at(`admin/${self.id}`), () => HttpResponse.json(self)))
    const saved = answer('put', `admin/${self.id}/update`, () => HttpResponse.json({ ...self, role: 'standard' }))
    const user = renderApp(`/admin/admins/${self.id}`)
    await user.selectOptions(await screen.findByLabelText('Access Level'), 'Standard')
    const title = 'Change your own access level to Standard?'
    await user.click(screen.getByRole('button', { name: 'Save' }))
    const question = await screen.findByRole('alertdialog', { name: title })
    expect(question).toHaveTextContent(/lose the rights of the access level Power.*log in again/)
    await user.click(within(question).getByRole('button', { name: 'Cancel' }))
    expect(screen.getByLabelText('Access Level')).toHaveValue('standard')
    expect(saved).toEqual([])

    await user.click(screen.getByRole('button', { name: 'Save' }))
    const again = await screen.findByRole('alertdialog', { name: title })
    await user.click(within(again).getByRole('button', { name: 'Change' }))
    await back()
    expect(saved).toMatchObject([{ role: 'standard' }])
  })

  test.each([
    [500, 'INTERNAL', 'Failed to save admin'],
    [409, 'WRONG_STATE', 'Failed to save admin. The rules forbid it.'],
  ])('[AD-05] given an answer of %i, when they are saved, then it says %s', async (status, code, words) => {
    answer('put', `admin/${lee.id}/update`, () => refused(status, code))
    const user = await editLee()
    await user.click(screen.getByRole('button', { name: 'Save' }))

    expect(await screen.findByRole('alert')).toHaveTextContent(words)
  })

  test('[AD-05] given details that fail, when the page shows, then it says so', async () => {
    server.use(http.get(at(`admin/${lee.id}`), () => HttpResponse.json({}, { status: 404 })))
    renderApp(`/admin/admins/${lee.id}`)

    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load admin details')
  })
})
