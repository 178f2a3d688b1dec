import { fewestLetters, hasLetters } from '@agency/contract/signature-rules'
import type { InputHTMLAttributes } from 'react'
import { useMessages } from '../../../shared/language.ts'
import { FieldNotes, notesOf } from '../fields/field-notes.tsx'
import styles from './signature.module.css'
import type { SignatureDraftForm } from './signature-draft.ts'
import { SignatureField } from './signature-field.tsx'

/** The inputs of a signature: the name, initials if the document has fields for them, and the typed or drawn signature. */
export function SignatureForm({ making }: { readonly making: SignatureDraftForm }) {
  const t = useMessages()
  const { name, setName, draft, mustDraw, setDraft, initials, setInitials, withInitials, offered, missing } = making
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
      {withInitials && (
        <div className={styles.initials}>
          <SignerField
            id="initials"
            label={t('fields.initials')}
            value={initials}
            maxLength={8}
            autoComplete="off"
            autoCapitalize="characters"
            fault={
              missing.initials
                ? faultOf(initials, t('fields.initialsMissing'), t('fields.initialsNoLetters'))
                : undefined
            }
            onValue={setInitials}
          />
        </div>
      )}
      <SignatureField
        name={name.trim()}
        draft={draft}
        mustDraw={mustDraw}
        offered={offered}
        missing={missing.signature}
        onDraft={setDraft}
      />
    </>
  )
}

const faultOf = (text: string, empty: string, noLetters: string): string => (text.trim() === '' ? empty : noLetters)

/** Focuses the first input that is empty or invalid, and brings the first error into view. */
export function focusMissing(form: HTMLFormElement): void {
  const lacks = ({ id, value }: HTMLInputElement) =>
    !hasLetters(value, id === 'signer' ? fewestLetters.name : fewestLetters.initials)
  const lacking = [...form.querySelectorAll<HTMLInputElement>('#signer, #initials')].find(lacks)
  lacking?.focus()
  // On a small screen the error of the drawing is below the edge of the dialog. It is rendered after the event.
  requestAnimationFrame(() => form.querySelector('[role="alert"]')?.scrollIntoView({ block: 'nearest' }))
}

interface SignerFieldProps
  extends Pick<InputHTMLAttributes<HTMLInputElement>, 'autoComplete' | 'autoCapitalize' | 'maxLength'> {
  readonly id: string
  readonly label: string
  readonly value: string
  readonly fault: string | undefined
  readonly hint?: string
  readonly onValue: (value: string) => void
}

function SignerField({ id, label, value, fault, hint, onValue, ...native }: SignerFieldProps) {
  const notes = { id, fault, hint }
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        {...native}
        id={id}
        value={value}
        type="text"
        spellCheck={false}
        aria-invalid={fault !== undefined}
        aria-describedby={notesOf(notes)}
        onChange={(event) => onValue(event.target.value)}
      />
      <FieldNotes {...notes} />
    </div>
  )
}
