import { useEffect, useRef, useState } from 'react'
import { type Outcome, verifyDocument } from './verify-api.ts'

export interface Verified {
  readonly file: File
  readonly outcome?: Outcome
}

/** Verifies one document at a time: choosing another discards the first answer. */
export function useVerification() {
  const [verified, setVerified] = useState<Verified>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  async function verify(file: File) {
    running.current?.abort()
    const own = new AbortController()
    running.current = own
    setVerified({ file })
    const outcome = await verifyDocument(file, own.signal)
    if (!own.signal.aborted) setVerified({ file, outcome })
  }

  return { verified, verify }
}
