import type { Language } from '@agency/contract/esign'
import { checkConnection, useConnection } from '../shared/connection.ts'
import { useLanguage } from '../shared/i18n/language.ts'
import styles from './connection-banner.module.css'

/** They travel with the banner, which the first screen does not have. */
const words: Readonly<Record<Language, { readonly lost: string; readonly now: string }>> = {
  en: {
    lost: 'There is no connection at the moment. What you entered is still here, and we keep trying.',
    now: 'Try now',
  },
  es: {
    lost: 'No hay conexión en este momento. Lo que ingresó sigue aquí y seguimos intentando.',
    now: 'Intentar ahora',
  },
  pt: {
    lost: 'Não há conexão no momento. O que você digitou continua aqui e continuamos tentando.',
    now: 'Tentar agora',
  },
}

/** Says that nothing gets through, as long as that is so. */
export function ConnectionBanner() {
  const { lost, now } = words[useLanguage((state) => state.language)]
  const isLost = useConnection((state) => state.lost)
  return (
    // In no landmark: a dialog hides those, and leaves what is announced.
    <div aria-live="polite" className={styles.place}>
      {isLost && (
        <div className={styles.banner}>
          <p>{lost}</p>
          <button type="button" className="link-button" onClick={checkConnection}>
            {now}
          </button>
        </div>
      )}
    </div>
  )
}
