import type { ClientDocument } from '@agency/contract/documents'
import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { violations } from '../../testing/accessibility'
import { client, clientDocument, id } from '../../testing/fixtures'
import { renderApp, signIn } from '../../testing/render-app'
import { at, server } from '../../testing/server'

const list = at(`clients/${id(1)}/documents`)

function show(documents: readonly ClientDocument[]) {
  server.use(
    http.get(at(`clients/${id(1)}`), () => HttpResponse.json(client())),
    http.get(list, () => HttpResponse.json(documents)),
  )
  return renderApp(`/admin/clients/${id(1)}`)
}

const card = async () => within(await screen.findByRole('region', { name: 'Documents' }))

beforeEach(() => {
  signIn()
})

describe('the documents of a client', () => {
  test('[DO-01] given documents, when they show, then they stand in open, counted folders that can be folded', async () => {
    const user = show([
      clientDocument(),
      clientDocument({
        id: id(51),
        folder: 'Identity',
        file_name: 'Card.pdf',
        file_size: 1_500,
        status: 'checked',
        signed: true,
      }),
      clientDocument({ id: id(52), folder: ' ', file_name: 'Bill.pdf', file_size: 2_000_000 }),
    ])
    const documents = await card()

    const folders = await documents.findAllByRole('button', { expanded: true })
    expect(folders.map((folder) => folder.textContent)).toEqual(['Identity 1', 'uncategorized 2'])
    const rows = documents.getAllByRole('row').map((row) =>
      within(row)
        .queryAllByRole('cell')
        .map((cell) => cell.textContent),
    )
    expect(rows.filter((cells) => cells.length > 0)).toEqual([
      ['Card.pdf', '11/20/26', '1 KB', 'checked', 'Yes'],
      ['Passport.png', '11/20/26', '3 KB', '-', 'No'],
      ['Bill.pdf', '11/20/26', '1,953 KB', '-', 'No'],
    ])
    expect(await violations()).toEqual([])

    await user.click(documents.getByRole('button', { name: 'uncategorized 2' }))
    expect(documents.queryByText('Bill.pdf')).not.toBeInTheDocument()
    expect(documents.getByText('Card.pdf')).toBeInTheDocument()
  })

  test('given no documents, when the card shows, then it says so', async () => {
    show([])

    expect(await (await card()).findByText('No documents uploaded yet.')).toBeInTheDocument()
  })

  test('given documents that fail, when they are asked for again, then they show', async () => {
    const user = show([clientDocument()])
    server.use(http.get(list, () => HttpResponse.json({}, { status: 500 }), { once: true }))
    const documents = await card()
    expect(await documents.findByRole('alert')).toHaveTextContent('The documents could not be loaded.')
    await user.click(documents.getByRole('button', { name: 'Try again' }))

    expect(await documents.findByText('Passport.png')).toBeInTheDocument()
  })
})
