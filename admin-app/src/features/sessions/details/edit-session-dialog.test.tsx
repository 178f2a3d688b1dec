import type { Session } from '@agency/contract/sessions'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { id, listed, session } from '../../../testing/fixtures'
import { renderApp, signIn } from '../../../testing/render-app'
import { at, server } from '../../../testing/server'

interface Put {
  readonly version: string | null
  readonly body: unknown
}

/** Serves a session that can be changed; gives what was sent. */
function serve(changes: Partial<Session> = {}, ...answers: (() => Response)[]): Put[] {
  const puts: Put[] = []
  server.use(
    http.get(at('session/ABCDEFGHJKMN/details'), () => HttpResponse.json(session(changes))),
    http.get(at(`sessionforms/session/${id(10)}`), () => HttpResponse.json({ success: true, data: [] })),
    http.put(at('session/ABCDEFGHJKMN'), async ({ request }) => {
      puts.push({ version: request.headers.get('If-Match'), body: await request.json() })
      return answers.shift()?.() ?? HttpResponse.json(session())
    }),
  )
  return puts
}

async function open() {
  const user = renderApp(`/admin/clients/${id(1)}/sessions/ABCDEFGHJKMN`)
  await user.click(await screen.findByRole('button', { name: 'Edit Session Info' }))
  const modal = within(await screen.findByRole('dialog', { name: 'Edit Session Info' }))
  return { user, modal }
}

/** The server's refusal of a change, which never holds a passcode. */
const conflict = (current: Session) =>
  HttpResponse.json(
    { code: 'EDIT_CONFLICT', message: 'changed', current: { ...current, passcode: null } },
    { status: 409 },
  )
/** Serves what somebody else has stored since. */
const serveNow = (current: Session) =>
  server.use(http.get(at('session/ABCDEFGHJKMN/details'), () => HttpResponse.json(current)))

const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())

beforeEach(() => {
  signIn()
  vi.setSystemTime(new Date(2026, 10, 21, 12))
})
afterEach(() => {
  vi.useRealTimers()
})

describe('editing a session', () => {
  test('[SE-06] given the suggested passcode, when it is used, then it consists of name and phone, and is called easy to guess', async () => {
    serve({ passcode: null })
    server.use(
      http.get(at('clients'), () =>
        HttpResponse.json([listed({ id: id(2), primary_phone: '3055550000' }), listed()], {
          headers: { 'X-Total-Count': '2' },
        }),
      ),
    )
    const { user, modal } = await open()
    await user.click(modal.getByRole('button', { name: 'Use the usual one' }))
    await waitFor(() => expect(modal.getByLabelText('Client login password')).toHaveValue('alvarez0187'))
    expect(modal.getByText(/easy to guess/)).toBeInTheDocument()

    await user.click(modal.getByRole('button', { name: 'Use a stronger one' }))
    expect(modal.getByLabelText<HTMLInputElement>('Client login password').value).toMatch(/^\w{4}-\w{4}-\w{4}$/)
    expect(modal.queryByText(/easy to guess/)).not.toBeInTheDocument()
  })

  test('[SE-06] given a session with a passcode, when it is edited, then it is masked until it is shown or changed @full', async () => {
    serve()
    const { user, modal } = await open()
    const field = modal.getByLabelText('Client login password')
    expect(field).toHaveClass(/masked/)
    await user.click(modal.getByRole('button', { name: 'Show passcode' }))
    expect(field).not.toHaveClass(/masked/)
    await user.click(modal.getByRole('button', { name: 'Hide passcode' }))
    expect(field).toHaveClass(/masked/)
    await user.click(modal.getByRole('button', { name: 'Use a stronger one' }))
    expect(field).not.toHaveClass(/masked/)
  })

  test.each(['', '2026-11-20'])(
    'given %o for a day, when it is saved, then the field says what is wrong @full',
    async (day) => {
      const puts = serve()
      const { user, modal } = await open()
      await user.clear(modal.getByLabelText('Expires'))
      if (day !== '') await user.type(modal.getByLabelText('Expires'), day)
      await user.click(modal.getByRole('button', { name: 'Save' }))

      expect(await modal.findByText('Choose today or a later day.')).toBeInTheDocument()
      expect(puts).toEqual([])
    },
  )

  test('[SE-06] given an open session, when it is ended, then it asks first @full', async () => {
    const puts = serve()
    const { user, modal } = await open()
    await user.click(await modal.findByRole('button', { name: 'End session' }))
    const question = within(await screen.findByRole('alertdialog', { name: /^End this session\?/ }))
    await user.click(question.getByRole('button', { name: 'Keep editing' }))
    expect(puts).toEqual([])

    await user.click(modal.getByRole('button', { name: 'End session' }))
    const again = within(await screen.findByRole('alertdialog'))
    await user.click(again.getByRole('button', { name: 'End session' }))
    await closed()
    expect(puts.map(({ body }) => body)).toEqual([{ cancelled: true }])
  })

  test('given unsaved edits, when the session is ended, then one question names them @full', async () => {
    const puts = serve()
    const { user, modal } = await open()
    await user.selectOptions(modal.getByLabelText('Session type'), 'review')
    await user.click(await modal.findByRole('button', { name: 'End session' }))
    const question = await screen.findByRole('alertdialog', { name: /What you have changed here is not saved\.$/ })
    await user.click(within(question).getByRole('button', { name: 'Keep editing' }))
    expect(modal.getByLabelText('Session type')).toHaveValue('review')
    expect(puts).toEqual([])
    await user.click(modal.getByRole('button', { name: 'End session' }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'End session' }))
    await closed()
    expect(puts.map(({ body }) => body)).toEqual([{ cancelled: true }])
  })

  test.each(['cancelled', 'expired'] as const)(
    '[SE-06] given a session that is %s, when it is reopened, then at once',
    async (status) => {
      const puts = serve({ status })
      const { user, modal } = await open()
      await user.click(await modal.findByRole('button', { name: 'Reopen Session' }))

      await closed()
      expect(puts.map(({ body }) => body)).toEqual([{ cancelled: false }])
    },
  )

  test('given a session that someone else has changed, when it is ended, then the dialog says so, and the next try succeeds @full', async () => {
    const current = session({ version: 9 })
    const puts = serve({}, () => {
      server.use(http.get(at('session/ABCDEFGHJKMN/details'), () => HttpResponse.json(current)))
      return HttpResponse.json({ code: 'EDIT_CONFLICT', message: 'changed', current }, { status: 409 })
    })
    const { user, modal } = await open()
    const end = async () => {
      await user.click(await modal.findByRole('button', { name: 'End session' }))
      await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'End session' }))
    }
    await end()
    expect(await modal.findByRole('alert')).toHaveTextContent(/^Someone else changed this session meanwhile/)
    await end()

    await closed()
    expect(puts.map(({ version }) => version)).toEqual([`"${session().version}"`, '"9"'])
  })

  test('given a save that fails, when it is answered, then the dialog stays and says so @full', async () => {
    serve({}, () => HttpResponse.json({}, { status: 500 }))
    const { user, modal } = await open()
    await user.selectOptions(modal.getByLabelText('Session type'), 'review')
    await user.click(modal.getByRole('button', { name: 'Save' }))

    expect(await modal.findByRole('alert')).toHaveTextContent('The changes could not be saved. Please try again.')
  })

  test('given a day that is over for the server, when it is saved, then its field says why not @full', async () => {
    const details = [{ field: 'expires_at', message: 'must be in the future' }]
    serve({}, () => HttpResponse.json({ code: 'INVALID_INPUT', message: 'no', details }, { status: 400 }))
    const { user, modal } = await open()
    const field = await modal.findByLabelText('Expires')
    await user.clear(field)
    await user.type(field, '12/31/2099')
    await user.click(modal.getByRole('button', { name: 'Save' }))

    expect(await modal.findByText('must be in the future')).toBeInTheDocument()
    expect(field).toHaveAccessibleDescription(/must be in the future/)
  })

  test('given a type that someone else changed too, when it is saved, then the person chooses @full', async () => {
    const current = session({ session_type: 'custom', version: 4 })
    const puts = serve({}, () => conflict(current))
    const { user, modal } = await open()
    serveNow(current)
    await user.selectOptions(modal.getByLabelText('Session type'), 'review')
    await user.click(modal.getByRole('button', { name: 'Save' }))
    const question = within(await screen.findByRole('dialog', { name: 'Someone else changed this session' }))
    expect(question.getByRole('radio', { name: 'Saved by someone else custom' })).not.toBeChecked()
    await user.click(question.getByRole('button', { name: 'Save' }))

    await closed()
    expect(puts[1]).toEqual({ version: '"4"', body: { session_type: 'review' } })
  })

  test('given a passcode that someone else changed too, when it is saved, then it is fetched for the choice: the conflict lacks it @full', async () => {
    const current = session({ passcode: 'theirs', version: 4 })
    const puts = serve({ passcode: 'before' }, () => conflict(current))
    const { user, modal } = await open()
    serveNow(current)
    await user.clear(modal.getByLabelText('Client login password'))
    await user.type(modal.getByLabelText('Client login password'), 'mine')
    await user.click(modal.getByRole('button', { name: 'Save' }))
    const question = within(await screen.findByRole('dialog', { name: 'Someone else changed this session' }))
    expect(question.getByRole('radio', { name: 'Saved by someone else theirs' })).toBeInTheDocument()
    await user.click(question.getByRole('button', { name: 'Save' }))

    await closed()
    expect(puts[1]).toEqual({ version: '"4"', body: { passcode: 'mine' } })
  })
})
