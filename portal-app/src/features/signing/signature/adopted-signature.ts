import type { SignBody } from '@agency/contract/esign'
import { create } from 'zustand'
import { useOpenSession } from '../../../shared/session-store.ts'

export type Signature = SignBody['signature']

export interface Adopted {
  readonly sessionId: string
  readonly name: string
  readonly signature: Signature
  /** Empty while no document had fields for them. */
  readonly initials: string
}

interface AdoptedState {
  readonly adopted: Adopted | null
  readonly adopt: (adopted: Adopted) => void
}

/**
 * The signature that the client adopted in this session, offered for the next document. It is in memory alone: a
 * signature must not be left in a browser.
 */
export const useAdoptedSignature = create<AdoptedState>((set) => ({
  adopted: null,
  adopt: (adopted) => set({ adopted }),
}))

/** The signature adopted in the open session. */
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

/** Initials have the font of the typed signature. */
export function initialsBody({ signature, initials }: Pick<Adopted, 'signature' | 'initials'>) {
  return { kind: 'typed', text: initials, font: signature.kind === 'typed' ? signature.font : 'great-vibes' } as const
}
