import { type Admin, passwordMinimum } from '@agency/contract/admins'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { adminsKey, fullName } from '../../shared/admin-queries'
import { readRefusal } from '../../shared/api-error'
import { alert, alertFailure, confirm, prompt } from '../../shared/dialogs/dialogs'
import { openAccountDialog } from '../../shared/dialogs/requested-dialog'
import { useLogin } from '../../shared/login-store'
import { paths } from '../../shared/paths'
import { Button } from '../../shared/shared-ui'
import styles from './admin-actions.module.css'
import { deleteAdmin, setPassword } from './admins-api'

interface AdminActionsProps {
  readonly admin: Admin
  readonly onActivity: () => void
}

/** The actions on a staff member besides editing. */
export function AdminActions({ admin, onActivity }: AdminActionsProps) {
  const name = fullName(admin) || admin.username
  const password = useMutation({
    mutationFn: (typed: string) => setPassword(admin.id, typed),
    onSuccess: () => alert('Password updated successfully.'),
    onError: async (error) => {
      const body = readRefusal(error)?.body
      const refusal = body?.details?.[0]?.message ?? (body?.code === 'FORBIDDEN' ? body.message : undefined)
      if (refusal === undefined) await alertFailure('Failed to update password.', error)
      else await alert(refusal)
    },
  })
  const remove = useDeleteAdmin(admin.id)
  const isOwn = useLogin(({ login }) => login?.username === admin.username)
  const askPassword = async () => {
    // Changing the own password requires the current one: that is another dialog.
    if (isOwn) return openAccountDialog()
    const typed = (await prompt(`Enter a new password for ${name}.`, { label: 'New password', password: true }))?.trim()
    if (typed === undefined) return
    if (typed.length < passwordMinimum) await alert(`Password must be at least ${passwordMinimum} characters.`)
    else password.mutate(typed)
  }
  const askAndDelete = async () => {
    const question = `Are you sure you want to delete ${name}? They are logged out at once, and this can't be undone.`
    if (await confirm(question, { confirmLabel: 'Delete', danger: true })) remove.mutate()
  }
  return (
    <section className={`card ${styles.actions}`} aria-labelledby="more-actions">
      <h2 id="more-actions">More actions:</h2>
      <div className={styles.row}>
        <Button variant="secondary" busy={password.isPending} onClick={askPassword}>
          Set New Password
        </Button>
        <Button variant="secondary" onClick={onActivity}>
          Activity
        </Button>
        <Button
          variant="secondary"
          className="quiet-danger"
          busy={remove.isPending}
          busyLabel="Deleting..."
          onClick={askAndDelete}
        >
          Delete Admin
        </Button>
      </div>
    </section>
  )
}

function useDeleteAdmin(id: string) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => deleteAdmin(id),
    onSuccess: async () => {
      navigate(paths.manage)
      await queryClient.invalidateQueries({ queryKey: adminsKey })
    },
    onError: async (error) => {
      const body = readRefusal(error)?.body
      // A retry would not help, such as after deleting oneself.
      if (body?.code === 'WRONG_STATE' || body?.code === 'FORBIDDEN') await alert(body.message)
      else await alertFailure('Failed to delete admin. Please try again.', error)
    },
  })
}
