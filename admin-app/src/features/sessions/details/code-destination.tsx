import { type Session, sessionApi } from '@agency/contract/sessions'
import { type CodeDestinations, type SigningCodeMode, stricterMode } from '@agency/contract/signing-codes'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useReadOnly } from '../../../shared/archive/read-only'
import { call } from '../../../shared/call'
import { alertFailure, confirm } from '../../../shared/dialogs/dialogs'
import { formatMoment } from '../../../shared/formatting'
import { sessionsKey } from '../session-queries'
import { signingCodeLabels, useAgencyCode } from '../signing-code-field'
import styles from './client-access.module.css'

export function useSigningCode({ signing_code }: Session): SigningCodeMode | null {
  const mode = stricterMode(signing_code, useAgencyCode())
  return mode === 'off' ? null : mode
}

/** Where one-time codes go. Staff can replace it by what the record holds now, which the certificate states. */
export function CodeDestination({ session, mode }: { readonly session: Session; readonly mode: SigningCodeMode }) {
  const { code_destinations: destinations } = session
  const readOnly = useReadOnly()
  const queryClient = useQueryClient()
  const change = useMutation({
    mutationFn: () => call(sessionApi.takeDestinations, { params: { code: session.session_code } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: sessionsKey }),
    onError: (error) => alertFailure('The destination could not be changed. Please try again.', error),
  })
  const askAndChange = async () => {
    const question =
      "Send codes to the email address and phone number that the client's record has now? The certificate will state the change."
    if (await confirm(question, { confirmLabel: 'Send there', cancelLabel: 'Cancel' })) change.mutate()
  }
  if (destinations === undefined) return signingCodeLabels[mode]
  const to = shownDestinations(mode, destinations)
  return (
    <>
      <span>{to === '' ? 'No address to send a code to' : `${signingCodeLabels[mode]}: ${to}`}</span>
      {destinations.changed_at !== null && (
        <span className={styles.aside}>Changed {formatMoment(destinations.changed_at)}</span>
      )}
      {!destinations.is_current && (
        <>
          <span className={styles.aside}>The record has changed since.</span>
          {!readOnly && (
            <button type="button" className="link-button" aria-disabled={change.isPending} onClick={askAndChange}>
              Use the record's address
            </button>
          )}
        </>
      )}
    </>
  )
}

function shownDestinations(mode: SigningCodeMode, { email, phone }: CodeDestinations): string {
  const allowed = { email: [email], text: [phone], client: [email, phone], off: [] }
  return allowed[mode].filter((to) => to !== null).join(' or ')
}
