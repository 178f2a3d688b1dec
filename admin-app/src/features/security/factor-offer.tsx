import { securityApi } from '@agency/contract/second-factors'
import { useHandOnFocus } from '@agency/shared-ui/host/hand-on-focus'
import { useMutation } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { call } from '../../shared/call'
import { alertFailure } from '../../shared/dialogs/dialogs'
import { askForSecondFactor } from '../../shared/login-store'
import styles from '../../shared/looks/notice-bar.module.css'
import { paths } from '../../shared/paths'

/** Offers a second factor, once. */
export function FactorOffer() {
  const postpone = useMutation({
    mutationFn: () => call(securityApi.postpone),
    onSuccess: () => askForSecondFactor(null),
    onError: (error) => alertFailure('This could not be saved. Please try again.', error),
  })
  const part = useHandOnFocus<HTMLElement>()
  return (
    <section ref={part} className={styles.bar} aria-label="Second factor">
      <p>
        A second factor, such as a code from your phone or a passkey, protects your account if someone learns your
        password.
      </p>
      <Link to={paths.security} onClick={() => askForSecondFactor(null)}>
        Set up
      </Link>
      <button type="button" className="link-button" disabled={postpone.isPending} onClick={() => postpone.mutate()}>
        Not now
      </button>
    </section>
  )
}
