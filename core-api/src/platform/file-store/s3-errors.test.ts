import { S3ServiceException } from '@aws-sdk/client-s3'
import { expect, it } from 'vitest'
import { StoreUnavailable } from '../errors.ts'
import { isMissing, storeError } from './s3-errors.ts'

const answered = (name: string, httpStatusCode?: number) =>
  new S3ServiceException({ name, $fault: 'server', message: name, $metadata: httpStatusCode ? { httpStatusCode } : {} })

it.each([
  ['an internal error', answered('InternalError', 500)],
  ['a slow-down', answered('SlowDown', 503)],
  ['too many requests', answered('TooManyRequests', 429)],
  ['an answer without a status', answered('Unknown')],
  ['a refused connection', Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })],
  ['a timeout', Object.assign(new Error('late'), { name: 'TimeoutError' })],
])('given %s, when told, then the store is unavailable for now', (_what, error) => {
  expect(storeError(error)).toBeInstanceOf(StoreUnavailable)
  expect(storeError(error).cause).toBe(error)
})

it.each([
  ['a refusal', answered('AccessDenied', 403)],
  ['a fault of ours', new TypeError('not a function')],
])('given %s, when told, then it stays what it is', (_what, error) => {
  expect(storeError(error)).toBe(error)
})

it('given answers, when asked, then only a missing object is missing, not a missing bucket', () => {
  expect([answered('NoSuchKey', 404), answered('NotFound', 404), answered('NoSuchBucket', 404)].map(isMissing)).toEqual(
    [true, true, false],
  )
})
