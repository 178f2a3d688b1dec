import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import { useState } from 'react'
import styles from './copy-button.module.css'

interface CopyButtonProps {
  readonly text: string
  /** Accessible name: what is copied. */
  readonly label: string
  /** The visible text; part of the label (WCAG 2.5.3). */
  readonly caption?: string
  readonly onCopied?: () => void
}

/** Copies a text to the clipboard. The result is shown until the pointer or the focus leaves. */
export function CopyButton({ text, label, caption = 'Copy', onCopied }: CopyButtonProps) {
  const [state, setState] = useState<'idle' | 'copied' | 'refused'>('idle')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setState('copied')
      onCopied?.()
    } catch {
      // Browsers refuse without a secure context or permission. The text can still be selected.
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
        <Icon size={16} />
        {caption}
      </button>
      <span role="status" className={styles.state}>
        {state === 'copied' && 'Copied'}
        {state === 'refused' && "Couldn't copy"}
      </span>
    </>
  )
}
