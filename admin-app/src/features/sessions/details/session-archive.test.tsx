import type { Session } from '@agency/contract/sessions'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { id, session, sessionForm } from '../../../testing/fixtures'
import { renderApp, signIn } from '../../../testing/render-app'
import { at, server } from '../../../testing/server'

const code = 'ABCDEFGHJKMN'
const archivedAt = '2026-11-20T15:04:05.000Z'

function serve(record: Session): unknown[] {
  let stored = record
  const sent: unknown[] = []
  server.use(
    http.get(at(`session/${code}/details`), () => HttpResponse.json(stored)),
    http.get(at(`sessionforms/session/${id(10)}`), () => HttpResponse.json({ success: true, data: [] })),
    http.put<never, { archived: boolean }>(at(`session/${code}/archived`), async ({ request }) => {
      const { archived } = await request.json()
      sent.push({ archived })
      stored = { ...stored, archived_at: archived ? archivedAt : null }
      return HttpResponse.json(stored)
    }),
    http.delete(at(`session/${code}`), async ({ request }) => {
      sent.push(await request.json())
      const message = 'This session has signed documents. Archive it instead.'
      return HttpResponse.json({ code: 'WRONG_STATE', message }, { status: 409 })
    }),
  )
  return sent
}

const open = () => renderApp(`/admin/clients/${id(1)}/sessions/${code}`)

beforeEach(() => {
  signIn()
})

test('[OF-10] given a session, when it is archived, then it is read-only until it is restored @full', async () => {
  const sent = serve(session())
  const user = open()
  await user.click(await screen.findByRole('button', { name: 'More actions' }))
  await user.click(screen.getByRole('button', { name: 'Archive' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Archive this session?' }))
  await user.click(question.getByRole('button', { name: 'Archive' }))
  expect(await screen.findByText(/^This session was archived on /)).toBeInTheDocument()
  for (const name of ['Edit Session Info', 'Add Document'])
    expect(screen.queryByRole('button', { name })).not.toBeInTheDocument()
  await user.click(await screen.findByRole('button', { name: 'Restore' }))
  expect(await screen.findByRole('button', { name: 'Edit Session Info' })).toBeInTheDocument()
  expect(sent).toEqual([{ archived: true }, { archived: false }])
})

test('[OF-10] given an archived session, when a document opens, then it can only be read', async () => {
  serve(session({ archived_at: archivedAt }))
  const document = sessionForm({ title: 'Consent' })
  server.use(
    http.get(at(`sessionforms/session/${id(10)}`), () => HttpResponse.json({ success: true, data: [document] })),
  )
  const user = open()
  await user.click(await screen.findByRole('button', { name: 'Consent' }))
  const modal = within(await screen.findByRole('dialog', { name: 'Edit Document' }))
  expect(modal.getByText(/^This belongs to an archived client or session\./)).toBeInTheDocument()
  expect(modal.getByRole('textbox', { name: 'Folder' })).toBeDisabled()
  for (const name of ['Save', 'Delete', 'Remind', 'Void'])
    expect(modal.queryByRole('button', { name })).not.toBeInTheDocument()
})

test('[OF-10] given an archived client, when a session of it opens, then it leads to the client', async () => {
  serve(session({ client_archived_at: archivedAt }))
  open()
  const link = await screen.findByRole('link', { name: 'Open the client to restore it' })
  expect(link).toHaveAttribute('href', `/admin/clients/${id(1)}`)
  expect(screen.queryByRole('button', { name: 'Edit Session Info' })).not.toBeInTheDocument()
})

test('[OF-10] given signed documents, when the code is typed to delete the session, then the reason is alerted @full', async () => {
  const sent = serve(session({ archived_at: archivedAt }))
  const user = open()
  await user.click(await screen.findByRole('button', { name: 'Delete for good' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Delete this session for good?' }))
  await user.type(question.getByRole('textbox'), 'abcd-efgh-jkmn')
  await user.click(question.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('This session has signed documents. Archive it instead.')).toBeInTheDocument()
  await waitFor(() => expect(sent).toEqual([{ confirmation: 'abcd-efgh-jkmn' }]))
})
