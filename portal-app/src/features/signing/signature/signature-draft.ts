import { fewestLetters, hasLetters, untypable } from '@agency/contract/signature-rules'
import { useState } from 'react'
import { useOpenSession } from '../../../shared/session-store.ts'
import {
  type Adopted,
  initialsOf,
  persistSignature,
  type Signature,
  type SignatureDraft,
  useAdopted,
  useAdoptedSignature,
  useUnadopted,
} from './adopted-signature.ts'

/** The first draft: the signature adopted before, or else a typed one. */
function startDraft(adopted: Adopted | undefined): SignatureDraft {
  const signature = adopted?.signature
  return {
    kind: signature?.kind ?? 'typed',
    font: signature?.kind === 'typed' ? signature.font : 'great-vibes',
    drawing: adopted?.drawing ?? null,
  }
}

/** The signature of a draft; undefined while nothing valid is drawn. */
export function finishDraft({ kind, font, drawing }: SignatureDraft, name: string): Signature | undefined {
  if (kind === 'typed') return { kind, text: name, font }
  return drawing?.inked ? { kind, png: drawing.png } : undefined
}

/** Initials follow the name until they are edited. Starts with what was left unadopted. @param withInitials */
export function useSignatureDraft(clientName: string, withInitials: boolean) {
  const { id: sessionId } = useOpenSession()
  const adopt = useAdoptedSignature((state) => state.adopt)
  const before = useAdopted()
  const unadopted = useUnadopted()
  const name = unadopted?.name ?? before?.name ?? clientName
  const refused = useAdoptedSignature((state) => state.refused)
  const chosen = unadopted?.draft ?? startDraft(before)
  const mustDraw = untypable(name).length > 0 || refused.includes(name.trim())
  const draft: SignatureDraft = mustDraw ? { ...chosen, kind: 'drawn' } : chosen
  const ownInitials = unadopted?.initials ?? (before?.initials || undefined)
  const [offered] = useState(before !== undefined && unadopted === undefined)
  const [checked, setChecked] = useState(false)
  const signature = finishDraft(draft, name.trim())
  const initials = ownInitials ?? initialsOf(name)

  const hasName = hasLetters(name, fewestLetters.name)
  const hasInitials = !withInitials || hasLetters(initials, fewestLetters.initials)

  /** Adopts the signature. @returns undefined if something is missing; it is then marked */
  function finish(): Adopted | undefined {
    setChecked(true)
    if (!hasName || !signature || !hasInitials) return undefined
    const { drawing } = draft
    const adopted = { sessionId, name: name.trim(), signature, initials: withInitials ? initials.trim() : '', drawing }
    adopt({ ...adopted, initials: adopted.initials || (before?.initials ?? '') })
    return adopted
  }

  return {
    name,
    setName: (value: string) => persistSignature(sessionId, { name: value }),
    draft,
    /** The name can't be typed as a signature. */
    mustDraw,
    setDraft: (value: SignatureDraft) => persistSignature(sessionId, { draft: value }),
    initials,
    setInitials: (value: string) => persistSignature(sessionId, { initials: value }),
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
