import type { CopyEmail } from '@agency/contract/copy-emails'
import { useMutation, useQuery } from '@tanstack/react-query'
import { api } from '../../shared/api.ts'
import { useMessages } from '../../shared/language.ts'
import { SendProblem } from '../../shared/problem-notice.tsx'
import { useOpenSession } from '../../shared/session-store.ts'
import { Button } from '../../shared/shared-ui.tsx'
import styles from './form-screen.module.css'
import { useLostFocus } from './use-lost-focus.ts'

/** Offers the signed documents, or a link to them, by e-mail. Nothing is shown where the server can't send one. */
export function EmailCopy() {
  const t = useMessages()
  const { session_code: code } = useOpenSession()
  const path = `session/${encodeURIComponent(code)}/copy-email`
  const offer = useQuery({
    queryKey: ['copy-email', code],
    queryFn: () => api.get(path).json<CopyEmail>(),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const request = useMutation({ mutationFn: () => api.post(path).json<CopyEmail>() })
  const answer = useLostFocus<HTMLDivElement>(request.isSuccess)
  if (!offer.data?.to) return null
  const { to: address, attached } = offer.data
  return (
    <div className={styles.copy}>
      {!request.isSuccess && (
        <Button
          variant="secondary"
          size="large"
          busy={request.isPending}
          busyLabel={t('copy.busy')}
          onClick={() => request.mutate()}
        >
          {t(attached ? 'copy.askAttached' : 'copy.ask', { address })}
        </Button>
      )}
      {/* Announced when it appears: it has to be there before. */}
      <div ref={answer} role="status" tabIndex={-1}>
        {request.isSuccess && (
          <p className="notice" data-tone="success">
            {t(attached ? 'copy.sentAttached' : 'copy.sent', { address })}
          </p>
        )}
      </div>
      {request.isError && <SendProblem error={request.error} />}
    </div>
  )
}
