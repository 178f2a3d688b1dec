import type { Static, TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { unclear } from './docusign-failure.ts'

const patience = 20_000

/**
 * One exchange with DocuSign; what comes back within 20 seconds is the answer, whatever its status.
 * @throws DocusignUnclear when nothing does
 */
export async function send(url: string, call: RequestInit): Promise<Response> {
  try {
    return await fetch(url, { ...call, redirect: 'error', signal: AbortSignal.timeout(patience) })
  } catch (cause) {
    throw unclear(cause instanceof Error && cause.name === 'TimeoutError' ? 'time-out' : 'no connection', cause)
  }
}

/** @throws DocusignUnclear for a body that breaks off or is something else */
export async function readJson<T extends TSchema>(answer: Response, schema: T): Promise<Static<T>> {
  try {
    const body: unknown = await answer.json()
    if (Value.Check(schema, body)) return body
  } catch (cause) {
    throw unclear(`broken answer ${answer.status}`, cause)
  }
  throw unclear(`unknown answer ${answer.status}`)
}
