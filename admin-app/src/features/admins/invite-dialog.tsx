import { adminRoles } from '@agency/contract/admin-roles'
import { invitationApi } from '@agency/contract/staff-access'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { readRefusal } from '../../shared/api-error'
import { call } from '../../shared/call'
import { fieldErrors } from '../../shared/controls/field-errors'
import { FormModal } from '../../shared/dialogs/form-modal'
import { persistDraft } from '../../shared/persist-draft'
import { showToast } from '../../shared/toasts/toasts'
import { useMayGrant } from '../../shared/use-permission'
import { type AdminDraft, AdminFields } from './admin-fields'
import { invitationsKey } from './invitation-queries'

const blank: AdminDraft = { first_name: '', last_name: '', email: '', username: '', role: 'standard', password: '' }
const names = ['first_name', 'last_name', 'email', 'username', 'role'] as const

const useDraft = persistDraft<AdminDraft>()

/** Invites a staff member by e-mail, who then chooses a password. */
export function InviteDialog({ onClose }: { readonly onClose: () => void }) {
  const queryClient = useQueryClient()
  const form = useDraft('new', { defaultValues: blank })
  const { isDirty } = form.formState
  const [message, setMessage] = useState<string | null>(null)
  const invite = useMutation({
    mutationFn: ({ password: _none, ...profile }: AdminDraft) => call(invitationApi.create, { body: profile }),
    onMutate: () => {
      setMessage(null)
      form.clearErrors()
    },
    onSuccess: async () => {
      onClose()
      showToast({ text: 'Invitation is on its way.' })
      await queryClient.invalidateQueries({ queryKey: invitationsKey })
    },
    onError: (error) => {
      const errors = fieldErrors(error, names)
      for (const { name, message } of errors) form.setError(name, { message })
      if (errors.length === 0)
        setMessage(readRefusal(error)?.body?.message ?? 'The invitation could not be sent. Please try again.')
    },
  })
  const mayGrant = useMayGrant()
  return (
    <FormModal
      title="Invite"
      description="They get an email with a link to choose their password. It works once, within 24 hours."
      dirty={isDirty && !invite.isPending}
      busy={invite.isPending}
      saveLabel="Send invitation"
      busyLabel="Sending..."
      onSubmit={form.handleSubmit((draft) => invite.mutate(draft))}
      onClose={onClose}
    >
      {message !== null && (
        <p className="notice" data-tone="danger" role="alert">
          {message}
        </p>
      )}
      <AdminFields form={form} withPassword={false} emailMissing={false} roles={adminRoles.filter(mayGrant)} />
    </FormModal>
  )
}
