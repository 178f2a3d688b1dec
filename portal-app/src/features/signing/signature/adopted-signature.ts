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
  /** Ids of the fields that the client signed, by document. */
  readonly placed: Readonly<Record<string, readonly string[]>>
  readonly adopt: (adopted: Adopted) => void
}

const nothing: readonly string[] = []

/**
 * The signature that the client adopted in this session, offered for the next document, and the fields in which it
 * stands. They are in memory alone: a signature must not be left in a browser.
 */
export const useAdoptedSignature = create<AdoptedState>((set) => ({
  adopted: null,
  placed: {},
  adopt: (adopted) =>
    // Another session's document has fields of its own.
    set((before) => ({ adopted, placed: before.adopted?.sessionId === adopted.sessionId ? before.placed : {} })),
}))

/** The signature adopted in the open session. */
export function useAdopted(): Adopted | undefined {
  const { id } = useOpenSession()
  const adopted = useAdoptedSignature((state) => state.adopted)
  return adopted?.sessionId === id ? adopted : undefined
}

/** Ids of the fields of a document that the client signed. */
export function usePlaced(formId: string): readonly string[] {
  return useAdoptedSignature(({ placed }) => placed[formId] ?? nothing)
}

/** Puts the adopted signature or initials into a field. */
export function placeSignature(formId: string, fieldId: string): void {
  useAdoptedSignature.setState(({ placed }) => ({
    placed: { ...placed, [formId]: [...new Set([...(placed[formId] ?? nothing), fieldId])] },
  }))
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
