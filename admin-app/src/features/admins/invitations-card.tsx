import { type Invitation, invitationApi } from '@agency/contract/staff-access'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { fullName } from '../../shared/admin-queries'
import { call } from '../../shared/call'
import { useMailReaches } from '../../shared/capabilities'
import { copyLink } from '../../shared/copy-link'
import { alertFailure, confirm } from '../../shared/dialogs/dialogs'
import { useSubmission } from '../../shared/dialogs/submission'
import { formatMoment } from '../../shared/formatting'
import { LoadFailure } from '../../shared/loading/load-failure'
import { Button } from '../../shared/shared-ui'
import { TableHead } from '../../shared/tables/table-head'
import { showToast } from '../../shared/toasts/toasts'
import { invitationsKey, invitationsQuery } from './invitation-queries'
import styles from './invitations-card.module.css'
import { roleNames } from './role-names'

export function InvitationsCard() {
  const { data: invitations, isError, refetch } = useQuery(invitationsQuery)
  if (invitations === undefined) {
    return isError ? <LoadFailure message="The invitations could not be loaded." retry={refetch} /> : null
  }
  if (invitations.length === 0) return null
  return (
    <section className={styles.card} aria-labelledby="invitations">
      <h2 id="invitations">Invitations</h2>
      <div className="table-wrap">
        <table className="table stacked" aria-labelledby="invitations">
          <TableHead
            columns={['Email', 'Username', 'Role', 'Name', 'Invited by', 'State', { label: 'Actions', isHidden: true }]}
          />
          <tbody>
            {invitations.map((invitation) => (
              <InvitationRow key={invitation.id} invitation={invitation} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

function InvitationRow({ invitation }: { readonly invitation: Invitation }) {
  const { id, email, username, role, invited_by_name } = invitation
  const queryClient = useQueryClient()
  const mailReaches = useMailReaches()
  const refresh = () => queryClient.invalidateQueries({ queryKey: invitationsKey })
  const resend = useMutation({
    mutationFn: () => call(invitationApi.resend, { params: { id } }),
    onSuccess: () => showToast({ text: 'A new link is on its way. The earlier link no longer works.' }),
    onError: (error) => alertFailure('Failed to send the invitation. Please try again.', error),
    onSettled: refresh,
  })
  const submission = useSubmission(resend.isPending, String(resend.submittedAt))
  const copy = useMutation({
    mutationFn: () => call(invitationApi.link, { params: { id } }),
    onSuccess: ({ link }) =>
      copyLink(link, 'Link copied. It works once, within 24 hours; an earlier one no longer works.'),
    onError: (error) => alertFailure('The link could not be made. Please try again.', error),
    onSettled: refresh,
  })
  const revoke = useMutation({
    mutationFn: () => call(invitationApi.revoke, { params: { id } }),
    onError: (error) => alertFailure('Failed to revoke the invitation. Please try again.', error),
    onSettled: refresh,
  })
  const askToRevoke = async () => {
    const question = `Revoke the invitation of ${email}? Its link stops working.`
    if (await confirm(question, { confirmLabel: 'Revoke', danger: true })) revoke.mutate()
  }
  return (
    <tr>
      <td data-label="Email">{email}</td>
      <td data-label="Username">{username}</td>
      <td data-label="Role">{roleNames[role].name}</td>
      <td data-label="Name">{fullName(invitation)}</td>
      <td data-label="Invited by">{invited_by_name ?? 'A former admin'}</td>
      <td data-label="State">{stateText(invitation, mailReaches)}</td>
      <td>
        <div className={styles.actions}>
          {mailReaches ? (
            <Button
              variant="secondary"
              busy={resend.isPending}
              busyLabel="Sending..."
              aria-label={`Send again to ${email}`}
              onClick={() => submission(resend.mutate)}
            >
              Send again
            </Button>
          ) : (
            <Button
              variant="secondary"
              busy={copy.isPending}
              aria-label={`Copy link for ${email}`}
              onClick={() => copy.mutate()}
            >
              Copy link
            </Button>
          )}
          <Button
            variant="secondary"
            className="quiet-danger"
            busy={revoke.isPending}
            busyLabel="Revoking..."
            aria-label={`Revoke the invitation of ${email}`}
            onClick={askToRevoke}
          >
            Revoke
          </Button>
        </div>
      </td>
    </tr>
  )
}

/** What became of an invitation, for staff. */
function stateText({ ended, expired, delivery, expires_at }: Invitation, mailReaches: boolean): string {
  if (ended) return 'Ended: the inviter lost this access. Send it again to invite them yourself'
  if (expired) return 'Expired'
  if (!mailReaches) return `Not sent: no mail server. Copy the link; it works once, until ${formatMoment(expires_at)}`
  if (delivery === 'dead') return 'Could not be delivered'
  if (delivery === 'failed') return 'Not delivered yet; trying again'
  if (delivery === 'queued' || delivery === 'sending') return 'Sending'
  return `Sent, open until ${formatMoment(expires_at)}`
}
