import { type ChangeEvent, useState } from 'react'
import { useMessages } from '../../shared/language.ts'
import styles from './verify.module.css'

/** The native file input covers the whole area invisibly: a keyboard, a screen reader, a tap and a drop reach it. */
export function DocumentChooser({ onChoose }: { readonly onChoose: (file: File) => void }) {
  const t = useMessages()
  const [over, setOver] = useState(false)

  function choose(event: ChangeEvent<HTMLInputElement>) {
    const [file] = event.currentTarget.files ?? []
    // Reset, so that the same file can be chosen again.
    event.currentTarget.value = ''
    if (file) onChoose(file)
  }

  return (
    <div className={`card ${styles.chooser}`}>
      <div className={styles.area} data-state={over ? 'over' : 'idle'}>
        <UploadIcon />
        <label className={styles.choose} htmlFor="document">
          {t('verify.choose')}
        </label>
        <span className={styles.drop}>{t('verify.drop')}</span>
        <input
          id="document"
          type="file"
          accept=".pdf,application/pdf"
          title=""
          aria-describedby="document-hint"
          onChange={choose}
          onDragEnter={() => setOver(true)}
          onDragLeave={() => setOver(false)}
          onDrop={() => setOver(false)}
        />
      </div>
      <p className="field-hint" id="document-hint">
        {t('verify.privacy')}
      </p>
    </div>
  )
}

function UploadIcon() {
  return (
    <svg className={styles.icon} viewBox="0 0 24 24" aria-hidden="true">
      <path d="M6 3.75h8l4.25 4.25v12.25H6zM14 3.75V8h4.25M9 14.25l2.25 2.25 4-4.25" />
    </svg>
  )
}
