import type { ClientTexts } from '@agency/contract/texts'
import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { violations } from '../../../testing/accessibility'
import { client, id } from '../../../testing/fixtures'
import { renderApp, signIn } from '../../../testing/render-app'
import { at, server } from '../../../testing/server'

const url = at(`clients/${id(1)}/texts`)
type Stopped = ClientTexts['numbers'][number]['stopped']
const textsOf = (stopped: Stopped): ClientTexts => ({ numbers: [{ field: 'primary_phone', to: '•••0187', stopped }] })

async function show(texts: ClientTexts) {
  server.use(
    http.get(at(`clients/${id(1)}`), () => HttpResponse.json(client({ primary_phone: '3055550187' }))),
    http.get(url, () => HttpResponse.json(texts)),
  )
  const user = renderApp(`/admin/clients/${id(1)}`)
  return { user, list: within(await screen.findByRole('list', { name: 'Text messages' })) }
}

beforeEach(() => {
  signIn()
})

describe('text messages on the record', () => {
  test('given a number that gets them, when Do not text is pressed and then Allow texts, then the server is asked, and the record says so @full', async () => {
    const bodies: unknown[] = []
    server.use(
      http.put(url, async ({ request }) => {
        const body = await request.json()
        bodies.push(body)
        const stopped = { by: 'staff', at: '2026-11-20T15:04:05.000Z', admin_name: 'Dana Reyes' } as const
        return HttpResponse.json(textsOf(bodies.length === 1 ? stopped : null))
      }),
    )
    const { user, list } = await show(textsOf(null))
    expect(await list.findByText('Gets text messages')).toBeInTheDocument()
    await user.click(list.getByRole('button', { name: 'Do not text Primary Phone' }))
    expect(await list.findByText(/^No text messages: stopped by Dana Reyes on Nov 20, 2026$/)).toBeInTheDocument()
    expect(await violations()).toEqual([])
    await user.click(list.getByRole('button', { name: 'Allow texts to Primary Phone' }))
    expect(await list.findByText('Gets text messages')).toBeInTheDocument()
    expect(bodies).toEqual([
      { field: 'primary_phone', stopped: true },
      { field: 'primary_phone', stopped: false },
    ])
  })

  test('given a client who replied STOP, when the record shows, then it says so, and staff cannot lift it @full', async () => {
    const { list } = await show(textsOf({ by: 'client', at: '2026-11-20T15:04:05.000Z', admin_name: null }))
    expect(await list.findByText(/^No text messages: the client replied STOP on Nov 20, 2026$/)).toBeInTheDocument()
    expect(list.queryByRole('button')).not.toBeInTheDocument()
  })

  test('given an entry that is no number for texts, when the record shows, then it says so @full', async () => {
    const { list } = await show({ numbers: [] })
    expect(await list.findByText('This number cannot get text messages.')).toBeInTheDocument()
  })
})
