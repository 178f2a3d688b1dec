import { type Language, languages } from '@agency/contract/esign'
import type { MessageTemplate } from '@agency/contract/message-templates'
import { messageKinds as kindNames, type MessageKind } from '@agency/contract/messages'
import { useQuery } from '@tanstack/react-query'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import { Link, NavLink, useParams } from 'react-router-dom'
import { Loading } from '../../shared/loading/loading'
import { PageHeading } from '../../shared/page-heading'
import { paths } from '../../shared/paths'
import { languageNames, messageKinds } from './message-kinds'
import { TemplatesFailure } from './message-templates-page'
import { TemplateEditor } from './template-editor'
import styles from './template-editor-page.module.css'
import { templateQuery } from './template-queries'

/** Edits the texts of one kind of messages in one language. */
export function TemplateEditorPage() {
  const params = useParams()
  const kind = kindNames.find((name) => name === params.kind)
  const language = languages.find((name) => name === params.language)
  return (
    <div className={styles.page}>
      <Link to={paths.messageTemplates} className={styles.back}>
        <ArrowLeft size={18} />
        Back to Message templates
      </Link>
      {kind === undefined || language === undefined ? (
        <>
          <PageHeading title="Message template">Message template</PageHeading>
          <p className="notice" data-tone="warning" role="alert">
            There is no such message template.
          </p>
        </>
      ) : (
        <LoadedTemplate kind={kind} language={language} />
      )}
    </div>
  )
}

interface LoadedTemplateProps {
  readonly kind: MessageKind
  readonly language: Language
}

function LoadedTemplate({ kind, language }: LoadedTemplateProps) {
  const { data: template, isError, error, refetch } = useQuery(templateQuery({ kind, language }))
  const { title, sent } = messageKinds[kind]
  return (
    <>
      <PageHeading title={title}>{title}</PageHeading>
      <p className={styles.sent}>{sent}.</p>
      <nav className={styles.languages} aria-label="Language">
        {languages.map((one) => (
          <NavLink key={one} to={paths.messageTemplate(kind, one)} className="chip">
            {languageNames[one]}
          </NavLink>
        ))}
      </nav>
      {template === undefined && !isError && <Loading label="Loading message template" skeleton={styles.loading} />}
      {template === undefined && isError && <TemplatesFailure error={error} retry={refetch} />}
      {template !== undefined && <TemplateEditor key={keyOf(template)} template={template} />}
    </>
  )
}

const keyOf = ({ kind, language }: MessageTemplate): string => `${kind}/${language}`
