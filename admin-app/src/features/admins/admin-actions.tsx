import { type Admin, type AdminHoldings, adminApi, passwordMinimum } from '@agency/contract/admins'
import { handOverApi } from '@agency/contract/hand-overs'
import { passwordResetApi } from '@agency/contract/staff-access'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { adminsKey, fullName } from '../../shared/admin-queries'
import { readRefusal } from '../../shared/api-error'
import { call } from '../../shared/call'
import { useMailReaches } from '../../shared/capabilities'
import { copyLink } from '../../shared/copy-link'
import { alert, alertFailure, confirm, prompt } from '../../shared/dialogs/dialogs'
import { openAccountDialog } from '../../shared/dialogs/requested-dialog'
import { alertRefusal, serverMessage } from '../../shared/dialogs/save-dialog'
import { HandOverDialog } from '../../shared/hand-over/hand-over-dialog'
import { useLogin } from '../../shared/login-store'
import { paths } from '../../shared/paths'
import { Button } from '../../shared/shared-ui'
import { usePermission } from '../../shared/use-permission'
import styles from './admin-actions.module.css'
import { DeleteAdminDialog } from './delete-admin-dialog'

interface AdminActionsProps {
  readonly admin: Admin
  readonly onActivity: () => void
}

export function AdminActions({ admin, onActivity }: AdminActionsProps) {
  const name = fullName(admin) || admin.username
  const password = useMutation({
    mutationFn: (typed: string) => call(adminApi.setPassword, { params: { id: admin.id }, body: { password: typed } }),
    onSuccess: () => alert('Password updated successfully.'),
    onError: (error) =>
      alertRefusal(
        'Failed to update password.',
        error,
        () => readRefusal(error)?.body?.details?.[0]?.message ?? serverMessage('FORBIDDEN')(error),
      ),
  })
  const isOwn = useLogin(({ login }) => login?.username === admin.username)
  const askPassword = async () => {
    // Changing the own password requires the current one: that is another dialog.
    if (isOwn) return openAccountDialog()
    const typed = (await prompt(`Enter a new password for ${name}.`, { label: 'New password', password: true }))?.trim()
    if (typed === undefined) return
    if (typed.length < passwordMinimum) await alert(`Password must be at least ${passwordMinimum} characters.`)
    else password.mutate(typed)
  }
  const mailReaches = useMailReaches()
  const passwordLink = useMutation({
    mutationFn: () => call(passwordResetApi.link, { params: { id: admin.id } }),
    onSuccess: ({ link }) => copyLink(link, `Link copied for ${name}. It works once, within 30 minutes.`),
    onError: (error) => alertFailure('The link could not be made. Please try again.', error),
  })
  const mayRemoveFactors = usePermission('admins.second-factors')
  const factors = useFactorRemoval(admin.id, name)
  const handOver = useHandOver(admin.id, name)
  const { remove, busy, ask, holdings, stop } = useDeletion(admin, name)
  return (
    <section className={`card ${styles.actions}`} aria-labelledby="more-actions">
      <h2 id="more-actions">More actions:</h2>
      <div className={styles.row}>
        <Button variant="secondary" busy={password.isPending} onClick={askPassword}>
          Set New Password
        </Button>
        {!mailReaches && !isOwn && (
          <Button variant="secondary" busy={passwordLink.isPending} onClick={() => passwordLink.mutate()}>
            Copy Password Link
          </Button>
        )}
        {mayRemoveFactors && !isOwn && (
          <Button variant="secondary" busy={factors.isPending} onClick={factors.ask}>
            Remove Second Factors
          </Button>
        )}
        <Button variant="secondary" busy={handOver.busy} onClick={handOver.ask}>
          Hand Over Clients
        </Button>
        <Button variant="secondary" onClick={onActivity}>
          Activity
        </Button>
        <Button variant="secondary" className="quiet-danger" busy={busy} busyLabel="Deleting..." onClick={ask}>
          Delete Admin
        </Button>
      </div>
      {handOver.dialog}
      {holdings !== null && (
        <DeleteAdminDialog admin={admin} holdings={holdings} busy={busy} onDelete={remove} onClose={stop} />
      )}
    </section>
  )
}

/** Hands over all clients of an admin, after saying how many there are. */
function useHandOver(id: string, name: string) {
  const queryClient = useQueryClient()
  const [clients, setClients] = useState<number | null>(null)
  const count = useMutation({
    mutationFn: () => call(adminApi.holdings, { params: { id } }),
    onSuccess: async (held) => {
      if (held.clients > 0) setClients(held.clients)
      else await alert(`${name} looks after no clients.`)
    },
    onError: (error) => alertFailure('Failed to count the clients. Please try again.', error),
  })
  const dialog = clients !== null && (
    <HandOverDialog
      clients={clients}
      from={{ id, name }}
      handOver={(body) => call(handOverApi.allOf, { params: { id }, body })}
      // All that shows clients, counts them or names their owners.
      onDone={() => queryClient.invalidateQueries()}
      onClose={() => setClients(null)}
    />
  )
  return { dialog, busy: count.isPending, ask: () => count.mutate() }
}

/** Removes the second factors of somebody who has lost them, after a question. */
function useFactorRemoval(id: string, name: string) {
  const remove = useMutation({
    mutationFn: () => call(adminApi.removeFactors, { params: { id } }),
    onSuccess: () => alert(`The second factors of ${name} were removed. They set up new ones at the next login.`),
    onError: (error) =>
      alertRefusal('Failed to remove the second factors. Please try again.', error, serverMessage('WRONG_STATE')),
  })
  const ask = async () => {
    const question = `Remove the second factors of ${name}? First make sure that the request really comes from them. They are logged out at once and told by email.`
    if (await confirm(question, { confirmLabel: 'Remove', danger: true })) remove.mutate()
  }
  return { ask, isPending: remove.isPending }
}

/** Asks before an admin is deleted: who takes over, or only for confirmation if there is nothing to take over. */
function useDeletion(admin: Admin, name: string) {
  const [holdings, setHoldings] = useState<AdminHoldings | null>(null)
  const remove = useDeleteAdmin(admin.id)
  const ask = useMutation({
    mutationFn: () => call(adminApi.holdings, { params: { id: admin.id } }),
    onSuccess: async (held) => {
      if (held.clients + held.shared_views > 0) return setHoldings(held)
      const question = `Are you sure you want to delete ${name}? They are logged out at once, and this can't be undone.`
      if (await confirm(question, { confirmLabel: 'Delete', danger: true })) remove.mutate(null)
    },
    onError: (error) => alertFailure('Failed to delete admin. Please try again.', error),
  })
  return {
    holdings,
    busy: remove.isPending,
    ask: () => ask.mutate(),
    remove: (successor: string | null) => remove.mutate(successor),
    stop: () => setHoldings(null),
  }
}

function useDeleteAdmin(id: string) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (successor: string | null) =>
      call(adminApi.remove, { params: { id }, query: { successor: successor ?? undefined } }),
    onSuccess: async () => {
      navigate(paths.manage)
      await queryClient.invalidateQueries({ queryKey: adminsKey })
    },
    // A retry would not help, such as after deleting oneself.
    onError: (error) =>
      alertRefusal('Failed to delete admin. Please try again.', error, serverMessage('WRONG_STATE', 'FORBIDDEN')),
  })
}
