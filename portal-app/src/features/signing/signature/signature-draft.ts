import type { SignatureFont } from '@agency/contract/esign'
import type { Signature } from './adopted-signature.ts'

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
