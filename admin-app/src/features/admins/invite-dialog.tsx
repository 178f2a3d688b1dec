import { adminRoles } from '@agency/contract/admin-roles'
import { invitationApi } from '@agency/contract/staff-access'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { call } from '../../shared/call'
import { useMailReaches } from '../../shared/capabilities'
import { FormModal } from '../../shared/dialogs/form-modal'
import { serverMessage, useSaveDialog } from '../../shared/dialogs/save-dialog'
import { showToast } from '../../shared/toasts/toasts'
import { useMayGrant } from '../../shared/use-permission'
import { type AdminDraft, AdminFields } from './admin-fields'
import { invitationsKey } from './invitation-queries'

const blank: AdminDraft = { first_name: '', last_name: '', email: '', username: '', role: 'standard', password: '' }
const names = ['first_name', 'last_name', 'email', 'username', 'role'] as const

/** Invites a staff member by e-mail, who then chooses a password. */
export function InviteDialog({ onClose }: { readonly onClose: () => void }) {
  const queryClient = useQueryClient()
  const mailReaches = useMailReaches()
  const form = useForm({ defaultValues: blank })
  const modal = useSaveDialog({
    form,
    save: ({ password: _none, ...profile }: AdminDraft) => call(invitationApi.create, { body: profile }),
    onSaved: async () => {
      onClose()
      showToast({
        text: mailReaches ? 'Invitation is on its way.' : 'Not sent: no mail server. Copy the link under Invitations.',
      })
      await queryClient.invalidateQueries({ queryKey: invitationsKey })
    },
    failure: 'The invitation could not be sent. Please try again.',
    explain: serverMessage(),
    names,
  })
  const mayGrant = useMayGrant()
  return (
    <FormModal
      title="Invite"
      description={
        mailReaches
          ? 'They get an email with a link to choose their password. It works once, within 24 hours.'
          : 'No mail server is set up, so you give them the link yourself. It works once, within 24 hours.'
      }
      {...modal}
      saveLabel={mailReaches ? 'Send invitation' : 'Add invitation'}
      busyLabel="Sending..."
      onClose={onClose}
    >
      <AdminFields form={form} withPassword={false} emailMissing={false} roles={adminRoles.filter(mayGrant)} />
    </FormModal>
  )
}
