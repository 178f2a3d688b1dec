import type { ClientRecord } from '@agency/contract/clients'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { violations } from '../../../testing/accessibility'
import { client, id } from '../../../testing/fixtures'
import { renderApp, signIn } from '../../../testing/render-app'
import { at, capabilities, server } from '../../../testing/server'

const path = `/admin/clients/${id(1)}`
const archivedAt = '2026-11-20T15:04:05.000Z'

/** Serves a record that can be archived and deleted. @param held whether it holds a signature */
function serve(record: ClientRecord, held = false): unknown[] {
  let stored = record
  const sent: unknown[] = []
  server.use(
    http.get(at(`clients/${id(1)}`), () => HttpResponse.json(stored)),
    http.put<never, { archived: boolean }>(at(`clients/${id(1)}/archived`), async ({ request }) => {
      const { archived } = await request.json()
      sent.push({ archived })
      stored = { ...stored, archived_at: archived ? archivedAt : null }
      return HttpResponse.json(stored)
    }),
    http.delete(at(`clients/${id(1)}`), async ({ request }) => {
      sent.push(await request.json())
      const message = 'This client has signed documents. Archive it instead.'
      if (held) return HttpResponse.json({ code: 'WRONG_STATE', message }, { status: 409 })
      return new HttpResponse(null, { status: 204 })
    }),
    http.get(at('clients/counts'), () =>
      HttpResponse.json({ all: 0, active: 0, inactive: 0, unpaid: 0, cancelled: 0, archived: 0 }),
    ),
  )
  return sent
}

async function choose(entry: string) {
  const user = renderApp(path)
  await user.click(await screen.findByRole('button', { name: 'More actions' }))
  await user.click(screen.getByRole('button', { name: entry }))
  return user
}

beforeEach(() => {
  signIn()
})

test('[BK-19] given a client, when the whole file is chosen from the menu and confirmed, then it is asked for with the reason', async () => {
  serve(client())
  const reasons: (string | null)[] = []
  server.use(
    http.get(at('capabilities'), () => HttpResponse.json({ ...capabilities, reveal_reason: 'required' })),
    http.get(at(`clients/${id(1)}/file`), ({ request }) => {
      reasons.push(request.headers.get('x-reveal-reason'))
      return new HttpResponse('zip')
    }),
  )
  const user = await choose('Download whole file')
  await user.click(await screen.findByRole('button', { name: 'Download' }))
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Reason' }), 'The client asked')
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  expect(await screen.findByText('The whole file of Maria Alvarez is downloaded.')).toBeInTheDocument()
  expect(reasons).toEqual(['client-request'])
})

describe('archiving a client', () => {
  test('[OF-10] given the question, when it is confirmed, then the record says that it is archived, and Restore restores it @full', async () => {
    const sent = serve(client())
    const user = await choose('Archive')
    const question = within(await screen.findByRole('alertdialog', { name: 'Archive this client?' }))
    expect(question.getByText(/disappears from lists, search, counts, the dashboard/)).toBeInTheDocument()
    await user.click(question.getByRole('button', { name: 'Archive' }))
    expect(await screen.findByText(/^This client was archived on /)).toBeInTheDocument()
    expect(await violations()).toEqual([])
    await user.click(await screen.findByRole('button', { name: 'Restore' }))
    await waitFor(() => expect(screen.queryByText(/^This client was archived on /)).not.toBeInTheDocument())
    expect(sent).toEqual([{ archived: true }, { archived: false }])
    expect(await screen.findByRole('button', { name: 'Start New Session' })).toBeInTheDocument()
  })

  test('[OF-10] given an archived client, when its record opens, then nothing of it can be changed', async () => {
    serve(client({ archived_at: archivedAt }))
    renderApp(path)
    await screen.findByText(/^This client was archived on /)
    await screen.findByText('No documents uploaded yet.')
    for (const name of [/^Edit/, /^Change /, 'Start New Session', 'Upload'])
      expect(screen.queryByRole('button', { name })).not.toBeInTheDocument()
  })
})

describe('deleting a client for good', () => {
  const type = async (words: string) => {
    const user = await choose('Delete for good')
    const question = within(await screen.findByRole('alertdialog', { name: 'Delete this client for good?' }))
    await user.type(question.getByRole('textbox'), words)
    await user.click(question.getByRole('button', { name: 'Delete' }))
  }

  test('given the menu, when it opens, then the deletion alone has the tone of danger', async () => {
    serve(client())
    const user = renderApp(path)
    await user.click(await screen.findByRole('button', { name: 'More actions' }))
    const tones = within(screen.getByRole('group', { name: 'More actions' }))
      .getAllByRole('listitem')
      .map((entry) => [entry.textContent?.trim(), entry.dataset.tone])
    expect(tones.at(-1)).toEqual(['Delete for good', 'danger'])
    expect(tones.slice(0, -1).every(([, tone]) => tone === undefined)).toBe(true)
  })

  test('[OF-10] given the name is typed, when it is confirmed, then the client is deleted and the list is shown @full', async () => {
    const sent = serve(client())
    await type('maria alvarez')
    await waitFor(() => expect(window.location.pathname).toBe('/admin/clients'))
    expect(sent).toEqual([{ confirmation: 'maria alvarez' }])
  })

  test('[OF-10] given other words, when they are typed, then nothing is sent @full', async () => {
    const sent = serve(client())
    await type('delete')
    expect(await screen.findByText(/^The client was not deleted/)).toBeInTheDocument()
    expect(sent).toEqual([])
  })

  test('[OF-10] given a client with signed documents, when it is deleted, then the reason is alerted @full', async () => {
    serve(client(), true)
    await type('Maria Alvarez')
    expect(await screen.findByText('This client has signed documents. Archive it instead.')).toBeInTheDocument()
  })
})
