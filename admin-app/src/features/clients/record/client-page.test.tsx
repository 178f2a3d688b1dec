import type { ClientRecord } from '@agency/contract/clients'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { client, id } from '../../../testing/fixtures'
import { renderApp, signIn } from '../../../testing/render-app'
import { at, server } from '../../../testing/server'

const path = `/admin/clients/${id(1)}`

function show(record: ClientRecord, hash = '') {
  server.use(
    http.get(at(`clients/${id(1)}`), () => HttpResponse.json(record)),
    http.get(at(`clients/${id(1)}/sessions`), () => HttpResponse.json([])),
  )
  return renderApp(path + hash)
}

beforeEach(() => {
  signIn()
  vi.setSystemTime(new Date(2026, 10, 21, 12))
})
afterEach(() => {
  vi.useRealTimers()
})

describe('the client page', () => {
  test('given notes with markup, when the card shows, then only harmless markup is rendered', async () => {
    const notes =
      '<p data-align="center"><strong>Called</strong><script>alert(1)</script><img src=x onerror=alert(1)></p>'
    show(client({ notes }))

    const card = await screen.findByRole('region', { name: 'Notes' })
    expect(within(card).getByText('Called').tagName).toBe('STRONG')
    expect(card.querySelector('[data-align="center"]')).not.toBeNull()
    expect(card.querySelector('script, img')).toBeNull()
  })

  test('[HO-10] given an address with the last section, when the record arrives, then that section has the focus', async () => {
    show(client({ bank_name: 'Coastal', name_of_pcp: 'Dr. Ortiz' }), '#section-care-team')

    await waitFor(() => expect(document.getElementById('section-care-team')).toHaveFocus())
  })

  test.each([
    [404, 'This client was not found.'],
    [500, 'The client could not be loaded.'],
  ])('given an answer of %i, when the page loads, then it says %s', async (status, message) => {
    server.use(http.get(at(`clients/${id(1)}`), () => HttpResponse.json({}, { status })))
    renderApp(path)

    expect(await screen.findByRole('alert')).toHaveTextContent(message)
    await waitFor(() => expect(screen.queryByText('Loading client...')).not.toBeInTheDocument())
  })
})
