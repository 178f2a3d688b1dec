import { askForSetup } from '../../shared/login-store'
import styles from '../../shared/looks/notice-bar.module.css'

export function AccountNotice({ onClose }: { readonly onClose: () => void }) {
  return (
    <section className={styles.bar} aria-label="Your account">
      <p>Your account has no name, email and password of your own yet.</p>
      <button type="button" className="link-button" onClick={() => askForSetup('asked')}>
        Set up your account
      </button>
      <button type="button" className="link-button" onClick={onClose}>
        Close
      </button>
    </section>
  )
}
