import { S3ServiceException } from '@aws-sdk/client-s3'
import { StoreUnavailable } from '../errors.ts'
import { MissingFile } from './file-store.ts'

export const isMissing = (error: unknown): boolean =>
  error instanceof S3ServiceException && (error.name === 'NoSuchKey' || error.name === 'NotFound')

/** Translates the error of any other request than a read: no answer, or a 5xx or 429, means that the store is unavailable. */
export function storeError(error: unknown): Error {
  if (error instanceof S3ServiceException) {
    const { httpStatusCode: status } = error.$metadata
    return status !== undefined && status < 500 && status !== 429 ? error : new StoreUnavailable({ cause: error })
  }
  return isConnectionError(error) ? new StoreUnavailable({ cause: error }) : asError(error)
}

/** Any other error than a missing object says nothing about the stored bytes: the store is unavailable. */
export const readError = (error: unknown): Error =>
  isMissing(error) ? new MissingFile({ cause: error }) : new StoreUnavailable({ cause: error })

const connectionErrors = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EHOSTUNREACH', 'ENETUNREACH', 'EPIPE', 'ETIMEDOUT'],
  ...['ENOTFOUND', 'EAI_AGAIN'],
])

const isConnectionError = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'TimeoutError' ||
    ('code' in error && typeof error.code === 'string' && connectionErrors.has(error.code)))

const asError = (error: unknown): Error =>
  error instanceof Error ? error : new Error('The store failed', { cause: error })
