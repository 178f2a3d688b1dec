import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import { useState } from 'react'
import styles from './copy-button.module.css'

interface CopyButtonProps {
  readonly text: string
  /** Says what is copied. */
  readonly label: string
  /** What the button shows; part of the label. */
  readonly caption?: string
}

/** Puts a text on the clipboard, and says whether it did until the pointer or the focus leaves. */
export function CopyButton({ text, label, caption = 'Copy' }: CopyButtonProps) {
  const [state, setState] = useState<'idle' | 'copied' | 'refused'>('idle')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setState('copied')
    } catch {
      // Browsers refuse without a secure context or permission; the text stays there to be selected.
      setState('refused')
    }
  }
  const Icon = state === 'copied' ? Check : Copy
  return (
    <>
      <button
        type="button"
        className={styles.button}
        aria-label={label}
        onClick={copy}
        onBlur={() => setState('idle')}
        onPointerLeave={() => setState('idle')}
      >
        <Icon size={16} aria-hidden="true" />
        {caption}
      </button>
      <span role="status" className={styles.state}>
        {state === 'copied' && 'Copied'}
        {state === 'refused' && "Couldn't copy"}
      </span>
    </>
  )
}
