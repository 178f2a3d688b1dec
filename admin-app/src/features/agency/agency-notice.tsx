import { Link } from 'react-router-dom'
import styles from '../../shared/looks/notice-bar.module.css'
import { paths } from '../../shared/paths'

/** Asks for the agency's name and phone, without which nothing is sent to a client. */
export function AgencyNotice({ onClose }: { readonly onClose: () => void }) {
  return (
    <section className={styles.bar} aria-label="Agency">
      <p>Nothing can be sent to a client yet: the agency has no name or no phone number.</p>
      <Link to={paths.agency}>Set up the agency</Link>
      <button type="button" className="link-button" onClick={onClose}>
        Later
      </button>
    </section>
  )
}
