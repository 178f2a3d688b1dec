import { checkConnection, useConnection } from '../shared/connection.ts'
import { useMessages } from '../shared/language.ts'
import styles from './connection-banner.module.css'

export function ConnectionBanner() {
  const t = useMessages()
  const isLost = useConnection(({ outage }) => outage !== null)
  return (
    // Outside of all landmarks: an open dialog hides those from screen readers.
    <div aria-live="polite" className={styles.place} data-connection-banner>
      {isLost && (
        <div className={styles.banner}>
          <p>{t('connection.lost')}</p>
          <button type="button" className="link-button" onClick={checkConnection}>
            {t('connection.retry')}
          </button>
        </div>
      )}
    </div>
  )
}
