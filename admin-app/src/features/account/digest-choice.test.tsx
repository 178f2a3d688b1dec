import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { renderApp, signIn } from '../../testing/render-app'
import { at, server } from '../../testing/server'

const account = {
  id: '01890000-0000-7000-8000-000000000001',
  email: 'dana@example.com',
  username: 'dana',
  role: 'power',
  first_name: 'Dana',
  last_name: 'Reyes',
  client_count: 0,
  version: 1,
  setup_required: false,
}

async function open() {
  const user = renderApp('/admin/health')
  await user.click(await screen.findByRole('button', { name: 'Dana Reyes' }))
  const box = await screen.findByRole('checkbox', { name: /Morning summary/ })
  await waitFor(() => expect(box).toBeEnabled())
  return { user, box }
}

beforeEach(() => {
  signIn()
  server.use(http.get(at('admin/me'), () => HttpResponse.json(account)))
})

describe('the morning summary', () => {
  test('given staff without the summary, when they turn it on, then it is stored and says so, and the dialog is closed, not cancelled @full', async () => {
    const sent: unknown[] = []
    server.use(
      http.put(at('admin/me/digest'), async ({ request }) => {
        sent.push(await request.json())
        return HttpResponse.json({ digest: true })
      }),
    )
    const { user, box } = await open()
    const dialog = within(screen.getByRole('dialog', { name: 'Your account' }))
    expect(box).not.toBeChecked()
    expect(dialog.queryByText('Saved.')).not.toBeInTheDocument()
    await user.click(box)
    await waitFor(() => expect(sent).toEqual([{ digest: true }]))
    expect(await dialog.findByText('Saved.')).toHaveAttribute('role', 'status')
    expect(box).toBeChecked()
    expect(dialog.getByText('Close')).toBeVisible()
    expect(dialog.queryByText('Cancel')).not.toBeInTheDocument()
    await user.type(dialog.getByLabelText('Current password'), 'x')
    expect(dialog.getByText('Cancel')).toBeVisible()
  })
})
