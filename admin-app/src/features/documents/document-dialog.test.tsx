import type { ClientDocument } from '@agency/contract/documents'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { violations } from '../../testing/accessibility'
import { client, clientDocument, id } from '../../testing/fixtures'
import { renderApp, signIn } from '../../testing/render-app'
import { at, server } from '../../testing/server'

vi.mock('@agency/pdf-viewer/pdf-document', async () => (await import('@agency/pdf-viewer/testing/fake-pdf')).fakePdf())

const picture = clientDocument({ notes: '<p>From her</p>' })
const file = at(`documents/${id(50)}/file`)

/** Serves a client's documents; each listing signs a new address. */
function serve(documents: ClientDocument[]) {
  let listings = 0
  server.use(
    http.get(at(`clients/${id(1)}`), () => HttpResponse.json(client())),
    http.get(at(`clients/${id(1)}/documents`), () => {
      listings += 1
      return HttpResponse.json(
        documents.map((document) => ({ ...document, file_url: `documents/${document.id}/file?signature=${listings}` })),
      )
    }),
  )
}

async function open(document: ClientDocument) {
  serve([document])
  const user = renderApp(`/admin/clients/${id(1)}`)
  await user.click(await screen.findByRole('button', { name: document.file_name }))
  const modal = within(await screen.findByRole('dialog', { name: document.file_name }))
  return { user, modal }
}

/** Answers changes of the document and gives what was sent. */
function answerPatches(...answers: (() => Response)[]) {
  const patches: { version: string | null; body: unknown }[] = []
  server.use(
    http.patch(at(`documents/${id(50)}`), async ({ request }) => {
      patches.push({ version: request.headers.get('If-Match'), body: await request.json() })
      const answer = answers.shift()
      return answer === undefined ? HttpResponse.json(picture) : answer()
    }),
  )
  return patches
}

const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())

beforeEach(() => {
  signIn()
  server.use(http.get(file, () => new HttpResponse('bytes', { headers: { 'content-type': 'image/png' } })))
})

describe('the name of a document', () => {
  test('given a new name, when it is saved, then it alone is added to what is sent; an empty one is refused', async () => {
    const patches = answerPatches()
    const { user, modal } = await open(picture)
    const name = await modal.findByRole('textbox', { name: 'Name' })
    await user.clear(name)
    await user.click(modal.getByRole('button', { name: 'Save' }))
    expect(await modal.findByText('Enter a name.')).toBeInTheDocument()
    expect(patches).toEqual([])
    await user.type(name, 'Passport of Ana.png')
    await user.click(modal.getByRole('button', { name: 'Save' }))
    await closed()
    expect(patches).toEqual([
      { version: expect.any(String), body: expect.objectContaining({ file_name: 'Passport of Ana.png' }) },
    ])
  })
})

describe('a document', () => {
  test('[OF-10] given an archived client, when a document opens, then it can only be read and downloaded @full', async () => {
    serve([picture])
    server.use(
      http.get(at(`clients/${id(1)}`), () => HttpResponse.json(client({ archived_at: '2026-11-20T15:04:05.000Z' }))),
    )
    const user = renderApp(`/admin/clients/${id(1)}`)
    await user.click(await screen.findByRole('button', { name: picture.file_name }))
    const modal = within(await screen.findByRole('dialog', { name: picture.file_name }))
    expect(modal.getByText(/^This belongs to an archived client or session\./)).toBeInTheDocument()
    expect(modal.getByRole('textbox', { name: 'Status' })).toBeDisabled()
    expect(await modal.findByRole('textbox', { name: 'Notes' })).toHaveAttribute('aria-readonly', 'true')
    for (const name of ['Save', 'Delete']) expect(modal.queryByRole('button', { name })).not.toBeInTheDocument()
    expect(modal.getByRole('button', { name: 'Download file' })).toBeEnabled()
    expect(await violations()).toEqual([])
  })

  test('[DO-04] given a picture, when it is opened, then it shows beside its fields @full', async () => {
    const { modal } = await open(picture)
    expect(await modal.findByRole('img', { name: 'Preview of Passport.png' })).toBeInTheDocument()
    expect(await modal.findByRole('textbox', { name: 'Notes' })).toHaveTextContent('From her')
    expect(await violations()).toEqual([])
  })

  test.each([
    ['not_scanned', 'Not scanned for viruses.'],
    ['clean', 'Virus scan: nothing found.'],
  ] as const)('given a document that is %s, when it is opened, then it says so @full', async (scan, text) => {
    const { modal } = await open({ ...picture, scan })
    expect(await modal.findByText(text)).toBeInTheDocument()
  })

  test('given a damaged picture, when it is opened, then it says that it could not be shown @full', async () => {
    const { modal } = await open(picture)
    fireEvent.error(await modal.findByRole('img', { name: 'Preview of Passport.png' }))

    expect(modal.getByRole('alert')).toHaveTextContent('This picture could not be shown. Download it to see it.')
  })

  test('[DO-04] given a PDF, when it is opened, then its pages show', async () => {
    const { modal } = await open(clientDocument({ file_name: 'Plan.pdf', mime_type: 'application/pdf' }))

    const preview = within(await modal.findByRole('region', { name: 'Preview of Plan.pdf' }))
    expect(await preview.findByRole('img', { name: 'Page 2 of 2' })).toBeInTheDocument()
  })

  test.each([
    [{ mime_type: 'text/plain' }, 'There is no preview of this kind of file. Download it to see it.'],
    [{ file_size: 30_000_000 }, 'This file is too large for a preview. Download it to see it.'],
  ])('given %o, when it is opened, then no file is fetched and it says why', async (changes, words) => {
    server.use(http.get(file, () => HttpResponse.error()))
    const { modal } = await open(clientDocument(changes))

    expect(await modal.findByText(words)).toBeInTheDocument()
  })

  test('given an expired file address, when the file is fetched, then a new address is requested @full', async () => {
    const asked: string[] = []
    server.use(
      http.get(file, ({ request }) => {
        const signature = new URL(request.url).searchParams.get('signature') ?? ''
        asked.push(signature)
        if (signature === '1') return HttpResponse.json({ code: 'NOT_FOUND', message: 'over' }, { status: 404 })
        return new HttpResponse('bytes', { headers: { 'content-type': 'image/png' } })
      }),
    )
    const { modal } = await open(picture)

    expect(await modal.findByRole('img', { name: 'Preview of Passport.png' })).toBeInTheDocument()
    expect(asked).toEqual(['1', '2'])
  })

  test('[DO-04] given a document, when Download file is pressed, then it is saved under its name @full', async () => {
    const saved: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
      saved.push(this.download)
    })
    const { user, modal } = await open(picture)
    await user.click(await modal.findByRole('button', { name: 'Download file' }))

    await waitFor(() => expect(saved).toEqual(['Passport.png']))
  })

  test('given a save that fails, when it is answered, then the dialog says so and keeps what was typed @full', async () => {
    answerPatches(() => HttpResponse.json({}, { status: 500 }))
    const { user, modal } = await open(picture)
    await user.type(await modal.findByLabelText('Status'), 'checked')
    await user.click(modal.getByRole('button', { name: 'Save' }))

    expect(await modal.findByText('The changes could not be saved. Please try again.')).toBeInTheDocument()
    expect(modal.getByLabelText('Status')).toHaveValue('checked')
  })
})

describe('a document that someone else changed meanwhile', () => {
  const conflict = (changes: Partial<ClientDocument>) => () => {
    const current = { ...picture, version: 4, ...changes }
    return HttpResponse.json({ code: 'EDIT_CONFLICT', message: 'changed', current }, { status: 409 })
  }

  async function saveStatus() {
    const { user, modal } = await open(picture)
    await user.type(await modal.findByLabelText('Status'), 'mine')
    await user.click(modal.getByRole('button', { name: 'Save' }))
    return user
  }

  test('given another field, when it is saved, then both edits are kept without a question @full', async () => {
    const patches = answerPatches(conflict({ folder: 'Theirs' }))
    await saveStatus()

    await closed()
    const body = { status: 'mine', folder: 'Theirs', signed: false, notes: '<p>From her</p>' }
    expect(patches[1]).toEqual({ version: '"4"', body })
  })

  test('given the same field, when it is saved, then the person chooses @full', async () => {
    const patches = answerPatches(conflict({ status: 'theirs', notes: '<p>New</p>' }))
    const user = await saveStatus()
    const question = within(await screen.findByRole('dialog', { name: 'Someone else changed this document' }))
    expect(question.getAllByRole('radio')).toHaveLength(2)
    expect(question.getByRole('radio', { name: 'Your value mine' })).toBeChecked()
    await user.click(question.getByRole('radio', { name: 'Saved by someone else theirs' }))
    await user.click(question.getByRole('button', { name: 'Save' }))

    await closed()
    expect(patches[1]?.body).toMatchObject({ status: 'theirs', notes: '<p>New</p>' })
  })

  test('given the question, when it is cancelled, then what was typed is still there @full', async () => {
    answerPatches(conflict({ status: 'theirs' }))
    const user = await saveStatus()
    const question = within(await screen.findByRole('dialog', { name: 'Someone else changed this document' }))
    await user.click(question.getByRole('button', { name: 'Cancel' }))

    const dialog = within(await screen.findByRole('dialog', { name: 'Passport.png' }))
    expect(await dialog.findByLabelText('Status')).toHaveValue('mine')
  })
})

describe('a sealed document', () => {
  const sealed = clientDocument({
    file_name: 'Consent.pdf',
    mime_type: 'application/pdf',
    signed: true,
    sealed: { session_form_id: id(30), session_id: id(10), session_code: 'ABCDEFGHJKMN', voided: false },
  })

  /** Answers deletions and gives what was sent. */
  function answerDeletes(answer: () => Response = () => new HttpResponse(null, { status: 204 })) {
    const bodies: unknown[] = []
    server.use(
      http.delete(at(`documents/${id(50)}`), async ({ request }) => {
        bodies.push(await request.json())
        return answer()
      }),
    )
    return bodies
  }

  async function openDeletion(document = sealed) {
    const { user, modal } = await open(document)
    await user.click(await modal.findByRole('button', { name: 'Delete' }))
    return { user, dialog: within(await screen.findByRole('dialog', { name: 'Delete Signed Document' })) }
  }

  test('given it is opened, then its folder can be changed, and its name cannot @full', async () => {
    const { modal } = await open(sealed)
    expect(await modal.findByRole('textbox', { name: 'Folder' })).toBeEnabled()
    expect(modal.queryByRole('textbox', { name: 'Name' })).not.toBeInTheDocument()
  })

  test('[PH-08] given a filed document, when it is opened, then it links to its session, and stays signed @full', async () => {
    const { modal } = await open(sealed)
    const link = await modal.findByRole('link', { name: 'ABCD-EFGH-JKMN' })
    expect(link).toHaveAttribute('href', `/admin/clients/${id(1)}/sessions/ABCDEFGHJKMN`)
    expect(modal.getByRole('checkbox', { name: 'Signed' })).toBeDisabled()
    expect(modal.getByRole('checkbox', { name: 'Signed' })).toBeChecked()
    expect(await violations()).toEqual([])
  })

  test('given an upload that is marked as signed, when it is deleted, then the file is named and the reason is asked for @full', async () => {
    const bodies = answerDeletes()
    const { user, dialog } = await openDeletion({ ...sealed, sealed: null })
    expect(dialog.getByText(/^“Consent\.pdf” is removed .* keeps its file for 30 days\.$/)).toBeInTheDocument()
    await user.type(dialog.getByLabelText('Reason'), 'Scanned twice')
    await user.click(dialog.getByRole('button', { name: 'Delete Document' }))
    await closed()
    expect(bodies).toEqual([{ reason: 'Scanned twice' }])
  })

  test('given staff without power access, when a signed upload shows, then they can neither delete it nor say that it is not signed @full', async () => {
    signIn('standard')
    const { modal } = await open({ ...sealed, sealed: null })
    expect(await modal.findByRole('checkbox', { name: 'Signed' })).toBeDisabled()
    expect(modal.queryByRole('button', { name: 'Delete' })).not.toBeInTheDocument()
  })

  test('given unsaved edits of a filed document, when its session is opened, then it asks first @full', async () => {
    const { user, modal } = await open(sealed)
    await user.type(await modal.findByLabelText('Folder'), 'x')
    await user.click(modal.getByRole('link', { name: 'ABCD-EFGH-JKMN' }))

    expect(await screen.findByRole('alertdialog', { name: 'Discard your changes?' })).toBeInTheDocument()
    expect(window.location.pathname).toBe(`/admin/clients/${id(1)}`)
  })

  test('given a filed document that was voided later, when it shows, then the list and the dialog say so @full', async () => {
    const { modal } = await open({ ...sealed, sealed: sealed.sealed && { ...sealed.sealed, voided: true } })
    expect(await modal.findByText(/It was voided after that/)).toBeInTheDocument()
    expect(screen.getByText('voided', { selector: '.badge' })).toBeInTheDocument()
  })

  test('given a filed document, when its folder is changed, then it is sent as signed @full', async () => {
    const patches = answerPatches()
    const { user, modal } = await open(sealed)
    await user.type(await modal.findByLabelText('Folder'), 'Kept')
    await user.click(modal.getByRole('button', { name: 'Save' }))
    await closed()
    expect(patches[0]?.body).toMatchObject({ folder: 'Kept', signed: true })
  })

  test('[PH-08] given a filed document, when it is deleted, then the reason is asked for and sent @full', async () => {
    const bodies = answerDeletes()
    const { user, dialog } = await openDeletion()
    await user.click(dialog.getByRole('button', { name: 'Delete Document' }))
    expect(await dialog.findByText('Please give a reason.')).toBeInTheDocument()
    expect(await violations()).toEqual([])
    await user.type(dialog.getByLabelText('Reason'), ' Wrong client ')
    await user.click(dialog.getByRole('button', { name: 'Delete Document' }))
    await closed()
    expect(bodies).toEqual([{ reason: 'Wrong client' }])
  })

  test('given a deletion that fails, when it is answered, then the dialog says so and keeps the reason @full', async () => {
    answerDeletes(() => HttpResponse.json({}, { status: 500 }))
    const { user, dialog } = await openDeletion()
    await user.type(dialog.getByLabelText('Reason'), 'Wrong client')
    await user.click(dialog.getByRole('button', { name: 'Delete Document' }))
    expect(await dialog.findByRole('alert')).toHaveTextContent('The document could not be deleted.')
    expect(dialog.getByLabelText('Reason')).toHaveValue('Wrong client')
  })
})
