import type { Session } from '@agency/contract/sessions'
import type { SigningCodeMode } from '@agency/contract/signing-codes'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { violations } from '../../../testing/accessibility'
import { id, session } from '../../../testing/fixtures'
import { renderApp, signIn } from '../../../testing/render-app'
import { at, capabilities, server } from '../../../testing/server'

beforeEach(() => {
  signIn()
})

const destinations = { email: 'm•••@example.com', phone: '•••0187', is_current: true, changed_at: null }

function show(changes: Partial<Session>, agency: SigningCodeMode = 'off') {
  const sent = { puts: [] as unknown[], replaced: 0 }
  const stored = session(changes)
  server.use(
    http.get(at('capabilities'), () => HttpResponse.json({ ...capabilities, signing_code: agency })),
    http.get(at('session/ABCDEFGHJKMN/details'), () => HttpResponse.json(stored)),
    http.get(at(`sessionforms/session/${id(10)}`), () => HttpResponse.json({ success: true, data: [] })),
    http.put(at('session/ABCDEFGHJKMN'), async ({ request }) => {
      sent.puts.push(await request.json())
      return HttpResponse.json(stored)
    }),
    http.put(at('session/ABCDEFGHJKMN/code-destinations'), () => {
      sent.replaced += 1
      return HttpResponse.json(stored)
    }),
  )
  return { user: renderApp(`/admin/clients/${id(1)}/sessions/ABCDEFGHJKMN`), sent }
}

const access = async () => within(await screen.findByRole('region', { name: 'Client access' }))

describe('the one-time code of a session', () => {
  test.each([
    ['off', 'email', 'By email: m•••@example.com'],
    ['text', 'client', 'By text message: •••0187'],
    ['client', 'off', "Email or text (client's choice): m•••@example.com or •••0187"],
  ] as const)(
    'given a session with %s and the agency’s %s, when it shows, then it says where codes go',
    async (signing_code, agency, text) => {
      show({ signing_code, code_destinations: destinations }, agency)
      expect(await (await access()).findByText(text)).toBeInTheDocument()
      expect(await violations()).toEqual([])
    },
  )

  test('given no code, when the session shows, then nothing is said of one', async () => {
    show({ code_destinations: destinations })
    expect((await access()).queryByText('One-time code')).not.toBeInTheDocument()
  })

  test('given a record that has changed since, when staff use its address, then they are asked first', async () => {
    const { user, sent } = show({ signing_code: 'email', code_destinations: { ...destinations, is_current: false } })
    const use = await (await access()).findByRole('button', { name: "Use the record's address" })
    await user.click(use)
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Cancel' }))
    expect(sent.replaced).toBe(0)
    await user.click(use)
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Send there' }))
    await waitFor(() => expect(sent.replaced).toBe(1))
  })

  test('given the agency’s setting, when the session is edited, then only what is stricter can be chosen, and is sent @full', async () => {
    const { user, sent } = show({ signing_code: 'off' }, 'client')
    await user.click(await screen.findByRole('button', { name: 'Edit Session Info' }))
    const modal = within(await screen.findByRole('dialog', { name: 'Edit Session Info' }))
    const select = modal.getByLabelText('One-time code before signing')
    expect(
      within(select)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(["Agency setting: Email or text (client's choice)", 'By email', 'By text message'])
    await user.selectOptions(select, 'By email')
    await user.click(modal.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(sent.puts).toEqual([{ signing_code: 'email' }]))
  })

  test.each([
    [1, false],
    [2, true],
  ])(
    'given a session that is open on %i devices, when it shows, then staff are warned: %s',
    async (open_devices, warns) => {
      show({ open_devices })
      await access()
      const text = /open on 2 devices/
      if (warns) expect(screen.getByText(text)).toBeInTheDocument()
      else expect(screen.queryByText(text)).not.toBeInTheDocument()
    },
  )
})
