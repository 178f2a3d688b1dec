import type { SessionForm } from '@agency/contract/session-forms'
import { useMessages } from '../../shared/language.ts'
import { SendProblem } from '../../shared/problem-notice.tsx'
import { FormScreen } from './form-screen.tsx'
import { DocumentReview } from './review/document-review.tsx'
import { useAcknowledge, useOpenedForm } from './signing-api.ts'

/** A PDF to read: the client says that it was read. */
export function ReadForm({ form, title }: { readonly form: SessionForm; readonly title: string }) {
  const t = useMessages()
  const acknowledge = useAcknowledge(form)
  useOpenedForm(form)
  return (
    <FormScreen title={title} narrow={false}>
      <DocumentReview
        form={form}
        action={{
          label: t('haveRead'),
          busy: acknowledge.isPending,
          onSelect: () => acknowledge.start(undefined),
        }}
      />
      {acknowledge.isError && <SendProblem error={acknowledge.error} />}
    </FormScreen>
  )
}
