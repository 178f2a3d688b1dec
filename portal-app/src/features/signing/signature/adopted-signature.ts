import type { SignatureFont, SignBody } from '@agency/contract/esign'
import type { PointGroup } from 'signature_pad'
import { create } from 'zustand'
import { isResumable, useOpenSession, useSession } from '../../../shared/session-store.ts'
import { eraseEncrypted, readEncrypted, storeEncrypted } from '../encrypted-text.ts'

export type Signature = SignBody['signature']

/** A drawn signature: its picture for the document, and its strokes for the pad, where they can be undone. */
export interface Drawing {
  /** Base64. */
  readonly png: string
  /** Whether it is visible and more than a dot. */
  readonly inked: boolean
  readonly strokes: readonly PointGroup[]
  /** Of the pad, in CSS pixels. */
  readonly width: number
  readonly height: number
}

/** A signature that is being made. It holds both kinds, so that switching between them loses nothing. */
export interface SignatureDraft {
  readonly kind: Signature['kind']
  readonly font: SignatureFont
  /** Null while nothing is drawn. */
  readonly drawing: Drawing | null
}

export interface Adopted {
  readonly sessionId: string
  readonly name: string
  readonly signature: Signature
  /** Empty while no document had fields for them. */
  readonly initials: string
  /** What was drawn, to change it. */
  readonly drawing: Drawing | null
}

/** What the client changed in the dialog of the signature and has not adopted yet. */
interface Unadopted {
  readonly sessionId: string
  readonly name?: string
  readonly draft?: SignatureDraft
  readonly initials?: string
}

interface AdoptedState {
  readonly adopted: Adopted | null
  /** Closing the dialog, such as by a tap beside it, discards nothing. */
  readonly unadopted: Unadopted | null
  /** Ids of the fields that the client signed, by document. */
  readonly placed: Readonly<Record<string, readonly string[]>>
  /** Texts that the server refused as a typed signature, since no font prints them. */
  readonly refused: readonly string[]
  readonly adopt: (adopted: Adopted) => void
}

/** What is stored in the tab for a reload. */
type Stored = Pick<AdoptedState, 'adopted' | 'placed'>

const nothing: readonly string[] = []
const nothingAdopted = { adopted: null, unadopted: null, placed: {}, refused: nothing } as const

/**
 * Until a document is signed they survive a reload, encrypted in the tab: a signature must not be left in a browser. In
 * memory they survive an expired session, but no logout.
 */
export const useAdoptedSignature = create<AdoptedState>((set) => ({
  ...nothingAdopted,
  adopt: (adopted) => {
    // Another session's document has fields of its own.
    set((before) => ({
      adopted,
      unadopted: null,
      placed: before.adopted?.sessionId === adopted.sessionId ? before.placed : {},
    }))
    store()
  },
}))

function store(): void {
  const { adopted, placed } = useAdoptedSignature.getState()
  if (adopted) void storeEncrypted('signature', adopted.sessionId, { adopted, placed } satisfies Stored)
}

const isStored = (value: unknown): value is Stored & { adopted: Adopted } =>
  typeof value === 'object' && value !== null && 'adopted' in value && 'placed' in value && value.adopted !== null

/** Takes back what this tab stored before a reload. */
export async function restoreSignature(): Promise<void> {
  const sessionId = useSession.getState().session?.id
  if (sessionId === undefined) return
  const stored = await readEncrypted('signature', sessionId)
  const isOpen = useSession.getState().session?.id === sessionId
  if (isOpen && isStored(stored) && useAdoptedSignature.getState().adopted === null) {
    useAdoptedSignature.setState({ adopted: stored.adopted, placed: stored.placed })
  }
}

useSession.subscribe(({ ending }) => {
  if (ending === null) return
  void eraseEncrypted('signature')
  if (!isResumable(ending)) useAdoptedSignature.setState(nothingAdopted)
})
void restoreSignature()

/** The signature adopted in the open session. */
export function useAdopted(): Adopted | undefined {
  const { id } = useOpenSession()
  const adopted = useAdoptedSignature((state) => state.adopted)
  return adopted?.sessionId === id ? adopted : undefined
}

/** What was changed in the dialog of the signature in the open session. */
export function useUnadopted(): Unadopted | undefined {
  const { id } = useOpenSession()
  const unadopted = useAdoptedSignature((state) => state.unadopted)
  return unadopted?.sessionId === id ? unadopted : undefined
}

export function persistSignature(sessionId: string, change: Omit<Unadopted, 'sessionId'>): void {
  useAdoptedSignature.setState(({ unadopted }) => ({
    unadopted: { ...(unadopted?.sessionId === sessionId ? unadopted : { sessionId }), ...change },
  }))
}

/** The server refused a typed signature: the client has to draw one. */
export function refuseTyped(text: string): void {
  useAdoptedSignature.setState(({ adopted, unadopted, refused }) => ({
    adopted: null,
    unadopted: adopted ? { sessionId: adopted.sessionId, name: adopted.name } : unadopted,
    refused: [...refused, text],
  }))
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
  store()
}

/** Forgets where a document was signed that is signed or closed now, and erases what was stored for it. */
export function forgetPlaced(formId: string): void {
  const { [formId]: _gone, ...placed } = useAdoptedSignature.getState().placed
  useAdoptedSignature.setState({ placed })
  if (Object.keys(placed).length > 0) store()
  else void eraseEncrypted('signature')
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
