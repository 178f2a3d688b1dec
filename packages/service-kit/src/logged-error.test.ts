import { describe, expect, it } from 'vitest'
import { loggedError } from './logged-error.ts'

const canary = 'canary-41'
class DatabaseError extends Error {
  code = '23505'
  detail = `Key (email)=(${canary}) already exists.`
  where = `parameter $1 = '${canary}'`
  parameters = [canary]
  constraint = 'admins_username'
  table = 'admins'
}

const parserError = () => {
  try {
    JSON.parse(`{"a": ${canary}`)
  } catch (error) {
    return error
  }
}

describe('an error in the log', () => {
  it.each([
    ['of the database', new DatabaseError(`invalid input syntax: "${canary}"\n    at ${canary}`)],
    ['of a parser', parserError()],
    ['with such a cause', new Error('a job failed', { cause: new DatabaseError(canary) })],
    ['of no error at all', canary],
  ])('given an error %s, when logged, then nothing of what was sent', (_which, error) => {
    expect(JSON.stringify(loggedError(error))).not.toContain(canary)
  })

  it('given an error of the database, when logged, then which rule was broken and where', () => {
    const { stack, message, ...rest } = loggedError(new DatabaseError(canary))
    expect(rest).toEqual({ type: 'DatabaseError', code: '23505', constraint: 'admins_username', table: 'admins' })
    expect(message).toContain('withheld')
    expect(stack).toContain('logged-error.test.ts')
  })

  it('given an error of our own or of the system, when logged, then its message too', () => {
    expect(loggedError(new Error('no pool')).message).toBe('no pool')
    expect(loggedError(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })).message).toBe('refused')
  })
})
