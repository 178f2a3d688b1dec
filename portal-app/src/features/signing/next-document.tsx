import type { SessionForm } from '@agency/contract/session-forms'
import { isOpen } from '@agency/contract/session-state'
import { Link } from 'react-router-dom'
import buttonStyles from '../../shared/button-link.module.css'
import { useMessages } from '../../shared/language.ts'
import { useOpenDocument } from '../../shared/open-document.ts'
import { paths } from '../../shared/paths.ts'
import { SendProblem } from '../../shared/problem-notice.tsx'
import { useSessionForms } from '../../shared/session-forms-api.ts'
import { useOpenSession } from '../../shared/session-store.ts'

export function NextDocument({ form }: { readonly form: SessionForm }) {
  const t = useMessages()
  const { session_code: code } = useOpenSession()
  const { data: forms = [] } = useSessionForms()
  const here = forms.findIndex(({ id }) => id === form.id)
  const next = [...forms.slice(here + 1), ...forms.slice(0, here)].find(isOpen)
  if (next) return <DocumentLink key={next.id} form={next} />
  return (
    <Link className={buttonStyles.buttonLink} to={paths.dashboard(code)}>
      {t('backToList')}
    </Link>
  )
}

function DocumentLink({ form }: { readonly form: SessionForm }) {
  const t = useMessages()
  const { link, isOpening, error } = useOpenDocument(form)
  return (
    <>
      <Link className={buttonStyles.buttonLink} {...link}>
        {isOpening ? t('openingDocument') : t('nextDocument')}
      </Link>
      {error && <SendProblem error={error} />}
    </>
  )
}
