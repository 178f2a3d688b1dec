import { fewestLetters, hasLetters } from '@agency/contract/signature-rules'
import { useFieldWords } from './fields/field-words.ts'
import { SignatureField } from './signature-field.tsx'
import { useSignatureWords } from './signature-words.ts'
import { SignerField } from './signer-field.tsx'
import type { SignatureInTheMaking } from './use-signature-draft.ts'

/** What a signature is made of: the name, the way to sign, and initials where the document asks for them. */
export function SignatureForm({ making }: { readonly making: SignatureInTheMaking }) {
  const signatureWords = useSignatureWords()
  const words = useFieldWords()
  const { name, setName, draft, setDraft, initials, setInitials, withInitials, offered, missing } = making
  return (
    <>
      <SignerField
        id="signer"
        label={signatureWords.signName}
        value={name}
        maxLength={120}
        autoComplete="name"
        autoCapitalize="words"
        fault={
          missing.name ? faultOf(name, signatureWords.signNameMissing, signatureWords.signNameNoLetters) : undefined
        }
        hint={signatureWords.signNameHint}
        onValue={setName}
      />
      <SignatureField
        name={name.trim()}
        draft={draft}
        offered={offered}
        missing={missing.signature}
        onDraft={setDraft}
      />
      {withInitials && (
        <SignerField
          id="initials"
          label={words.initials}
          value={initials}
          maxLength={8}
          autoComplete="off"
          autoCapitalize="characters"
          fault={missing.initials ? faultOf(initials, words.initialsMissing, words.initialsNoLetters) : undefined}
          onValue={setInitials}
        />
      )}
    </>
  )
}

const faultOf = (text: string, empty: string, noLetters: string): string => (text.trim() === '' ? empty : noLetters)

/** Puts the focus where something is missing, or does not count. */
export function focusMissing(form: HTMLFormElement): void {
  const lacks = ({ id, value }: HTMLInputElement) =>
    !hasLetters(value, id === 'signer' ? fewestLetters.name : fewestLetters.initials)
  const lacking = [...form.querySelectorAll<HTMLInputElement>('#signer, #initials')].find(lacks)
  lacking?.focus()
}
