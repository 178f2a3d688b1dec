import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { client, clientDocument, id } from '../../testing/fixtures'
import { renderApp, signIn } from '../../testing/render-app'
import { at, server } from '../../testing/server'

const card = new File(['one'], 'Card.png', { type: 'image/png' })
const bill = new File(['two'], 'Bill.pdf', { type: 'application/pdf' })

/** Answers the uploads one after the other, and gives what was sent. */
function answerUploads(...answers: (() => Response | Promise<Response>)[]): string[] {
  const bodies: string[] = []
  server.use(
    http.post(at(`upload/${id(1)}`), async ({ request }) => {
      expect(request.headers.get('Authorization')).toMatch(/^Bearer /)
      bodies.push(await request.text())
      const answer = answers.shift()
      return answer === undefined ? HttpResponse.json({ files: [clientDocument()] }, { status: 201 }) : answer()
    }),
  )
  return bodies
}

async function open() {
  server.use(http.get(at(`clients/${id(1)}`), () => HttpResponse.json(client())))
  const user = renderApp(`/admin/clients/${id(1)}`)
  await user.click(await screen.findByRole('button', { name: 'Upload' }))
  const modal = within(await screen.findByRole('dialog', { name: 'Upload Documents' }))
  await modal.findByRole('button', { name: 'Upload' })
  return { user, modal }
}

const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())

beforeEach(() => {
  signIn()
})

describe('uploading documents', () => {
  test('[DO-02] given a chosen file, when it is removed, then nothing can be uploaded', async () => {
    const { user, modal } = await open()
    await user.upload(modal.getByLabelText('Files'), [card])
    await user.click(modal.getByRole('button', { name: 'Remove Card.png' }))

    expect(modal.queryByRole('listitem')).not.toBeInTheDocument()
    expect(modal.getByRole('button', { name: 'Upload' })).toBeDisabled()
  })

  test('[DO-03] given a failed upload, when it is alerted, then the other files are uploaded and it can be retried', async () => {
    const bodies = answerUploads(() => HttpResponse.json({}, { status: 500 }))
    const { user, modal } = await open()
    await user.upload(modal.getByLabelText('Files'), [card, bill])
    await user.click(modal.getByRole('button', { name: 'Upload' }))
    const failure = await screen.findByRole('alertdialog', { name: 'Upload failed.' })
    expect(failure).toHaveAccessibleDescription('Card.png\n1 other file uploaded.')
    await user.click(within(failure).getByRole('button', { name: 'OK' }))
    expect(modal.getAllByRole('status').map((status) => status.textContent)).toEqual(['Upload failed.', 'Uploaded'])

    await user.click(await modal.findByRole('button', { name: 'Retry Card.png' }))
    await closed()
    expect(bodies).toHaveLength(3)
  })

  test.each([
    [413, { code: 'TOO_LARGE', message: 'At most 200 MB.' }, 'At most 200 MB.'],
    [413, '<html>', 'This file is too large.'],
  ])('given a file refused with %i, when it is answered, then it says why @full', async (status, body, words) => {
    answerUploads(() => HttpResponse.json(body, { status }))
    const { user, modal } = await open()
    await user.upload(modal.getByLabelText('Files'), [card])
    await user.click(modal.getByRole('button', { name: 'Upload' }))

    expect(await modal.findByText(words)).toBeInTheDocument()
    const failure = await screen.findByRole('alertdialog', { name: 'Upload failed.' })
    expect(failure).toHaveAccessibleDescription(`Card.png: ${words}`)
  })

  test('given a file of 0 bytes, when uploaded with another, then it says why it is not, and the other is @full', async () => {
    const bodies = answerUploads()
    const { user, modal } = await open()
    await user.upload(modal.getByLabelText('Files'), [new File([], 'Scan.pdf'), card])
    await user.click(modal.getByRole('button', { name: 'Upload' }))
    expect(await modal.findByText(/^This file is empty \(0 bytes\)/)).toBeInTheDocument()
    expect(await modal.findByText('Uploaded')).toBeInTheDocument()
    expect(bodies).toHaveLength(1)
  })

  test('given running uploads, when one is cancelled, then the others continue and nothing is alerted @full', async () => {
    const bodies = answerUploads(() => new Promise(() => undefined))
    const { user, modal } = await open()
    await user.upload(modal.getByLabelText('Files'), [card, bill])
    await user.click(modal.getByRole('button', { name: 'Upload' }))
    expect(await modal.findByRole('progressbar', { name: 'Uploading Card.png' })).toBeInTheDocument()
    await user.click(await modal.findByRole('button', { name: 'Cancel Card.png' }))

    expect(await modal.findByText('Uploaded')).toBeInTheDocument()
    expect(modal.getByText('Cancelled')).toBeInTheDocument()
    expect(bodies).toHaveLength(2)
    // It is offered when all uploads are over.
    expect(await modal.findByRole('button', { name: 'Retry Card.png' })).toBeInTheDocument()
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument()
  })

  test('given chosen files, when the dialog is closed, then it asks first @full', async () => {
    const { user, modal } = await open()
    await user.upload(modal.getByLabelText('Files'), [card])
    await user.click(modal.getByRole('button', { name: 'Cancel' }))

    expect(await screen.findByRole('alertdialog', { name: 'Discard your changes?' })).toBeInTheDocument()
  })
})
