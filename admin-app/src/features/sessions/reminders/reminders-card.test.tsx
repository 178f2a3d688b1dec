import type { SessionReminders } from '@agency/contract/session-reminders'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { violations } from '../../../testing/accessibility'
import { id, session, sessionSummary } from '../../../testing/fixtures'
import { holdAnswer } from '../../../testing/held-answer'
import { renderApp, signIn } from '../../../testing/render-app'
import { at, server } from '../../../testing/server'
import { planText } from './plan-text'

const plan = { days: [3, 7], repeat_days: 7, most: 6 }
const reminders = (changes: Partial<SessionReminders> = {}): SessionReminders => ({
  state: 'running',
  paused: false,
  plan: null,
  default_plan: plan,
  next: { kind: 'reminder', at: '2026-11-26T15:00:00.000Z' },
  sent: [],
  time_zone: 'America/New_York',
  version: 1,
  ...changes,
})
const url = at('session/ABCDEFGHJKMN/reminders')

function show(first: SessionReminders) {
  const sent: unknown[] = []
  let stored = first
  server.use(
    http.get(at('session/ABCDEFGHJKMN/details'), () => HttpResponse.json(session())),
    http.get(at(`sessionforms/session/${id(10)}`), () => HttpResponse.json({ success: true, data: [] })),
    http.get(url, () => HttpResponse.json(stored)),
    http.put(url, async ({ request }) => {
      const body = await request.json()
      sent.push([request.headers.get('If-Match'), body])
      stored = { ...stored, ...(body as object), version: 2 }
      if (stored.paused) stored = { ...stored, state: 'paused', next: null }
      return HttpResponse.json(stored)
    }),
  )
  return { user: renderApp(`/admin/clients/${id(1)}/sessions/ABCDEFGHJKMN`), sent }
}
const card = () => screen.findByRole('region', { name: 'Reminders' })

beforeEach(() => {
  signIn()
})

describe('the reminders of a session', () => {
  test('given a schedule, when it shows, then it says what comes next and what was sent; Pause stops it @full', async () => {
    const { user, sent } = show(reminders({ sent: [{ kind: 'reminder', at: '2026-11-20T15:00:00.000Z' }] }))
    expect(await within(await card()).findByText(/^Next: reminder, Nov 26, 2026/)).toBeInTheDocument()
    expect(await card()).toHaveTextContent('On days 3 and 7, then every 7 days; at most 6.')
    expect(await card()).toHaveTextContent(/Reminder, Nov 20, 2026/)
    expect(await violations()).toEqual([])

    await user.click(screen.getByRole('button', { name: 'Pause' }))
    expect(await screen.findByText('Paused. No reminders go out.')).toBeInTheDocument()
    expect(sent).toEqual([['"1"', { paused: true }]])
    expect(screen.getByRole('button', { name: 'Resume' })).toBeInTheDocument()
  })

  test('given wrong days, when saved, then the field says so; right ones are sent @full', async () => {
    const { user, sent } = show(reminders())
    await user.click(await screen.findByRole('button', { name: 'Change reminders' }))
    const days = await screen.findByLabelText('Days after sending')
    await user.clear(days)
    await user.type(days, '7, 3')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText(/in rising order/)).toBeInTheDocument()
    expect(sent).toEqual([])
    await user.clear(days)
    await user.type(days, '2, 5')
    expect(await violations()).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText(/On days 2 and 5/)).toBeInTheDocument()
    expect(sent).toEqual([['"1"', { plan: { ...plan, days: [2, 5] } }]])
  })

  test.each([
    ['arrives', () => HttpResponse.json(reminders({ version: 2 }))],
    ['cannot be read', () => HttpResponse.json({}, { status: 500 })],
  ])(
    'given a plan that is being typed, when the session’s state changes and its new schedule %s, then the dialog stays as it is @full',
    async (what, answer) => {
      const { user } = show(reminders())
      await user.click(await screen.findByRole('button', { name: 'Change reminders' }))
      const days = await screen.findByLabelText('Days after sending')
      await user.clear(days)
      await user.type(days, '4, 8')
      const schedule = holdAnswer()
      server.use(
        http.get(at(`clients/${id(1)}/sessions`), () => HttpResponse.json([sessionSummary({ status: 'completed' })])),
        http.get(url, async () => {
          await schedule.hold()
          return answer()
        }),
      )
      // As when the person comes back to the window.
      fireEvent(window, new Event('visibilitychange'))
      await schedule.asked
      expect(days).toBeVisible()
      schedule.release()
      if (what !== 'arrives') await screen.findByText('The reminders could not be loaded.')
      else await waitFor(() => expect(screen.getByText('completed')).toBeInTheDocument())

      expect(days).toBeInTheDocument()
      expect(days).toHaveValue('4, 8')
    },
  )

  test.each([
    ['not-sent', 'Reminders start when you send the session.'],
    ['undelivered', 'Stopped: the last message could not be delivered.'],
  ] as const)('given a schedule that is %s, when it shows, then it says so', async (state, text) => {
    show(reminders({ state, next: null }))
    expect(await screen.findByText(text)).toBeInTheDocument()
  })

  test.each([
    [{ days: [1], repeat_days: 0, most: 1 }, 'On day 1; at most 1. A message on the last day.'],
    [{ days: [], repeat_days: 5, most: 2 }, 'Every 5 days; at most 2. A message on the last day.'],
    [{ days: [3], repeat_days: 7, most: 0 }, 'No reminders, only a message on the last day.'],
  ])('given the plan %j, when written, then it is %s', (one, text) => {
    expect(planText(one)).toBe(text)
  })
})
