import { useHandOnFocus } from '@agency/shared-ui/host/hand-on-focus'
import { checkConnection, useConnection } from '../../shared/connection'
import bar from '../../shared/looks/notice-bar.module.css'
import styles from './connection-banner.module.css'

const messages = {
  offline: 'You are offline. What you typed stays on this page, and lists are fetched again once you are back.',
  unreachable: "The server can't be reached. What you typed stays on this page, and lists are fetched again soon.",
  clocks:
    'The clocks of two servers differ, so calls are refused. The server administrator must correct them. What you typed stays on this page.',
} as const

export function ConnectionBanner() {
  const outage = useConnection(({ outage }) => outage)
  return outage === null ? null : <Outage message={messages[outage]} />
}

function Outage({ message }: { readonly message: string }) {
  const part = useHandOnFocus<HTMLDivElement>()
  return (
    <div ref={part} className={`${bar.bar} ${styles.banner}`}>
      <p>{message}</p>
      <button type="button" className="link-button" onClick={checkConnection}>
        Try now
      </button>
    </div>
  )
}
