import { idempotencyKeyHeader, newIdempotencyKey } from '@agency/contract/idempotency'
import { repeats } from '@agency/http-client/repeated-call'
import { apiAddress, bearer, followExpiry, repeatPause } from './api'
import { isUnanswered, UploadLostError, UploadRefusedError } from './api-error'
import { useLogin } from './login-store'

interface UploadOptions {
  /** Called with a fraction from 0 to 1. */
  readonly onProgress: (fraction: number) => void
  /** Breaks the upload off. */
  readonly signal?: AbortSignal
}

/**
 * Posts a form with a file, and tells how much of it is on its way. One that got no answer is sent again, with the same
 * key: what did arrive is not stored twice.
 * @returns the body of the answer
 * @throws UploadRefusedError when the server refuses; UploadLostError when it can't be reached; AbortError when it is broken off
 */
export async function upload(path: string, form: FormData, options: UploadOptions): Promise<unknown> {
  const key = newIdempotencyKey()
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await sendForm(path, form, { ...options, key })
    } catch (error) {
      if (attempt > repeats || !isUnanswered(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, repeatPause(attempt)))
      options.signal?.throwIfAborted()
    }
  }
}

/** By XMLHttpRequest: `fetch` reports no progress of what it sends, except as a stream, which needs HTTP/2 and Chromium. */
function sendForm(path: string, form: FormData, options: UploadOptions & { readonly key: string }): Promise<unknown> {
  const { onProgress, signal, key } = options
  const token = useLogin.getState().login?.token
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', apiAddress(path))
    request.setRequestHeader(idempotencyKeyHeader, key)
    if (token !== undefined) request.setRequestHeader('Authorization', bearer(token))
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total)
    request.onerror = () => reject(new UploadLostError('The upload did not reach the server.'))
    request.onload = () => {
      followExpiry(token, request.status)
      const body = readBody(request.responseText)
      if (request.status >= 200 && request.status < 300) resolve(body)
      else reject(new UploadRefusedError(request.status, body))
    }
    signal?.addEventListener('abort', () => {
      request.abort()
      reject(signal.reason)
    })
    request.send(form)
  })
}

/** An answer that is not JSON (a proxy's error page) has no body for us. */
function readBody(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
