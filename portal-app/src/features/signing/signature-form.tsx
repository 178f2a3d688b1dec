import { useMessages } from '../../shared/i18n/language.ts'
import { useFieldWords } from './fields/field-words.ts'
import { SignatureField } from './signature-field.tsx'
import { SignerField } from './signer-field.tsx'
import type { SignatureInTheMaking } from './use-signature-draft.ts'

/** What a signature is made of: the name, the way to sign, and initials where the document asks for them. */
export function SignatureForm({ making }: { readonly making: SignatureInTheMaking }) {
  const messages = useMessages()
  const words = useFieldWords()
  const { name, setName, draft, setDraft, initials, setInitials, withInitials, offered, missing } = making
  return (
    <>
      <SignerField
        id="signer"
        label={messages.signName}
        value={name}
        maxLength={120}
        autoComplete="name"
        autoCapitalize="words"
        fault={missing.name ? messages.signNameMissing : undefined}
        hint={messages.signNameHint}
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
          fault={missing.initials ? words.initialsMissing : undefined}
          onValue={setInitials}
        />
      )}
    </>
  )
}

/** Puts the focus where something is missing. */
export function focusMissing(form: HTMLFormElement): void {
  const empty = [...form.querySelectorAll<HTMLInputElement>('#signer, #initials')].find(({ value }) => !value.trim())
  empty?.focus()
}
