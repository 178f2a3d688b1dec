import { checkConnection, useConnection } from '../shared/connection.ts'
import { useMessages } from '../shared/i18n/language.ts'
import styles from './connection-banner.module.css'

/** Says that nothing gets through, as long as that is so. */
export function ConnectionBanner() {
  const t = useMessages()
  const isLost = useConnection((state) => state.lost)
  return (
    // In no landmark: a dialog hides those, and leaves what is announced.
    <div aria-live="polite" className={styles.place}>
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
