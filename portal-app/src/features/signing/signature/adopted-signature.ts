import type { SignBody } from '@agency/contract/esign'
import { create } from 'zustand'
import { useOpenSession } from '../../../shared/session-store.ts'

export type Signature = SignBody['signature']

export interface Adopted {
  readonly sessionId: string
  readonly name: string
  readonly signature: Signature
  /** Empty as long as no document asked for them. */
  readonly initials: string
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

/** What was adopted in the open session. */
export function useAdopted(): Adopted | undefined {
  const { id } = useOpenSession()
  const adopted = useAdoptedSignature((state) => state.adopted)
  return adopted?.sessionId === id ? adopted : undefined
}

/** The first letters of the parts of a name. */
export function initialsOf(name: string): string {
  const letters = name
    .split(/[\s-]+/)
    .map((part) => [...part].find((character) => /\p{L}/u.test(character)) ?? '')
    .join('')
  return letters.toUpperCase().slice(0, 4)
}

/** Initials stand in the hand of the typed signature. */
export function initialsBody({ signature, initials }: Pick<Adopted, 'signature' | 'initials'>) {
  return { kind: 'typed', text: initials, font: signature.kind === 'typed' ? signature.font : 'great-vibes' } as const
}
