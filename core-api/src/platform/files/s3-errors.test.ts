import { S3ServiceException } from '@aws-sdk/client-s3'
import { expect, it } from 'vitest'
import { StoreUnavailable } from '../errors.ts'
import { MissingFile } from './file-store.ts'
import { isMissing, readError, storeError } from './s3-errors.ts'

const answered = (name: string, httpStatusCode?: number) =>
  new S3ServiceException({ name, $fault: 'server', message: name, $metadata: httpStatusCode ? { httpStatusCode } : {} })

it.each([
  ['an internal error', answered('InternalError', 500)],
  ['a slow-down', answered('SlowDown', 503)],
  ['too many requests', answered('TooManyRequests', 429)],
  ['an answer without a status', answered('Unknown')],
  ['a refused connection', Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })],
  ['a host without a route', Object.assign(new Error('connect'), { code: 'EHOSTUNREACH' })],
  ['a timeout', Object.assign(new Error('late'), { name: 'TimeoutError' })],
])('given %s, when told, then the store is unavailable for now', (_what, error) => {
  expect(storeError(error)).toBeInstanceOf(StoreUnavailable)
  expect(storeError(error).cause).toBe(error)
})

it.each([
  ['a refusal', answered('AccessDenied', 403)],
  ['a fault of ours', new TypeError('not a function')],
])('given %s of a write, when told, then it stays what it is', (_what, error) => {
  expect(storeError(error)).toBe(error)
})

it('given answers, when asked, then only a missing object is missing, not a missing bucket', () => {
  expect([answered('NoSuchKey', 404), answered('NotFound', 404), answered('NoSuchBucket', 404)].map(isMissing)).toEqual(
    [true, true, false],
  )
})

it.each([
  ['an expired token', answered('ExpiredToken', 400)],
  ['a clock that is wrong', answered('RequestTimeTooSkewed', 403)],
  ['a missing bucket', answered('NoSuchBucket', 404)],
  ['no credentials', Object.assign(new Error('no provider'), { name: 'CredentialsProviderError' })],
  ['a network without a route', Object.assign(new Error('connect'), { code: 'ENETUNREACH' })],
])(
  'given %s, when an object is read, then the store is unavailable, and the object neither missing nor damaged',
  (_what, error) => {
    expect(readError(error)).toBeInstanceOf(StoreUnavailable)
    expect(readError(error).cause).toBe(error)
    expect(readError(answered('NoSuchKey', 404))).toBeInstanceOf(MissingFile)
  },
)
