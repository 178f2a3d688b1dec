import type { SessionForm } from '@agency/contract/session-forms'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { violations } from '../../testing/accessibility'
import { id, session, sessionForm } from '../../testing/fixtures'
import { renderApp, signIn } from '../../testing/render-app'
import { at, server } from '../../testing/server'

const failed = sessionForm({
  status: 'signed',
  envelope_id: id(60),
  error: 'Its stored file was altered or damaged. Restore the file from a backup.',
  sealing_failed_at: '2026-11-22T10:00:00.000Z',
  frozen_fields: ['title', 'status', 'created_at', 'sent_at', 'read_at', 'signed_at', 'source_template_id'],
})

/** Serves one document; retrying answers as given, or has it sealed. */
function serve(refusal?: () => Response): { retries: number } {
  const seen = { retries: 0 }
  let now: SessionForm = failed
  server.use(
    http.get(at(`sessionforms/session/${id(10)}`), () => HttpResponse.json({ success: true, data: [now] })),
    http.post(at(`sessionforms/${id(30)}/retry-sealing`), () => {
      seen.retries += 1
      if (refusal) return refusal()
      now = { ...failed, error: null, sealing_failed_at: null }
      return HttpResponse.json(now)
    }),
  )
  return seen
}

const show = () => renderApp(`/admin/clients/${id(1)}/sessions/ABCDEFGHJKMN`)
const notice = () => screen.findByText(/is signed, but could not be sealed/)

beforeEach(() => {
  signIn()
  server.use(http.get(at('session/ABCDEFGHJKMN/details'), () => HttpResponse.json(session())))
})

describe('a signed document that could not be sealed', () => {
  test('given an unsealed document, when its session shows, then a notice gives the reason, and a successful retry removes it @full', async () => {
    const seen = serve()
    const user = show()
    expect(await notice()).toHaveTextContent('could not be sealed: Its stored file was altered or damaged.')
    expect(await violations()).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Retry Sealing' }))
    expect(await screen.findByText('signed')).toBeInTheDocument()
    await waitFor(() => expect(screen.queryByText(/could not be sealed/)).not.toBeInTheDocument())
    expect(seen.retries).toBe(1)
  })

  test('given an unsealed document, when it is opened, then it can be voided, and its file is called the unsigned original @full', async () => {
    serve()
    const user = show()
    await notice()
    await user.click(screen.getByRole('button', { name: 'Open Document' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Document' }))
    expect(dialog.getByRole('button', { name: 'Retry Sealing' })).toBeInTheDocument()
    expect(dialog.getByRole('button', { name: 'Void' })).toBeInTheDocument()
    expect(dialog.getByRole('button', { name: 'Download Unsigned Original' })).toBeInTheDocument()
  })

  test('given a document that was sealed meanwhile, when it is retried, then the reason is alerted', async () => {
    const message = 'Sealing has not failed for this document, so there is nothing to retry.'
    serve(() => HttpResponse.json({ code: 'WRONG_STATE', message }, { status: 409 }))
    const user = show()
    await notice()
    await user.click(screen.getByRole('button', { name: 'Retry Sealing' }))
    expect(await screen.findByRole('alertdialog', { name: message })).toBeInTheDocument()
  })
})
