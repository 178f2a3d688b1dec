import Fastify from 'fastify'
import { describe, expect, it, onTestFinished } from 'vitest'
import { EsignFailed, StoreUnavailable } from '../errors.ts'
import { errorAnswers } from './error-answers.ts'

/** The answer to a call that fails with an error. */
async function answerTo(error: Error) {
  const app = Fastify()
  onTestFinished(() => app.close())
  await app.register(errorAnswers, { findLastChange: async () => undefined })
  app.post('/', async () => {
    throw error
  })
  const answer = await app.inject({ method: 'POST', url: '/' })
  return { status: answer.statusCode, body: answer.json() }
}

const failure = (code: string) => Object.assign(new Error('base/5/16384: No space left'), { code })

describe('the answer of a call', () => {
  it.each([
    ['the database', failure('53100')],
    ['the system', failure('ENOSPC')],
    ['a quota', failure('EDQUOT')],
    ['the file store', new StoreUnavailable({ cause: failure('ENOSPC') })],
    ['a provider, whose answer cannot be stored', new EsignFailed('failed', failure('53100'))],
  ])('given that it fails by the full disk of %s, when answered, then 507 says so in words', async (_whose, error) => {
    expect(await answerTo(error)).toEqual({
      status: 507,
      body: { code: 'DISK_FULL', message: expect.stringMatching(/^The disk is full, so nothing can be saved\./) },
    })
  })

  it.each([
    ['53200', 503, 'UNAVAILABLE'],
    ['ECONNRESET', 503, 'UNAVAILABLE'],
    ['23505', 500, 'INTERNAL'],
  ])('given that it fails with %s, when answered, then %i %s', async (code, status, name) => {
    const answer = await answerTo(failure(code))
    expect([answer.status, answer.body.code]).toEqual([status, name])
    expect(answer.body.message).not.toContain('No space')
  })
})
