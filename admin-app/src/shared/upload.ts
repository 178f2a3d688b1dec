import { idempotencyKeyHeader, newIdempotencyKey } from '@agency/contract/idempotency'
import type { PdfPictures } from '@agency/contract/pdf-checks'
import { isUnanswered, UploadLostError, UploadRefusedError } from '@agency/http-client/call-error'
import { retryUnanswered } from '@agency/http-client/retry-policy'
import { apiAddress, bearer, followExpiry } from './api'
import { readRefusal } from './api-error'
import { confirm } from './dialogs/dialogs'
import { formContent, submissionKey } from './dialogs/submission'
import { useLogin } from './login-store'

/** From this size on, in bytes, a PDF is uploaded with the question whether its pictures could be smaller. */
const largePdf = 10 * 2 ** 20

/**
 * Uploads a PDF to be signed, as `upload` does. If a large one has pictures with more pixels than its pages need, staff choose
 * whether they become smaller; the file is then sent again with the answer.
 */
export async function uploadPdf(path: string, form: FormData, options: UploadOptions): Promise<unknown> {
  const file = form.get('file')
  if (!(file instanceof File) || file.size <= largePdf) return upload(path, form, options)
  try {
    return await upload(path, withPictures(form, 'ask'), options)
  } catch (error) {
    const body = readRefusal(error)?.body
    if (body?.code !== 'PDF_PICTURES_LARGE') throw error
    const labels = { title: 'A large PDF', confirmLabel: 'Make smaller', cancelLabel: 'Keep as it is' }
    const isSmaller = await confirm(body.message, labels)
    return upload(path, withPictures(form, isSmaller ? 'smaller' : 'keep'), options)
  }
}

/** The same form with what becomes of pictures, before the file, which is the last part. */
function withPictures(form: FormData, pictures: PdfPictures): FormData {
  const answered = new FormData()
  answered.set('pictures', pictures)
  for (const [name, value] of form) answered.append(name, value)
  return answered
}

interface UploadOptions {
  /** Called with a fraction from 0 to 1. */
  readonly onProgress: (fraction: number) => void
  /** Aborts the upload. */
  readonly signal?: AbortSignal
}

/**
 * Posts a form with a file and reports its progress. An unanswered upload is retried with the same Idempotency-Key, so
 * that nothing is stored twice.
 * @returns the body of the answer
 * @throws UploadRefusedError when the server refuses; UploadLostError when it can't be reached; AbortError when aborted
 */
export async function upload(path: string, form: FormData, options: UploadOptions): Promise<unknown> {
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

/** The parsed body; null when it is not JSON, such as the error page of a proxy. */
function readBody(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
