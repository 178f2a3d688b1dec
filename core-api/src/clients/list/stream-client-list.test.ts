import type { ClientListItem } from '@agency/contract/clients'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { streamClientList } from './stream-client-list.ts'

const client = (n: number) => ({
  id: `01a1fe2c-2b2e-7171-b77b-${String(n).padStart(12, '0')}`,
  client_first_name: `"Inês" ${n}`,
  client_last_name: null,
  dob: '1950-02-28',
  next_f_u_date: null,
  current_health_plan_name: null,
  status: 'active' as const,
  primary_email: null,
  primary_phone: null,
  owner_name: null,
  sessions_waiting: 0,
  tags: [],
  updated_at: '2026-02-28T12:00:00.000Z',
  version: n,
})

async function answerWith(batches: ClientListItem[][]) {
  const app = Fastify()
  app.get('/', (_request, reply) => {
    const total = batches.flat().length
    return streamClientList(reply, {
      total,
      batches: (async function* () {
        yield* batches
      })(),
    })
  })
  return app.inject('/')
}

it.each([[[]], [[[]]], [[[client(1)]]], [[[client(1), client(2)], [client(3)], [client(4), client(5)]]]])(
  'given the batches %j, when they are sent, then as one array, and the total is told',
  async (batches) => {
    const answer = await answerWith(batches)
    expect(answer.json()).toEqual(batches.flat())
    expect(answer.headers).toMatchObject({
      'x-total-count': String(batches.flat().length),
      'content-type': 'application/json; charset=utf-8',
    })
  },
)

it('given a row with more than the list shows, when it is sent, then the rest is left out', async () => {
  const answer = await answerWith([[Object.assign(client(1), { ssn: '900-00-0000' })]])
  expect(answer.payload).not.toContain('900-00-0000')
})
