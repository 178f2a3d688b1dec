import type { Static, TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { tooLarge, unclear } from './docusign-failure.ts'

const timeLimit = 20_000

/** @throws DocusignUnclear without an answer within 20 seconds */
export async function send(url: string, call: RequestInit): Promise<Response> {
  try {
    return await fetch(url, { ...call, redirect: 'error', signal: AbortSignal.timeout(timeLimit) })
  } catch (cause) {
    throw unclear(cause instanceof Error && cause.name === 'TimeoutError' ? 'time-out' : 'no connection', cause)
  }
}

/** @param largest bytes @throws EsignFailed for a larger one, of which no more is read; DocusignUnclear */
export async function readBytes(answer: Response, largest: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of answer.body ?? []) {
      size += chunk.length
      if (size > largest) break
      chunks.push(chunk)
    }
  } catch (cause) {
    throw unclear('a document broke off', cause)
  }
  if (size > largest) throw tooLarge(largest)
  return Buffer.concat(chunks)
}

/** @throws DocusignUnclear */
export async function readJson<T extends TSchema>(answer: Response, schema: T): Promise<Static<T>> {
  try {
    const body: unknown = await answer.json()
    if (Value.Check(schema, body)) return body
  } catch (cause) {
    throw unclear(`broken answer ${answer.status}`, cause)
  }
  throw unclear(`unknown answer ${answer.status}`)
}
