import './signature-fonts.css'
import type { Signature } from './adopted-signature.ts'
import styles from './signature.module.css'

interface SignatureMarkProps {
  readonly text: string
  readonly signature: Signature
  /** False for initials, which are always typed. */
  readonly drawn?: boolean
}

/** A signature or initials, as they will look in the document. */
export function SignatureMark({ text, signature, drawn = true }: SignatureMarkProps) {
  if (drawn && signature.kind === 'drawn') return <img src={`data:image/png;base64,${signature.png}`} alt={text} />
  return (
    <span className={styles.mark} data-font={signature.kind === 'typed' ? signature.font : 'great-vibes'}>
      {text}
    </span>
  )
}
