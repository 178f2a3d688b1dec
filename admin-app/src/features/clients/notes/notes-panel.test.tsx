import type { ClientNote } from '@agency/contract/client-notes'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { violations } from '../../../testing/accessibility'
import { client, id } from '../../../testing/fixtures'
import { renderApp, signIn } from '../../../testing/render-app'
import { at, server } from '../../../testing/server'

const note = (changes: Partial<ClientNote> = {}): ClientNote => ({
  id: id(90),
  kind: 'call',
  text: '<p>Called <strong>back</strong></p>',
  pinned: false,
  author_id: id(91),
  author_name: 'Ana Lima',
  created_at: '2026-11-20T15:04:05.000Z',
  may_delete: true,
  former_texts: 0,
  version: 1,
  ...changes,
})

const url = at(`clients/${id(1)}/notes`)

/** Serves a record and its notes, as the API does; gives what was sent. */
function serve(first: readonly ClientNote[]) {
  let notes = [...first]
  const sent: unknown[] = []
  const change = (edit: object) => {
    notes = notes.map((one) => ({ ...one, ...edit, version: one.version + 1 }))
    return HttpResponse.json(notes[0])
  }
  server.use(
    http.get(at(`clients/${id(1)}`), () => HttpResponse.json(client())),
    http.get(url, () => HttpResponse.json({ record: { notes: null, notes_2: null }, notes, more: false })),
    http.post<never, Pick<ClientNote, 'kind' | 'text'>>(url, async ({ request }) => {
      const body = await request.json()
      sent.push(body)
      const added = note({ ...body, id: id(92) })
      notes = [added, ...notes]
      return HttpResponse.json(added, { status: 201 })
    }),
    http.patch<never, object>(`${url}/${id(90)}`, async ({ request }) => {
      const body = await request.json()
      sent.push([request.headers.get('If-Match'), body])
      return change(body)
    }),
    http.delete(`${url}/${id(90)}`, () => {
      notes = []
      return new HttpResponse(null, { status: 204 })
    }),
  )
  return { sent, change }
}

async function show() {
  const user = renderApp(`/admin/clients/${id(1)}`)
  return { user, card: within(await screen.findByRole('region', { name: 'Notes' })) }
}

beforeEach(() => {
  signIn()
})

describe('the dated notes of a client', () => {
  test('given notes, when the card shows, then each with kind, time, author and text; nothing is wrong for a screen reader @full', async () => {
    serve([note({ pinned: true }), note({ id: id(93), kind: 'meeting', author_name: null, text: '<p>Met</p>' })])
    const { card } = await show()
    const entries = await card.findAllByRole('listitem', { name: / of / })

    expect(entries[0]).toHaveTextContent(/PinnedCall.*2026.* · Ana LimaCalled back/)
    expect(entries[1]).toHaveTextContent(/Meeting.* · A former adminMet/)
    expect(await violations()).toEqual([])
  })

  test('given no notes, when a call is added by the keyboard, then one press opens it, Ctrl+Enter saves it, and it is listed @full', async () => {
    const { sent } = serve([])
    const { user, card } = await show()
    expect(await card.findByText('No dated notes yet.')).toBeInTheDocument()
    await user.click(card.getByRole('button', { name: 'Add Call' }))
    const text = await card.findByRole('textbox', { name: 'New note' })
    await waitFor(() => expect(text).toHaveFocus())
    await user.keyboard('She agrees')
    await waitFor(() => expect(text).toHaveTextContent('She agrees'))
    await user.keyboard('{Control>}{Enter}{/Control}')

    expect(await card.findByRole('listitem', { name: /^Call of / })).toHaveTextContent('She agrees')
    expect(sent).toEqual([{ kind: 'call', text: '<p>She agrees</p>' }])
    await waitFor(() => expect(card.getByRole('button', { name: 'Add Note' })).toHaveFocus())
  })

  test('given a pasted picture, when it is filed, then Upload Documents opens with the file in it @full', async () => {
    serve([])
    const { user, card } = await show()
    await user.click(await card.findByRole('button', { name: 'Add Note' }))
    const text = await card.findByRole('textbox', { name: 'New note' })
    const files = [new File(['a'], 'card.png', { type: 'image/png' })]
    fireEvent.paste(text, { clipboardData: { files, getData: () => '' } })
    await user.click(await card.findByRole('button', { name: 'File it now' }))

    const dialog = within(await screen.findByRole('dialog', { name: 'Upload Documents' }))
    expect(await dialog.findByText('card.png')).toBeInTheDocument()
  })

  test('given a refused save, when it fails, then the words of the server stand by the text, which stays @full', async () => {
    serve([])
    const message = 'text must have a visible text'
    server.use(http.post(url, () => HttpResponse.json({ code: 'INVALID_INPUT', message }, { status: 400 })))
    const { user, card } = await show()
    await user.click(await card.findByRole('button', { name: 'Add Note' }))
    const text = await card.findByRole('textbox', { name: 'New note' })
    await waitFor(() => expect(text).toHaveFocus())
    await user.keyboard('Mine')
    await waitFor(() => expect(text).toHaveTextContent('Mine'))
    await user.click(card.getByRole('button', { name: 'Save Note' }))

    expect(await card.findByRole('alert')).toHaveTextContent(message)
    expect(text).toHaveTextContent('Mine')
  })

  test('given a note that is being typed, when a link is pressed, then the question comes before the text is gone', async () => {
    serve([])
    const { user, card } = await show()
    await user.click(await card.findByRole('button', { name: 'Add Call' }))
    const text = await card.findByRole('textbox', { name: 'New note' })
    await waitFor(() => expect(text).toHaveFocus())
    await user.keyboard('Will think it over')
    await waitFor(() => expect(text).toHaveTextContent('Will think it over'))
    await user.click(screen.getByRole('link', { name: 'Clients' }))
    const question = within(await screen.findByRole('alertdialog', { name: 'Discard your changes?' }))
    await user.click(question.getByRole('button', { name: 'Cancel' }))
    expect(text).toHaveTextContent('Will think it over')
    expect(window.location.pathname).toBe(`/admin/clients/${id(1)}`)
  })

  test('given a note, when it is pinned, then that is sent for its version @full', async () => {
    const { sent } = serve([note()])
    const { user, card } = await show()
    await user.click(await card.findByRole('button', { name: /^Pin the Call/ }))

    expect(await card.findByText('Pinned')).toBeInTheDocument()
    expect(sent).toEqual([['"1"', { pinned: true }]])
  })

  test('given an edited note, when its history is opened, then its earlier text, and who changed it', async () => {
    serve([note({ former_texts: 1 })])
    const former = {
      id: id(94),
      text: '<p>Old words</p>',
      replaced_at: '2026-11-21T15:04:05.000Z',
      replaced_by: id(91),
    }
    server.use(
      http.get(`${url}/${id(90)}/history`, () =>
        HttpResponse.json({ texts: [{ ...former, replaced_by_name: 'Rui Melo' }] }),
      ),
    )
    const { user, card } = await show()
    await user.click(await card.findByRole('button', { name: /^Earlier texts/ }))

    const history = within(await card.findByRole('list', { name: 'Earlier texts' }))
    expect(history.getByText('Old words')).toBeInTheDocument()
    expect(history.getByText(/changed by Rui Melo/)).toBeInTheDocument()
  })

  test('given a note that one may delete, when that is confirmed, then it is gone; of others no button is there @full', async () => {
    serve([note(), note({ id: id(93), kind: 'text', may_delete: false })])
    const { user, card } = await show()
    await card.findByRole('listitem', { name: /^Text message/ })
    expect(card.queryByRole('button', { name: /^Delete the Text/ })).not.toBeInTheDocument()
    await user.click(card.getByRole('button', { name: /^Delete the Call/ }))
    await user.click(await screen.findByRole('button', { name: 'Delete' }))

    expect(await card.findByText('No dated notes yet.')).toBeInTheDocument()
    expect(screen.getByText('Note deleted.')).toBeInTheDocument()
  })

  test('given an auditor, when the card shows, then nothing can be added or changed', async () => {
    signIn('auditor')
    serve([note()])
    const { card } = await show()
    await card.findByRole('listitem', { name: /^Call of / })

    expect(card.queryByRole('button', { name: /Add|Edit|Pin|Delete/ })).not.toBeInTheDocument()
  })
})
