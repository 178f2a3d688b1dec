import { InitialsField } from './initials-field.tsx'
import { NameField } from './name-field.tsx'
import { SignatureField } from './signature-field.tsx'
import type { SignatureInTheMaking } from './use-signature-draft.ts'

/** What a signature is made of: the name, the way to sign, and initials where the document asks for them. */
export function SignatureForm({ making }: { readonly making: SignatureInTheMaking }) {
  const { name, setName, draft, setDraft, initials, setInitials, withInitials, offered, missing } = making
  return (
    <>
      <NameField name={name} missing={missing.name} onName={setName} />
      <SignatureField
        name={name.trim()}
        draft={draft}
        offered={offered}
        missing={missing.signature}
        onDraft={setDraft}
      />
      {withInitials && <InitialsField initials={initials} missing={missing.initials} onInitials={setInitials} />}
    </>
  )
}

/** Puts the focus where something is missing. */
export function focusMissing(form: HTMLFormElement): void {
  const empty = [...form.querySelectorAll<HTMLInputElement>('#signer, #initials')].find(({ value }) => !value.trim())
  empty?.focus()
}
