import type { SessionForm } from '@agency/contract/session-forms'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { violations } from '../../testing/accessibility'
import { id, session, sessionForm } from '../../testing/fixtures'
import { renderApp, signIn } from '../../testing/render-app'
import { at, server } from '../../testing/server'

const moment = '2026-11-20T15:04:05.000Z'
const consent = sessionForm({
  folder: 'Onboarding',
  status: 'completed',
  sent_at: moment,
  read_at: moment,
  signed_at: moment,
  completed_at: moment,
  sealed_sha256: 'ab'.repeat(32),
})
const untitled = sessionForm({ id: id(31), title: null, order_index: 1, form_id: null })

/** Serves the documents of a session; the array can be changed later on. */
function serve(forms: SessionForm[]) {
  server.use(
    http.get(at(`sessionforms/session/${id(10)}`), () => HttpResponse.json({ success: true, data: forms })),
    http.delete(at('sessionforms/:id'), ({ params }) => {
      forms.splice(
        forms.findIndex((form) => form.id === params.id),
        1,
      )
      return new HttpResponse(null, { status: 204 })
    }),
  )
}

const show = () => renderApp(`/admin/clients/${id(1)}/sessions/ABCDEFGHJKMN`)

beforeEach(() => {
  signIn()
  server.use(http.get(at('session/ABCDEFGHJKMN/details'), () => HttpResponse.json(session())))
})

describe('the documents of a session', () => {
  test('[SE-07] [SE-08] given documents, when they show, then they are grouped with their dates', async () => {
    serve([consent, untitled])
    show()
    expect(await screen.findByText('Loading forms...')).toBeInTheDocument()

    const folders = await screen.findAllByRole('button', { expanded: true })
    expect(folders.map((folder) => folder.textContent)).toEqual(['Onboarding 1', 'No folder 1'])
    const cells = screen.getAllByRole('cell').map((cell) => cell.textContent)
    expect(cells.slice(0, 6)).toEqual(['Consent', 'completed', '11/20/26', '11/20/26', '11/20/26', '11/20/26'])
    expect(cells.slice(6)).toEqual(['Untitled', 'pending', '11/20/26', '-', '-', '-'])
    const [columns] = screen.getAllByRole('row')
    expect(columns).toHaveTextContent('TitleStatusCreatedSentOpenedSigned')
    expect(await violations()).toEqual([])
  })

  test('given a document with a place for the spouse’s signature, when it shows, then the row says that it is without', async () => {
    serve([{ ...consent, unsigned_by: ['agent', 'spouse'] }])
    show()
    expect(await screen.findByText('without the signature of: agent, spouse')).toBeInTheDocument()
  })

  test('given a document signed with another name than that of the record, when it shows, then row and dialog say so @full', async () => {
    serve([{ ...consent, signed_as: 'Pedro Silva' }])
    const user = show()
    expect(await screen.findByText('signed as Pedro Silva')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Consent' }))

    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).getByText(/^Signed with the name Pedro Silva, which is not/)).toBeInTheDocument()
    const steps = within(within(dialog).getByRole('list', { name: 'Progress of the document' }))
    expect(steps.getAllByRole('listitem').at(-1)).toHaveTextContent(/^Signed.*Pedro Silva$/)
  })

  test('given a client at work, when the document is signed, then the status follows by itself @full', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const forms = [untitled]
    serve(forms)
    show()
    expect(await screen.findByText('pending')).toBeInTheDocument()

    forms[0] = { ...untitled, status: 'completed' }
    vi.advanceTimersByTime(5_000)

    expect(await screen.findByText('completed')).toBeInTheDocument()
    vi.useRealTimers()
  })

  test('[SE-11] given a document, when it is removed, then the exact question is asked first and the list reloads @full', async () => {
    serve([consent])
    const user = show()
    await user.click(await screen.findByRole('button', { name: 'Consent' }))
    const details = within(await screen.findByRole('dialog', { name: 'Edit Document' }))
    await user.click(await details.findByRole('button', { name: 'Delete' }))

    const question = within(
      await screen.findByRole('alertdialog', {
        name: 'Are you sure you want to remove this document from this session?',
      }),
    )
    await user.click(question.getByRole('button', { name: 'Remove' }))
    expect(await screen.findByText('No documents linked yet.')).toBeInTheDocument()
  })

  test('[SE-11] given the question, when it is declined, then the document stays @full', async () => {
    const forms = [consent]
    serve(forms)
    const user = show()
    await user.click(await screen.findByRole('button', { name: 'Consent' }))
    await user.click(await screen.findByRole('button', { name: 'Delete' }))
    const question = within(await screen.findByRole('alertdialog'))
    await user.click(question.getByRole('button', { name: 'Cancel' }))

    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument())
    expect(forms).toHaveLength(1)
  })

  test('given a document with a file, when Download is pressed, then it is fetched with the token and saved @full', async () => {
    serve([consent])
    let authorization: string | null = null
    server.use(
      http.get(at(`sessionforms/${id(30)}/file`), ({ request }) => {
        authorization = request.headers.get('Authorization')
        return new HttpResponse('%PDF', { headers: { 'content-type': 'application/pdf' } })
      }),
    )
    const saved: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
      saved.push(this.download)
    })
    const user = show()
    await user.click(await screen.findByRole('button', { name: 'Consent' }))
    await user.click(await screen.findByRole('button', { name: 'Download' }))

    await waitFor(() => expect(saved).toEqual(['Consent.pdf']))
    expect(authorization).toMatch(/^Bearer /)
  })
})
