import { Loading } from '../loading/loading'
import styles from './pdf-preview.module.css'

interface PdfWaitingProps {
  readonly opening: 'opening' | 'locked' | 'broken'
}

/** What stands in place of a PDF that is not there yet, or can't be shown. */
export function PdfWaiting({ opening }: PdfWaitingProps) {
  if (opening === 'opening') return <Loading label="Loading preview" skeleton={styles.waiting} />
  return (
    <p className="notice" data-tone="warning" role="alert">
      {opening === 'locked' ? 'This PDF is protected by a password.' : 'This PDF could not be shown.'}
    </p>
  )
}
