import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { admin, id } from './fixtures'
import { renderApp } from './render-app'
import { at, server } from './server'

/** A staff member other than the logged-in one. */
export const lee = admin({
  id: id(41),
  username: 'lee',
  email: 'lee@example.com',
  role: 'standard',
  first_name: 'Lee',
  last_name: 'Ortiz',
})

/** An error answer of the API. */
export const refused = (status: number, code: string, details?: readonly object[]) =>
  HttpResponse.json({ code, message: 'The rules forbid it.', details }, { status })

/** Answers a call. Returns the bodies that it received. */
export function answer(method: 'post' | 'put' | 'delete', path: string, respond: () => Response): unknown[] {
  const bodies: unknown[] = []
  server.use(
    http[method](at(path), async ({ request }) => {
      bodies.push(method === 'delete' ? null : await request.json())
      return respond()
    }),
  )
  return bodies
}

/** Opens the page of that staff member. */
export async function editLee() {
  server.use(
    http.get(at(`admin/${lee.id}`), () => HttpResponse.json(lee)),
    http.get(at(`admin/${lee.id}/holdings`), () => HttpResponse.json({ clients: 0, shared_views: 0 })),
  )
  const user = renderApp(`/admin/admins/${lee.id}`)
  await screen.findByLabelText('First Name')
  return user
}
