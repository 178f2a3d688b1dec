import { useState } from 'react'
import { useMessages } from '../../../shared/language.ts'
import { Button } from '../../../shared/shared-ui.tsx'
import type { SignatureDraft } from './adopted-signature.ts'
import { DrawnSignature } from './drawn-signature.tsx'
import styles from './signature.module.css'
import { finishDraft } from './signature-draft.ts'
import { SignatureMark } from './signature-mark.tsx'
import { TypedSignature } from './typed-signature.tsx'

interface SignatureFieldProps {
  readonly name: string
  readonly draft: SignatureDraft
  /** The name can't be typed as a signature. */
  readonly mustDraw: boolean
  /** The draft was adopted for an earlier document. It is shown first and can be changed. */
  readonly offered: boolean
  readonly missing: boolean
  readonly onDraft: (draft: SignatureDraft) => void
}

/** The signature: the adopted one, or a new one, typed or drawn. */
export function SignatureField({ name, draft, mustDraw, offered, missing, onDraft }: SignatureFieldProps) {
  const t = useMessages()
  const [changing, setChanging] = useState(!offered)
  const signature = finishDraft(draft, name)
  if (!changing) {
    return (
      <div className={styles.offered}>
        <p className="field-label">{t('signature.signAdopted')}</p>
        <p className={styles.preview}>{signature && <SignatureMark text={name} signature={signature} />}</p>
        <Button variant="secondary" onClick={() => setChanging(true)}>
          {t('signature.signChange')}
        </Button>
      </div>
    )
  }
  return (
    <>
      <fieldset>
        <legend>{t('signature.signMethod')}</legend>
        <div className={styles.methods}>
          <Method kind="typed" label={t('signature.signType')} disabled={mustDraw} draft={draft} onDraft={onDraft} />
          <Method kind="drawn" label={t('signature.signDraw')} draft={draft} onDraft={onDraft} />
        </div>
        <p className="field-hint" role="status">
          {mustDraw && t('signature.signUntypable')}
        </p>
      </fieldset>
      {draft.kind === 'typed' ? (
        <TypedSignature name={name} font={draft.font} onFont={(font) => onDraft({ ...draft, font })} />
      ) : (
        <DrawnSignature
          drawing={draft.drawing}
          missing={missing}
          onDrawn={(drawing) => onDraft({ ...draft, drawing })}
        />
      )}
    </>
  )
}

interface MethodProps extends Pick<SignatureFieldProps, 'draft' | 'onDraft'> {
  readonly kind: SignatureDraft['kind']
  readonly label: string
  readonly disabled?: boolean
}

function Method({ kind, label, disabled = false, draft, onDraft }: MethodProps) {
  return (
    <label className={styles.method}>
      <input
        type="radio"
        name="method"
        disabled={disabled}
        checked={draft.kind === kind}
        onChange={() => onDraft({ ...draft, kind })}
      />
      {label}
    </label>
  )
}
