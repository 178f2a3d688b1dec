import './signature-fonts.css'
import type { SignatureFont } from 'contract/esign'
import { useMessages } from '../../shared/i18n/language.ts'
import styles from './signature.module.css'

const fonts: readonly SignatureFont[] = ['great-vibes', 'dancing-script', 'caveat']

interface TypedSignatureProps {
  readonly name: string
  readonly font: SignatureFont
  readonly onFont: (font: SignatureFont) => void
}

/** The name in three hands, to choose from. */
export function TypedSignature({ name, font, onFont }: TypedSignatureProps) {
  const messages = useMessages()
  return (
    <fieldset>
      <legend>{messages.signStyle}</legend>
      <div className={styles.fonts}>
        {fonts.map((choice, index) => (
          <label key={choice} className={styles.font}>
            <input
              type="radio"
              name="font"
              aria-label={messages.signStyleOption(index + 1)}
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
