import { type StaffLogin, securityApi } from '@agency/contract/second-factors'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, callQuery } from '../../shared/call'
import { securityKey } from '../../shared/confirmation/confirmations'
import { alertFailure } from '../../shared/dialogs/dialogs'
import { formatMoment } from '../../shared/formatting'
import { LoadFailure } from '../../shared/loading/load-failure'
import { Loading } from '../../shared/loading/loading'
import { Button } from '../../shared/shared-ui'
import styles from './security-page.module.css'

const loginsQuery = callQuery([...securityKey, 'logins'], securityApi.logins)

/** Where one is logged in, with a way to end each login. */
export function Logins() {
  const { data: logins, isError, refetch } = useQuery(loginsQuery)
  const end = useEnding((id) => call(securityApi.endLogin, { params: { id } }))
  const endOthers = useEnding(() => call(securityApi.endOtherLogins))
  return (
    <section className={`card ${styles.card}`} aria-labelledby="logins">
      <h2 id="logins">Where you are logged in</h2>
      {logins === undefined && isError && <LoadFailure message="Your logins could not be loaded." retry={refetch} />}
      {logins === undefined && !isError && <Loading label="Loading logins" skeleton={styles.loading} />}
      {logins !== undefined && (
        <ul className={styles.list}>
          {logins.map((login) => (
            <Login key={login.id} login={login} busy={end.isPending} onEnd={() => end.mutate(login.id)} />
          ))}
        </ul>
      )}
      {logins !== undefined && logins.length > 1 && (
        <div className={styles.row}>
          <Button
            variant="secondary"
            className="quiet-danger"
            busy={endOthers.isPending}
            busyLabel="Logging out..."
            onClick={() => endOthers.mutate('')}
          >
            Log out everywhere else
          </Button>
        </div>
      )}
    </section>
  )
}

interface LoginProps {
  readonly login: StaffLogin
  readonly busy: boolean
  readonly onEnd: () => void
}

function Login({ login: { device, address, created_at, last_seen_at, current }, busy, onEnd }: LoginProps) {
  return (
    <li>
      <div>
        <strong>{device}</strong> {current && <span className="badge">This device</span>}
        <p className={styles.detail}>
          {address === null ? '' : `${address}, `}since {formatMoment(created_at)}, last seen{' '}
          {formatMoment(last_seen_at)}
        </p>
      </div>
      {!current && (
        <Button variant="secondary" disabled={busy} aria-label={`Log out ${device}`} onClick={onEnd}>
          Log out
        </Button>
      )}
    </li>
  )
}

function useEnding(end: (id: string) => Promise<unknown>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: end,
    onSettled: () => queryClient.invalidateQueries({ queryKey: loginsQuery.queryKey }),
    onError: (error) => alertFailure('The login could not be ended. Please try again.', error),
  })
}
