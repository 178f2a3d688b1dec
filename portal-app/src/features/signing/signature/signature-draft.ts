import type { SignatureFont } from '@agency/contract/esign'
import { fewestLetters, hasLetters } from '@agency/contract/signature-rules'
import { useState } from 'react'
import { useOpenSession } from '../../../shared/session-store.ts'
import type { Signature } from './adopted-signature.ts'
import { type Adopted, initialsOf, useAdopted, useAdoptedSignature } from './adopted-signature.ts'

/** A signature in the making; both ways are kept, so that going back and forth loses nothing. */
export interface SignatureDraft {
  readonly kind: Signature['kind']
  readonly font: SignatureFont
  /** Base64, or null while nothing is drawn. */
  readonly png: string | null
  /** Whether what is drawn can be seen, and is more than a dot. */
  readonly inked: boolean
}

/** The typed signature comes first; what was adopted before is offered again. */
export function startDraft(adopted: Signature | undefined): SignatureDraft {
  return {
    kind: adopted?.kind ?? 'typed',
    font: adopted?.kind === 'typed' ? adopted.font : 'great-vibes',
    png: adopted?.kind === 'drawn' ? adopted.png : null,
    inked: adopted?.kind === 'drawn',
  }
}

/** @returns undefined while nothing is drawn that counts as a signature */
export function finishDraft({ kind, font, png, inked }: SignatureDraft, name: string): Signature | undefined {
  if (kind === 'typed') return { kind, text: name, font }
  return png === null || !inked ? undefined : { kind, png }
}

/**
 * A signature in the making: the name, how it is signed with, and the initials, which follow the name until they are
 * changed by hand. What was adopted before comes first.
 * @param withInitials the document asks for initials
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

  /** Adopts what was made. @returns undefined as long as something is missing, which is then asked for */
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
