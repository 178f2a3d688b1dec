import { clientCards } from '@agency/contract/client-fields'
import type { ClientRecord } from '@agency/contract/clients'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { violations } from '../../../testing/accessibility'
import { client, counts, id } from '../../../testing/fixtures'
import { renderApp, signIn } from '../../../testing/render-app'
import { at, server } from '../../../testing/server'

const path = `/admin/clients/${id(1)}`

function show(record: ClientRecord) {
  server.use(
    http.get(at(`clients/${id(1)}`), () => HttpResponse.json(record)),
    http.get(at(`clients/${id(1)}/sessions`), () => HttpResponse.json([])),
  )
  return renderApp(path)
}

/** The value that stands beside a label in a card. */
async function shown(card: string, label: string): Promise<string | null> {
  const region = within(await screen.findByRole('region', { name: card }))
  return region.getByText(label).nextElementSibling?.textContent ?? null
}

beforeEach(() => {
  signIn()
  vi.setSystemTime(new Date(2026, 10, 21, 12))
})
afterEach(() => {
  vi.useRealTimers()
})

describe('the client page', () => {
  test('[CD-01] given a client, when it loads, then the header has name, birth date and age', async () => {
    const user = show(client({ dob: '1961-12-04' }))

    expect(await screen.findByText('Loading client...')).toBeInTheDocument()
    expect(await screen.findByRole('heading', { name: 'Maria Alvarez', level: 1 })).toBeInTheDocument()
    expect(screen.getByText('12/4/1961 (age 64)', { selector: 'header *' })).toBeInTheDocument()
    expect(screen.getByText('active')).toBeInTheDocument()

    server.use(
      http.get(at('clients'), () => HttpResponse.json([], { headers: { 'X-Total-Count': '0' } })),
      http.get(at('clients/counts'), () => HttpResponse.json(counts)),
    )
    await user.click(screen.getByRole('link', { name: 'Back to clients' }))
    expect(await screen.findByRole('heading', { name: 'Clients' })).toBeInTheDocument()
  })

  test('[CD-02] given a client, when it shows, then there is a card for each section', async () => {
    show(client())
    await screen.findByRole('heading', { name: 'Maria Alvarez' })

    const { header: _header, ...cards } = clientCards
    const titles = screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)
    expect(titles).toEqual(Object.values(cards))
    expect(
      within(screen.getByRole('region', { name: 'Bank Information' })).getByText('Nothing recorded yet.'),
    ).toBeVisible()
    await screen.findByText('No sessions yet.')
    expect(await violations()).toEqual([])
  })

  test('[CD-08] given sensitive values, when the cards show, then they are masked', async () => {
    show(
      client({
        ssn: '123-45-6789',
        dl_or_ppnumber: 'D1234567',
        routing_number: '067014822',
        account_number: '0001234567',
        card_number: '4111111111111111',
        cvc: '123',
        mp_pass: 'hunter2',
      }),
    )

    expect(await shown('Personal Information', 'SSN')).toBe('***-**-6789')
    expect(await shown('Personal Information', 'DL / Passport Number')).toBe('••••4567')
    expect(await shown('Bank Information', 'Routing Number')).toBe('••••4822')
    expect(await shown('Bank Information', 'Account Number')).toBe('••••4567')
    expect(await shown('Card Information', 'Card Number')).toBe('••••1111')
    expect(await shown('Card Information', 'CVC')).toBe('••••123')
    expect(await shown('Logins', 'Marketplace Password')).toMatch(/^•+$/)
    expect(document.body.textContent).not.toMatch(/hunter2|45-6789|1111111/)
  })

  test('[CD-14] [CD-15] [CL-06] given phones and a follow-up, when the cards show, then they are formatted', async () => {
    show(client({ primary_phone: '1 (305) 555-0187', secondary_phone: 'ask Carlos', next_f_u_date: '2026-12-04' }))

    expect(await shown('Contact Information', 'Primary Phone')).toBe('305-555-0187')
    expect(await shown('Contact Information', 'Secondary Phone')).toBe('ask Carlos')
    expect(await shown('Contact Information', 'Address')).toBe('-')
    expect(await shown('Sessions', 'Next Follow-Up')).toBe('December 4, 2026 (in 13 days)')
  })

  test('given notes with markup, when the card shows, then only harmless markup is rendered', async () => {
    const notes =
      '<p data-align="center"><strong>Called</strong><script>alert(1)</script><img src=x onerror=alert(1)></p>'
    show(client({ notes }))

    const card = await screen.findByRole('region', { name: 'Notes' })
    expect(within(card).getByText('Called').tagName).toBe('STRONG')
    expect(card.querySelector('[data-align="center"]')).not.toBeNull()
    expect(card.querySelector('script, img')).toBeNull()
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
