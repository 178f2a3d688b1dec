import type { SignatureFont } from '@agency/contract/esign'
import { fewestLetters, hasLetters } from '@agency/contract/signature-rules'
import { useState } from 'react'
import { useOpenSession } from '../../../shared/session-store.ts'
import type { Signature } from './adopted-signature.ts'
import { type Adopted, initialsOf, useAdopted, useAdoptedSignature } from './adopted-signature.ts'

/** A signature that is being made. It holds both kinds, so that switching between them loses nothing. */
export interface SignatureDraft {
  readonly kind: Signature['kind']
  readonly font: SignatureFont
  /** Base64; null while nothing is drawn. */
  readonly png: string | null
  /** Whether the drawing is visible and more than a dot. */
  readonly inked: boolean
}

/** The first draft: the signature adopted before, or else a typed one. */
function startDraft(adopted: Signature | undefined): SignatureDraft {
  return {
    kind: adopted?.kind ?? 'typed',
    font: adopted?.kind === 'typed' ? adopted.font : 'great-vibes',
    png: adopted?.kind === 'drawn' ? adopted.png : null,
    inked: adopted?.kind === 'drawn',
  }
}

/** The signature of a draft; undefined while nothing valid is drawn. */
export function finishDraft({ kind, font, png, inked }: SignatureDraft, name: string): Signature | undefined {
  if (kind === 'typed') return { kind, text: name, font }
  return png === null || !inked ? undefined : { kind, png }
}

/**
 * The state of a signature form: name, signature and initials. Initials follow the name until they are
 * edited. It starts with the adopted signature.
 * @param withInitials the document has fields for initials
 */
export function useSignatureDraft(clientName: string, withInitials: boolean) {
  const { id: sessionId } = useOpenSession()
  const adopt = useAdoptedSignature((state) => state.adopt)
  const before = useAdopted()
  const [name, setName] = useState(before?.name ?? clientName)
  const [draft, setDraft] = useState(() => startDraft(before?.signature))
  const [ownInitials, setInitials] = useState(before?.initials || undefined)
  const [offered] = useState(before !== undefined)
  const [checked, setChecked] = useState(false)
  const signature = finishDraft(draft, name.trim())
  const initials = ownInitials ?? initialsOf(name)

  const hasName = hasLetters(name, fewestLetters.name)
  const hasInitials = !withInitials || hasLetters(initials, fewestLetters.initials)

  /** Adopts the signature. @returns undefined if something is missing; it is then marked */
  function finish(): Adopted | undefined {
    setChecked(true)
    if (!hasName || !signature || !hasInitials) return undefined
    const adopted = { sessionId, name: name.trim(), signature, initials: withInitials ? initials.trim() : '' }
    adopt({ ...adopted, initials: adopted.initials || (before?.initials ?? '') })
    return adopted
  }

  return {
    name,
    setName,
    draft,
    setDraft,
    initials,
    setInitials,
    withInitials,
    offered,
    missing: {
      name: checked && !hasName,
      signature: checked && !signature,
      initials: checked && !hasInitials,
    },
    finish,
  }
}

export type SignatureDraftForm = ReturnType<typeof useSignatureDraft>
