export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface Call {
  method?: Method
  headers?: Readonly<Record<string, string>>
  /** Sent as JSON. */
  body?: unknown
  /** Sent as multipart/form-data. */
  form?: FormData
}

/** Sends one call. @param path below a base address, such as `/clients` */
export type Send = (path: string, call?: Call) => Promise<Response>

/** Looks at an answer before the test gets it. @throws when the answer is wrong */
export type CheckAnswer = (method: Method, path: string, answer: Response) => Promise<void>

/**
 * Sends calls with fetch and follows no redirect.
 * @param base such as `http://localhost:8080/admin/_api`
 * @param common headers of every call
 */
export function sendTo(base: string, common: Readonly<Record<string, string>> = {}, check?: CheckAnswer): Send {
  return async (path, { method = 'GET', headers, body, form } = {}) => {
    const json: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
    const answer = await fetch(base + path, {
      method,
      redirect: 'manual',
      headers: { ...json, ...common, ...headers },
      body: form ?? (body === undefined ? null : JSON.stringify(body)),
    })
    await check?.(method, path, answer)
    return answer
  }
}

/** The staff's API of a product. @param origin of the staff's host */
export const sendToStaffApi = (origin: string, check?: CheckAnswer): Send => sendTo(`${origin}/admin/_api`, {}, check)

/** The portal's API, called from a page of the same origin. */
export const sendToPortalApi = (origin: string, check?: CheckAnswer): Send =>
  sendTo(`${origin}/session/_api`, { origin }, check)

/** The JSON of a successful answer. @throws with status and body of any other */
export async function answered<T>(asked: Promise<Response>): Promise<T> {
  const answer = await asked
  if (!answer.ok) throw new Error(`${answer.status} ${answer.url}: ${await answer.text()}`)
  return answer.json()
}

/** Throws unless the answer is a success; its body is not read. */
export async function succeeded(asked: Promise<Response>): Promise<void> {
  const answer = await asked
  if (!answer.ok) throw new Error(`${answer.status} ${answer.url}: ${await answer.text()}`)
  await answer.body?.cancel()
}

/** Sends JSON to a full address, from a page of its own origin. */
export const sendJson = (
  url: string,
  method: Method,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> => sendTo('', { origin: new URL(url).origin })(url, { method, body, headers })
