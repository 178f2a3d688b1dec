import type { AuditEvent } from '@agency/contract/audit'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { violations } from '../../testing/accessibility'
import { client, id } from '../../testing/fixtures'
import { renderApp, signIn } from '../../testing/render-app'
import { at, server } from '../../testing/server'

const event = (changes: Partial<AuditEvent>): AuditEvent => ({
  id: id(60),
  at: '2026-11-20T15:04:05.000Z',
  actor_kind: 'admin',
  actor_id: id(40),
  actor_name: 'Dana Reyes',
  action: 'client.changed',
  client_id: id(1),
  session_id: null,
  subject_id: id(1),
  subject_title: null,
  fields: [],
  address: null,
  detail: null,
  reason: null,
  ...changes,
})

const isOfCard = (request: Request) => new URL(request.url).searchParams.has('limit')

async function open() {
  server.use(
    http.get(at(`clients/${id(1)}`), () => HttpResponse.json(client())),
    // The card of the record.
    http.get(at('audit'), ({ request }) =>
      isOfCard(request) ? HttpResponse.json({ events: [], next_cursor: null }) : undefined,
    ),
  )
  const user = renderApp(`/admin/clients/${id(1)}`)
  await user.click(await screen.findByRole('button', { name: 'More actions' }))
  await user.click(screen.getByRole('button', { name: 'Activity' }))
  return { user, modal: within(await screen.findByRole('dialog', { name: 'Activity' })) }
}

beforeEach(() => {
  signIn()
})

test('given a record that was opened and changed, when it shows, then the five latest changes are on it, and a button opens all @full', async () => {
  const opened = event({ id: id(59), action: 'client.opened' })
  const events = [opened, ...[60, 61, 62, 63, 64, 65].map((n) => event({ id: id(n), fields: ['occupation'] }))]
  server.use(
    http.get(at(`clients/${id(1)}`), () => HttpResponse.json(client())),
    http.get(at('audit'), () => HttpResponse.json({ events, next_cursor: null })),
  )
  const user = renderApp(`/admin/clients/${id(1)}`)
  const latest = within(await screen.findByRole('list', { name: 'Latest activity' }))
  expect(latest.getAllByText('Dana Reyes')).toHaveLength(5)
  expect(latest.queryByText(/Opened the record/)).not.toBeInTheDocument()
  expect(await violations()).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Show all activity' }))
  expect(await screen.findByRole('dialog', { name: 'Activity' })).toBeInTheDocument()
})

describe('the activity of a client', () => {
  test('given events on two pages, when more are asked for, then all show with who, what, which fields and from where @full', async () => {
    const asked: (string | null)[] = []
    server.use(
      http.get(at('audit'), ({ request }) => {
        const query = new URL(request.url).searchParams
        expect(query.get('client_id')).toBe(id(1))
        asked.push(query.get('cursor'))
        const changes = [
          { field: 'dep2_name', former: null, present: 'Rui' },
          { field: 'occupation', former: 'Baker', present: 'Nurse' },
          { field: 'next_f_u_date', former: '2026-01-02', present: null },
          { field: 'notes', former: '<p>Called <strong>back</strong></p>', present: null },
        ]
        const newer = event({ fields: ['dep2_name', 'occupation'], address: '203.0.113.7', changes })
        const older = event({ id: id(61), actor_kind: 'session', actor_name: null, action: 'signed' })
        return query.get('cursor') === null
          ? HttpResponse.json({ events: [newer], next_cursor: 'next' })
          : HttpResponse.json({ events: [older, event({ id: id(62), action: 'new.kind' })], next_cursor: null })
      }),
    )
    const { user, modal } = await open()
    expect(await modal.findByText('Dependents: Dependent 2 Name')).toBeInTheDocument()
    expect(modal.getByText('Employment Information: Occupation')).toBeInTheDocument()
    expect(modal.getByText('Dependent 2 Name: was empty, now “Rui”')).toBeInTheDocument()
    expect(modal.getByText('Occupation: was “Baker”, now “Nurse”')).toBeInTheDocument()
    expect(modal.getByText('Notes: was “Called back”, now empty')).toBeInTheDocument()
    expect(modal.getByText('From 203.0.113.7')).toBeInTheDocument()
    expect(await violations()).toEqual([])
    await user.click(modal.getByRole('button', { name: 'Show More' }))

    expect(await modal.findByText('The client')).toBeInTheDocument()
    const lines = modal.getAllByRole('listitem').map((item) => item.querySelector('p')?.textContent)
    expect(lines).toEqual([
      'Dana Reyes · Changed the record',
      'The client · Signed a document',
      'Dana Reyes · new kind',
    ])
    expect(asked).toEqual([null, 'next'])
    expect(modal.queryByRole('button', { name: 'Show More' })).not.toBeInTheDocument()
    await waitFor(() => expect(modal.getAllByRole('listitem')[1]).toHaveFocus())
  })

  test('given openings in a row, when the activity shows, then they are folded; and it is narrowed by person, kind and time @full', async () => {
    const asked: string[] = []
    const opened = (n: number) => event({ id: id(n), action: 'client.opened', address: '203.0.113.7' })
    const events = [
      opened(63),
      opened(64),
      opened(65),
      event({ id: id(66) }),
      opened(67),
      { ...opened(68), fields: ['ssn'] },
    ]
    server.use(
      http.get(at('audit'), ({ request }) => {
        const query = new URL(request.url).searchParams
        asked.push([...query.keys()].filter((name) => name !== 'client_id').join())
        return HttpResponse.json({ events: query.has('from') ? [] : events, next_cursor: null })
      }),
    )
    const { user, modal } = await open()
    expect(await modal.findByText('2 earlier times')).toBeInTheDocument()
    // What an opening revealed is never folded away.
    expect(modal.getAllByRole('listitem')).toHaveLength(4)
    await user.click(modal.getByRole('button', { name: 'Filter', expanded: false }))
    await user.selectOptions(modal.getByLabelText('Person'), 'Dana Reyes')
    await user.selectOptions(modal.getByLabelText('Kind'), 'Changed the record')
    await user.selectOptions(modal.getByLabelText('Time'), 'Last 7 days')
    expect(await modal.findByText('No activity matches.')).toBeInTheDocument()
    expect(asked).toEqual(['', 'actor_id', 'actor_id,action', 'actor_id,action,from'])
    expect(await violations()).toEqual([])
  })

  test('[PH-06] given a document that a client declined, when the activity shows, then it names it and says why, and never that the client sent it @full', async () => {
    const of = (changes: Partial<AuditEvent>) =>
      event({ subject_id: id(30), subject_title: 'Agent of Record Authorization', ...changes })
    const client = { actor_kind: 'session', actor_name: 'Maria Alvarez', address: '198.51.100.7' } as const
    const events = [
      of({ ...client, id: id(63), action: 'declined', reason: 'My husband must read it first' }),
      of({ ...client, id: id(64), action: 'sent' }),
      of({ id: id(65), action: 'sent' }),
      of({ id: id(66), action: 'document.deleted', subject_title: 'Plan.pdf', reason: 'Belongs to someone else' }),
    ]
    server.use(http.get(at('audit'), () => HttpResponse.json({ events, next_cursor: null })))
    const { modal } = await open()
    const items = await modal.findAllByRole('listitem')
    expect(items.map((item) => [...item.querySelectorAll('p')].map((line) => line.textContent))).toEqual([
      [
        'Maria Alvarez (client) · Declined Agent of Record Authorization',
        'Reason: My husband must read it first',
        'From 198.51.100.7',
      ],
      ['Maria Alvarez (client) · Opened Agent of Record Authorization for signing', 'From 198.51.100.7'],
      ['Dana Reyes · Sent Agent of Record Authorization'],
      ['Dana Reyes · Deleted Plan.pdf', 'Reason: Belongs to someone else'],
    ])
    expect(modal.getAllByText('Agent of Record Authorization')[0]?.tagName).toBe('EM')
    expect(await violations()).toEqual([])
  })

  test('given activity that fails, when it is asked for again, then it shows @full', async () => {
    server.use(
      http.get(at('audit'), () => HttpResponse.json({}, { status: 500 }), { once: true }),
      http.get(at('audit'), () => HttpResponse.json({ events: [], next_cursor: null })),
    )
    const { user, modal } = await open()
    expect(await modal.findByRole('alert')).toHaveTextContent('The activity could not be loaded.')
    await user.click(modal.getByRole('button', { name: 'Try again' }))

    expect(await modal.findByText('Nothing has happened yet.')).toBeInTheDocument()
  })

  test('given a failed load of more activity, when it is answered, then the shown events stay and the failure is shown @full', async () => {
    server.use(
      http.get(at('audit'), ({ request }) =>
        new URL(request.url).searchParams.get('cursor') === null
          ? HttpResponse.json({ events: [event({})], next_cursor: 'next' })
          : HttpResponse.json({}, { status: 500 }),
      ),
    )
    const { user, modal } = await open()
    await user.click(await modal.findByRole('button', { name: 'Show More' }))

    expect(await modal.findByRole('alert')).toHaveTextContent('could not be loaded. Please try again.')
    expect(modal.getAllByRole('listitem')).toHaveLength(1)
    expect(modal.getByRole('button', { name: 'Show More' })).toBeInTheDocument()
  })

  test('given an access to a whole record, when it shows, then its fields are counted and can be expanded @full', async () => {
    const fields = ['ssn', 'spouse_ssn', 'medicarenumber', 'routing_number', 'account_number', 'mp_pass']
    server.use(
      http.get(at('audit'), () =>
        HttpResponse.json({ events: [event({ action: 'client.opened', fields })], next_cursor: null }),
      ),
    )
    const { user, modal } = await open()
    const line = await modal.findByText('Spouse Information: SSN')
    expect(line).not.toBeVisible()
    await user.click(modal.getByText('6 sensitive values'))

    expect(line).toBeVisible()
    expect(modal.getByText('Bank Information: Routing Number, Account Number')).toBeVisible()
  })

  test('given activity for power admins only, when a standard admin opens it, then the dialog says so @full', async () => {
    server.use(http.get(at('audit'), () => HttpResponse.json({ code: 'FORBIDDEN', message: 'no' }, { status: 403 })))
    const { modal } = await open()

    expect(await modal.findByText('Your access level does not allow you to see the activity.')).toBeInTheDocument()
  })

  test('given an accepted passcode, when the activity is read, then it names nobody @full', async () => {
    const accepted = event({ actor_kind: 'nobody', actor_id: null, actor_name: null, action: 'authenticated' })
    server.use(http.get(at('audit'), () => HttpResponse.json({ events: [accepted], next_cursor: null })))
    const { modal } = await open()
    expect((await modal.findByText(/Passcode accepted/)).textContent).toBe('Passcode accepted')
  })
})
