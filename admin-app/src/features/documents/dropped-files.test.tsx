import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { client, clientDocument, id } from '../../testing/fixtures'
import { holdAnswer } from '../../testing/held-answer'
import { renderApp, signIn } from '../../testing/render-app'
import { at, server } from '../../testing/server'

const file = new File(['one'], 'Card.png', { type: 'image/png' })
const carried = { dataTransfer: { types: ['Files'], files: [file], dropEffect: 'none' } }

/** Answers the uploads in sequence. Returns what was sent. */
function answerUploads(...answers: (() => Response)[]): string[] {
  const bodies: string[] = []
  server.use(
    http.post(at(`upload/${id(1)}`), async ({ request }) => {
      bodies.push(await request.text())
      const answer = answers.shift()
      return answer === undefined ? HttpResponse.json({ files: [clientDocument()] }, { status: 201 }) : answer()
    }),
  )
  return bodies
}

async function show() {
  server.use(
    http.get(at(`clients/${id(1)}`), () => HttpResponse.json(client())),
    http.get(at(`clients/${id(1)}/documents`), () =>
      HttpResponse.json([
        clientDocument({ folder: 'Identity' }),
        clientDocument({ id: id(51), file_name: 'Bill.pdf' }),
      ]),
    ),
  )
  const user = renderApp(`/admin/clients/${id(1)}`)
  const card = await screen.findByRole('region', { name: 'Documents' })
  await within(card).findByText('Bill.pdf')
  return { user, card }
}

/** Whether the browser closes the page without a question. */
const leaves = (): boolean => window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

beforeEach(() => {
  signIn()
})

describe('files dropped on the page', () => {
  test('[OF-04] given a file dropped on the heading of the card, when it is uploaded, then it is in no folder @full', async () => {
    const bodies = answerUploads()
    const { card } = await show()
    const heading = within(card).getByRole('heading', { name: 'Documents' })
    expect(fireEvent.dragOver(heading, carried), 'the drag is taken').toBe(false)
    expect(within(card).getByText('Drop to upload.')).toBeInTheDocument()
    fireEvent.drop(heading, carried)

    expect(await screen.findByText('1 file uploaded.')).toBeInTheDocument()
    expect(bodies).toHaveLength(1)
    expect(bodies[0]).toContain('name="documents"')
    expect(bodies[0]).not.toContain('name="folder"')
    expect(within(card).queryByRole('list', { name: 'Chosen files' })).not.toBeInTheDocument()
  })

  test('[OF-04] given a file dropped on a folder, when it fails, then it can be retried into that folder @full', async () => {
    const bodies = answerUploads(() => HttpResponse.json({}, { status: 500 }))
    const { user, card } = await show()
    const row = within(card).getByText('Passport.png')
    fireEvent.dragOver(row, carried)
    expect(within(card).getByText('Drop to upload to Identity.')).toBeInTheDocument()
    fireEvent.drop(row, carried)
    expect(await within(card).findByText('Upload failed.')).toBeInTheDocument()
    await user.click(await within(card).findByRole('button', { name: 'Retry Card.png' }))

    expect(await screen.findByText('1 file uploaded.')).toBeInTheDocument()
    expect(bodies).toHaveLength(2)
    for (const body of bodies) expect(body).toMatch(/name="folder"\s+Identity/)
  })

  test('given files that are being uploaded, when the page is left and one fails, then a message names the client, and the list is kept @full', async () => {
    const answer = holdAnswer()
    const bodies = answerUploads(() => HttpResponse.json({}, { status: 500 }))
    const { user, card } = await show()
    server.use(
      http.post(at(`upload/${id(1)}`), () => answer.hold(), { once: true }),
      http.get(at('clients/counts'), () =>
        HttpResponse.json({ all: 0, active: 0, inactive: 0, unpaid: 0, cancelled: 0, archived: 0 }),
      ),
      http.get(at('clients'), () => HttpResponse.json([], { headers: { 'X-Total-Count': '0' } })),
    )
    const heading = within(card).getByRole('heading', { name: 'Documents' })
    fireEvent.drop(heading, carried)
    await answer.asked
    fireEvent.drop(heading, carried)
    expect(leaves(), 'while files are uploaded').toBe(false)
    await user.click(screen.getByRole('link', { name: 'Back to clients' }))
    await screen.findByText('No clients found.')
    answer.release()

    expect(
      await screen.findByText('1 file uploaded. 1 file could not be uploaded for Maria Alvarez.'),
    ).toBeInTheDocument()
    expect(bodies).toHaveLength(2)
    expect(leaves(), 'after the last file').toBe(true)
    await user.keyboard('{Control>}k{/Control}')
    await user.click(await screen.findByRole('option', { name: /Maria Alvarez/ }))
    expect(await screen.findByRole('button', { name: 'Retry Card.png' })).toBeInTheDocument()
  })

  test('given files that are being uploaded, when others are dropped, then they wait for the end of the first ones @full', async () => {
    const answers = [holdAnswer(), holdAnswer()]
    const { card } = await show()
    let uploaded = 0
    server.use(
      http.post(at(`upload/${id(1)}`), async () => {
        await answers[uploaded++]?.hold()
        return HttpResponse.json({ files: [clientDocument()] }, { status: 201 })
      }),
    )
    const heading = within(card).getByRole('heading', { name: 'Documents' })
    fireEvent.drop(heading, carried)
    await answers[0]?.asked
    fireEvent.drop(heading, carried)
    expect(uploaded).toBe(1)
    answers[0]?.release()
    await answers[1]?.asked
    expect(within(card).getByRole('button', { name: 'Cancel Card.png' })).toBeInTheDocument()
    answers[1]?.release()

    expect(await screen.findByText('2 files uploaded.')).toBeInTheDocument()
  })

  test('[OF-04] given a file dropped elsewhere, when it is released, then nothing is uploaded and the page stays', async () => {
    const bodies = answerUploads()
    await show()
    const heading = screen.getByRole('heading', { level: 1 })
    expect(fireEvent.dragOver(heading, carried)).toBe(false)
    expect(fireEvent.drop(heading, carried), 'the browser must not open the file').toBe(false)
    expect(screen.queryByText(/^Drop to upload/)).not.toBeInTheDocument()

    await waitFor(() => expect(screen.queryByRole('progressbar')).not.toBeInTheDocument())
    expect(bodies).toEqual([])
  })

  test('[OF-04] given a dragged text, when it is dropped, then the browser handles it', async () => {
    await show()
    const text = { dataTransfer: { types: ['text/plain'], files: [] } }

    expect(fireEvent.drop(screen.getByRole('heading', { level: 1 }), text)).toBe(true)
  })
})
