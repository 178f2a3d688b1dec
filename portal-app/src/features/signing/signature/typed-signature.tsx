import { useMessages } from '../../../shared/language.ts'
import './signature-fonts.css'
import type { SignatureFont } from '@agency/contract/esign'
import styles from './signature.module.css'

const fonts: readonly SignatureFont[] = ['great-vibes', 'dancing-script', 'caveat']

interface TypedSignatureProps {
  readonly name: string
  readonly font: SignatureFont
  readonly onFont: (font: SignatureFont) => void
}

/** The name in three fonts to choose from. */
export function TypedSignature({ name, font, onFont }: TypedSignatureProps) {
  const t = useMessages()
  return (
    <fieldset>
      <legend>{t('signature.signStyle')}</legend>
      <div className={styles.fonts}>
        {fonts.map((choice, index) => (
          <label key={choice} className={styles.font}>
            <input
              type="radio"
              name="font"
              aria-label={t('signature.signStyleOption', { number: index + 1 })}
              checked={font === choice}
              onChange={() => onFont(choice)}
            />
            <span className={styles.hand} data-font={choice} aria-hidden="true">
              {name}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
