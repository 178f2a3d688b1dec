import type { Verification } from '@agency/contract/esign'
import { api, problemOf } from '../../shared/api.ts'
import type { Problem } from '../../shared/problem.ts'
import { type Fingerprint, fingerprintOf } from './fingerprint.ts'

export type Outcome =
  | { readonly sha256: string; readonly answer: Verification; readonly fault?: undefined }
  | { readonly fault: Exclude<Fingerprint['fault'], undefined> | Problem }

/** The document is not sent, nor are cookies: anyone who holds a document may verify it. */
export async function verifyDocument(file: Blob, signal: AbortSignal): Promise<Outcome> {
  const fingerprint = await fingerprintOf(file)
  if (fingerprint.fault) return fingerprint
  const { sha256 } = fingerprint
  try {
    const answer = await api.get(`verify/${sha256}`, { signal, credentials: 'omit' }).json<Verification>()
    return { sha256, answer }
  } catch (error) {
    return { fault: problemOf(error) }
  }
}
