import type { FieldDescription } from '@agency/contract/client-fields'
import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { apiBase, at, server } from '../../testing/server'

// What CONTRIBUTING.md promises: a line in client-fields.ts is all that the back office needs for a new field.
const place = { card: 'personal', dialog: 'personal' } as const
const added: readonly FieldDescription[] = [
  { name: 'blood_type', label: 'Blood Type', kind: 'choice', options: ['A', 'B', 'AB', '0'], ...place },
  { name: 'gym_card', label: 'Gym Card', kind: 'text', encrypted: 'identity', mask: 'last-four', ...place },
  { name: 'hair_color', label: 'Hair Color', kind: 'text', list: { heading: 'Hair', place: 6 }, ...place },
]
const values = { blood_type: 'AB', gym_card: 'GC-889123', hair_color: 'red' }

let app: typeof import('../../testing/render-app')
let fixtures: typeof import('../../testing/fixtures')

// Test files share their modules (`isolate: false`). This file loads its own, and has the next file load them again.
beforeAll(async () => {
  vi.resetModules()
  vi.doMock('@agency/contract/client-fields', async (original) => {
    const { clientFields, ...rest } = await original<typeof import('@agency/contract/client-fields')>()
    return { ...rest, clientFields: [...clientFields, ...added] }
  })
  const { connectApi } = await import('../../shared/api')
  connectApi(apiBase)
  app = await import('../../testing/render-app')
  fixtures = await import('../../testing/fixtures')
})

afterAll(() => {
  vi.doUnmock('@agency/contract/client-fields')
  vi.resetModules()
})

beforeEach(() => {
  app.signIn()
})

describe('a new line in client-fields.ts', () => {
  test('given a field with a list column, when the list is shown, then it has the heading, the cell and the order @full', async () => {
    const asked: string[] = []
    server.use(
      http.get(at('clients/counts'), () => HttpResponse.json(fixtures.counts)),
      http.get(at('clients'), ({ request }) => {
        asked.push(new URL(request.url).searchParams.get('sort') ?? '')
        return HttpResponse.json([{ ...fixtures.listed(), hair_color: 'red' }], { headers: { 'X-Total-Count': '1' } })
      }),
    )
    const user = app.renderApp('/admin/clients')

    const row = await screen.findByRole('row', { name: /Maria Alvarez/ })
    expect(within(row).getByText('red')).toHaveAttribute('data-label', 'Hair')
    await user.click(screen.getByRole('button', { name: 'Hair' }))
    expect(await screen.findByRole('columnheader', { name: 'Hair' })).toHaveAttribute('aria-sort', 'ascending')
    await vi.waitFor(() => expect(asked.at(-1)).toBe('hair_color'), { timeout: 20_000 })
  })

  test('given fields, when the record is shown, then its card, search and dialog have them, masked where described @full', async () => {
    const record = { ...fixtures.client(), ...values }
    const sent: unknown[] = []
    server.use(
      http.get(at(`clients/${record.id}`), () => HttpResponse.json({ ...record, gym_card: '••••9123' })),
      http.post(at(`clients/${record.id}/reveals`), () => HttpResponse.json({ values: { gym_card: values.gym_card } })),
      http.put(at(`clients/${record.id}`), async ({ request }) => {
        sent.push(await request.json())
        return HttpResponse.json(record)
      }),
    )
    const user = app.renderApp(`/admin/clients/${record.id}`)

    const card = within(await screen.findByRole('region', { name: 'Personal Information' }))
    expect(card.getByText('Blood Type').nextElementSibling).toHaveTextContent('AB')
    expect(card.getByText('Gym Card').nextElementSibling).toHaveTextContent('••••9123')
    await user.type(screen.getByRole('combobox', { name: 'Find in record' }), 'blood')
    expect(await screen.findByRole('option', { name: /Blood Type/ })).toBeInTheDocument()

    await user.click(card.getByRole('button', { name: /Edit Personal/ }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(await dialog.findByLabelText('Gym Card')).toHaveValue('GC-889123')
    await user.selectOptions(dialog.getByLabelText('Blood Type'), 'B')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await vi.waitFor(() => expect(sent).toHaveLength(1), { timeout: 20_000 })
    expect(sent[0]).toMatchObject({ ...values, blood_type: 'B' })
  })
})
