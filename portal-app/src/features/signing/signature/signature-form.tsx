import { fewestLetters, hasLetters } from '@agency/contract/signature-rules'
import { useMessages } from '../../../shared/language.ts'
import { SignatureField } from './signature-field.tsx'
import { SignerField } from './signer-field.tsx'
import type { SignatureInTheMaking } from './use-signature-draft.ts'

/** What a signature is made of: the name, the way to sign, and initials where the document asks for them. */
export function SignatureForm({ making }: { readonly making: SignatureInTheMaking }) {
  const t = useMessages()
  const { name, setName, draft, setDraft, initials, setInitials, withInitials, offered, missing } = making
  return (
    <>
      <SignerField
        id="signer"
        label={t('signature.signName')}
        value={name}
        maxLength={120}
        autoComplete="name"
        autoCapitalize="words"
        fault={
          missing.name ? faultOf(name, t('signature.signNameMissing'), t('signature.signNameNoLetters')) : undefined
        }
        hint={t('signature.signNameHint')}
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
          label={t('fields.initials')}
          value={initials}
          maxLength={8}
          autoComplete="off"
          autoCapitalize="characters"
          fault={
            missing.initials ? faultOf(initials, t('fields.initialsMissing'), t('fields.initialsNoLetters')) : undefined
          }
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
