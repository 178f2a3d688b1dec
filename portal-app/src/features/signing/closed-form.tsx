import type { SessionForm } from '@agency/contract/session-forms'
import { useMessages } from '../../shared/language.ts'
import { FormScreen } from './form-screen.tsx'

/** A document that was declined, withdrawn, or whose time has passed. */
export function ClosedForm({ form, title }: { readonly form: SessionForm; readonly title: string }) {
  const t = useMessages()
  const texts: Partial<Record<SessionForm['status'], string>> = {
    // Staff can set this status too: then the client did not decline.
    declined: form.status_set_at === null ? t('declinedText') : t('voidedText'),
    voided: t('voidedText'),
    expired: t('expiredText'),
  }
  return (
    <FormScreen title={title} step help>
      <p className="notice" data-tone="warning" role="status">
        {texts[form.status]}
      </p>
    </FormScreen>
  )
}
