import type { SignBody } from 'contract/esign'
import { create } from 'zustand'

export type Signature = SignBody['signature']

interface Adopted {
  readonly sessionId: string
  readonly name: string
  readonly signature: Signature
}

interface AdoptedState {
  readonly adopted: Adopted | null
  readonly adopt: (adopted: Adopted) => void
}

/**
 * The signature that the client made in this session, to be offered again for the next document. It stays in memory: a
 * signature is nothing to leave behind in a browser.
 */
export const useAdoptedSignature = create<AdoptedState>((set) => ({
  adopted: null,
  adopt: (adopted) => set({ adopted }),
}))
