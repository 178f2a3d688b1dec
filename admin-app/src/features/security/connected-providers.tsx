import { accountApi } from '@agency/contract/admins'
import type { AccountSecurity } from '@agency/contract/second-factors'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { readRefusal } from '../../shared/api-error'
import { call, callQuery } from '../../shared/call'
import { useConfirmation } from '../../shared/confirmation/confirmation-dialog'
import { FormError } from '../../shared/controls/form-error'
import { Button } from '../../shared/shared-ui'
import { startProviderLogin } from '../../shared/start-provider-login'
import styles from './security-page.module.css'

const providersQuery = callQuery(['admins', 'me', 'providers'], accountApi.providers)

/** The OpenID providers of this deployment, to log in with; nothing if there are none. */
export function ConnectedProviders({ security }: { readonly security: AccountSecurity }) {
  const { data: providers = [] } = useQuery(providersQuery)
  const [message, setMessage] = useState<string>()
  const { confirm, dialog } = useConfirmation()
  const queryClient = useQueryClient()
  const connect = useMutation({
    mutationFn: async (provider: string) => {
      const confirmation = await confirm()
      return confirmation === null ? undefined : startProviderLogin(provider, { confirmation })
    },
    onMutate: () => setMessage(undefined),
    onSuccess: setMessage,
  })
  const disconnect = useMutation({
    mutationFn: async (provider: string) => {
      const confirmation = mayConfirm ? await confirm() : undefined
      if (confirmation === null) return
      await call(accountApi.disconnect, {
        params: { provider },
        body: confirmation === undefined ? {} : { confirmation },
      })
      await queryClient.invalidateQueries({ queryKey: providersQuery.queryKey })
    },
    onMutate: () => setMessage(undefined),
    onError: (error) => setMessage(readRefusal(error)?.body?.message ?? 'This could not be changed. Please try again.'),
  })
  const mayConfirm = security.has_password || security.passkeys.length > 0
  const isOnlyWay = !mayConfirm && providers.filter(({ connected }) => connected).length <= 1
  if (providers.length === 0) return null
  return (
    <section className={`card ${styles.card}`} aria-labelledby="connected-providers">
      <h2 id="connected-providers">Log in with</h2>
      <FormError text={message} />
      <ul className={styles.list}>
        {providers.map(({ provider, label, connected }) => (
          <li key={provider}>
            <div>
              <strong>{label}</strong>
              {connected && <p className={styles.detail}>Connected</p>}
            </div>
            {connected && !isOnlyWay && (
              <Button
                variant="secondary"
                className="quiet-danger"
                busy={disconnect.isPending && disconnect.variables === provider}
                busyLabel="Disconnecting..."
                aria-label={`Disconnect ${label}`}
                onClick={() => disconnect.mutate(provider)}
              >
                Disconnect
              </Button>
            )}
            {/* Without a password, nothing could confirm it. */}
            {!connected && security.has_password && (
              <Button
                variant="secondary"
                busy={connect.isPending && connect.variables === provider}
                busyLabel="Opening..."
                aria-label={`Connect ${label}`}
                onClick={() => connect.mutate(provider)}
              >
                Connect
              </Button>
            )}
          </li>
        ))}
      </ul>
      {dialog}
    </section>
  )
}
