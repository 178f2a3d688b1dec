import { sessionApi } from '@agency/contract/sessions'
import { teamApi } from '@agency/contract/teams'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { signIn } from '../testing/render-app'
import { at, server } from '../testing/server'
import { UnexpectedAnswerError } from './answer'
import { call, callPage, pathOf } from './call'

const team = {
  id: '01900000-0000-7000-8000-000000000001',
  name: 'Doral',
  members: [],
  created_at: '2026-11-01T00:00:00Z',
  version: 4,
}

test('given parameters, when a path is filled in, then each is encoded, and cannot leave its place in the path', () => {
  expect(pathOf('/session/:code/messages/:id/retry', { code: '../a b', id: 'x/y?z' })).toBe(
    'session/..%2Fa%20b/messages/x%2Fy%3Fz/retry',
  )
})

test('given a version and a body, when a route is called, then both are sent, and its answer is returned', async () => {
  signIn()
  const sent: unknown[] = []
  server.use(
    http.put(at('teams/t1'), async ({ request }) => {
      sent.push(request.headers.get('If-Match'), await request.json())
      return HttpResponse.json(team)
    }),
  )

  expect(await call(teamApi.update, { params: { id: 't1' }, version: 3, body: { name: 'Doral' } })).toEqual(team)
  expect(sent).toEqual(['"3"', { name: 'Doral' }])
})

test('given an answer that is not what the contract describes, when it arrives, then the call fails', async () => {
  signIn()
  server.use(http.get(at('teams'), () => HttpResponse.json([{ ...team, version: 'four' }])))

  await expect(call(teamApi.list)).rejects.toThrow(UnexpectedAnswerError)
})

test('given a page of a list, when it is called, then absent parameters are not sent, and the total is returned', async () => {
  signIn()
  let search = ''
  server.use(
    http.get(at('sessions'), ({ request }) => {
      search = new URL(request.url).search
      return HttpResponse.json([], { headers: { 'X-Total-Count': '12' } })
    }),
  )

  expect(await callPage(sessionApi.list, { query: { q: undefined, limit: 8 } })).toEqual({ rows: [], total: 12 })
  expect(search).toBe('?limit=8')
})
