import { clientDialogs, clientFields, type DialogName } from '@agency/contract/client-fields'
import { maskValue } from '@agency/contract/client-mask'
import { type ClientRecord, clearMarker } from '@agency/contract/clients'
import type { RevealFields } from '@agency/contract/reveals'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect } from 'vitest'
import { id, parseClient } from './fixtures'
import { renderApp } from './render-app'
import { at, server } from './server'

export interface Put {
  readonly version: string | null
  readonly body: Record<string, unknown>
}

/** Serves a record that can be saved, as the API does. Returns the PUTs that it received. */
export function serveClient(record: ClientRecord): Put[] {
  let stored = record
  const puts: Put[] = []
  server.use(
    http.get(at(`clients/${id(1)}`), () => HttpResponse.json(masked(stored))),
    http.get(at(`clients/${id(1)}/sessions`), () => HttpResponse.json([])),
    http.put<never, Record<string, unknown>>(at(`clients/${id(1)}`), async ({ request }) => {
      const body = await request.json()
      puts.push({ version: request.headers.get('If-Match'), body })
      const values = Object.entries(body).map(([name, value]) => [name, value === clearMarker ? null : value])
      stored = parseClient({ ...stored, ...Object.fromEntries(values), version: stored.version + 1 })
      return HttpResponse.json(masked(stored))
    }),
  )
  serveReveals(() => stored)
  return puts
}

/** The record as the server answers it: with masks. */
export function masked(record: ClientRecord): ClientRecord {
  const masks = clientFields.flatMap(({ name, mask }) =>
    mask === undefined || record[name] === null ? [] : [[name, maskValue(String(record[name]), mask)]],
  )
  return { ...record, ...Object.fromEntries(masks) }
}

/** Reveals masked fields of a record, as the API does. Returns the bodies that it received. */
export function serveReveals(record: () => ClientRecord): unknown[] {
  const reveals: unknown[] = []
  server.use(
    http.post<never, RevealFields>(at(`clients/${id(1)}/reveals`), async ({ request }) => {
      const body = await request.json()
      reveals.push(body)
      return HttpResponse.json({ values: Object.fromEntries(body.fields.map((name) => [name, record()[name]])) })
    }),
  )
  return reveals
}

/** Opens a dialog on the client's page. */
export async function openDialog(dialog: DialogName) {
  const user = renderApp(`/admin/clients/${id(1)}`)
  await unfoldEmptySections(user)
  await user.click(await screen.findByRole('button', { name: clientDialogs[dialog] }))
  const modal = within(await screen.findByRole('dialog', { name: clientDialogs[dialog] }))
  await modal.findByRole('button', { name: 'Save' })
  return { user, modal }
}

/** Shows the sections of the record that have no value. */
export async function unfoldEmptySections(user: ReturnType<typeof renderApp>): Promise<void> {
  const toggle = await screen.findByRole('button', { name: /empty sections?$/ })
  if (toggle.getAttribute('aria-expanded') === 'false') await user.click(toggle)
}

/** Resolves once no dialog is open. */
export const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
