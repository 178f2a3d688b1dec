import type { Proposal } from '@agency/contract/form-fields'
import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { id, session } from '../../../testing/fixtures'
import { renderApp, signIn } from '../../../testing/render-app'
import { at, server } from '../../../testing/server'

const proposal = (number: number, sessionNumber: number): Proposal => ({
  id: id(number),
  field: 'occupation',
  current: 'Baker',
  proposed: 'Teacher',
  session_form_id: id(30),
  session_id: id(sessionNumber),
  document: 'Application',
  created_at: '2026-11-20T15:04:05.000Z',
})

function show(proposals: readonly Proposal[]) {
  server.use(
    http.get(at('session/ABCDEFGHJKMN/details'), () => HttpResponse.json(session())),
    http.get(at(`sessionforms/session/${id(10)}`), () => HttpResponse.json({ success: true, data: [] })),
    http.get(at(`clients/${id(1)}/proposals`), () => HttpResponse.json({ success: true, proposals })),
  )
  renderApp(`/admin/clients/${id(1)}/sessions/ABCDEFGHJKMN`)
}

beforeEach(() => {
  signIn()
})

test('given changes of two sessions, when one of them shows, then its own are counted, and the record is linked', async () => {
  show([proposal(80, 10), proposal(81, 10), proposal(82, 11)])

  const notice = await screen.findByText('The client proposes 2 changes to the record.')
  // Outside the page, which it would move when it comes with a poll.
  expect(screen.getByRole('main')).not.toContainElement(notice)
  expect(screen.getByRole('link', { name: 'Look at them' })).toHaveAttribute('href', `/admin/clients/${id(1)}`)
})

test('given changes of another session only, when a session shows, then no notice is shown', async () => {
  show([proposal(82, 11)])
  await screen.findByText('No documents linked yet.')

  expect(screen.queryByText(/The client proposes/)).not.toBeInTheDocument()
})
