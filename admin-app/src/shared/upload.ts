import { idempotencyKeyHeader, newIdempotencyKey } from '@agency/contract/idempotency'
import { isUnanswered, UploadLostError, UploadRefusedError } from '@agency/http-client/call-error'
import { retryUnanswered } from '@agency/http-client/retry-policy'
import { apiAddress, bearer, followExpiry } from './api'
import { formContent, submissionKey } from './dialogs/submission'
import { useLogin } from './login-store'

interface UploadOptions {
  /** Called with a fraction from 0 to 1. */
  readonly onProgress?: (fraction: number) => void
  /** Aborts the upload. */
  readonly signal?: AbortSignal
}

/** Retried with the same Idempotency-Key. @throws UploadRefusedError; UploadLostError; AbortError */
export async function uploadForm(path: string, form: FormData, options: UploadOptions): Promise<unknown> {
  const key = submissionKey(apiAddress(path), formContent(form)) ?? newIdempotencyKey()
  return retryUnanswered(() => sendForm(path, form, { ...options, key }), { isUnanswered, signal: options.signal })
}

/** By XMLHttpRequest: `fetch` reports upload progress only for streams, which need HTTP/2 and Chromium. */
function sendForm(path: string, form: FormData, options: UploadOptions & { readonly key: string }): Promise<unknown> {
  const { onProgress, signal, key } = options
  const token = useLogin.getState().login?.token
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', apiAddress(path))
    request.setRequestHeader(idempotencyKeyHeader, key)
    if (token !== undefined) request.setRequestHeader('Authorization', bearer(token))
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total === 0 ? 0 : loaded / total)
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

/** The parsed body; null when it is not JSON, such as the error page of a proxy. */
function readBody(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
