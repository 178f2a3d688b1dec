import { expect, it } from 'vitest'
import { type Answer, describedAnswers } from './described-answers.ts'

const json = (schema: object) => ({ description: 'x', content: { 'application/json': { schema } } })
const counted = { type: 'object', required: ['all'], properties: { all: { type: 'integer' } } }
const about = { summary: 'x', tags: ['x'] }
const check = describedAnswers({
  openapi: '3.1.0',
  paths: {
    '/clients/{id}': {
      get: { ...about, operationId: 'get', responses: { 404: { $ref: '#/components/responses/No' } } },
    },
    '/clients/counts': { get: { ...about, operationId: 'count', responses: { 200: json(counted) } } },
    '/files': {
      get: { ...about, operationId: 'file', responses: { 200: { content: { 'application/pdf': {} } }, 204: {} } },
    },
  },
  components: { responses: { No: json({ $ref: '#/components/schemas/No' }) }, schemas: { No: { type: 'string' } } },
})
const answer = (path: string, status: number, body?: unknown, contentType = 'application/json'): Answer => ({
  method: 'GET',
  path,
  status,
  contentType: body === undefined ? undefined : contentType,
  body: () => body,
})

it.each([
  answer('/clients/counts', 200, { all: 1 }),
  answer('/clients/7', 404, 'no'),
  answer('/files', 200, '', 'application/pdf'),
  answer('/files', 204),
  answer('/nowhere', 404, {}),
])('given an answer that is described, when checked, then it passes: $path $status', async (described) => {
  await expect(check(described)).resolves.toBeUndefined()
})

it.each([
  ['a status that is not declared', answer('/clients/counts', 500, {})],
  ['a body of another shape', answer('/clients/counts', 200, { all: 'one' })],
  ['a shared answer of another shape', answer('/clients/7', 404, {})],
  ['a type that is not declared', answer('/files', 200, {})],
  ['a body where none is declared', answer('/files', 204, {})],
  ['a call that is not described', answer('/nowhere', 200, {})],
])('given %s, when checked, then it is an error', async (_what, undescribed) => {
  await expect(check(undescribed)).rejects.toThrow()
})
