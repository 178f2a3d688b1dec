import { languages } from '@agency/contract/esign'
import type { MessageTemplateSummary } from '@agency/contract/message-templates'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { readRefusal } from '../../shared/api-error'
import { LoadFailure } from '../../shared/loading/load-failure'
import { Loading } from '../../shared/loading/loading'
import { PageHeading } from '../../shared/page-heading'
import { paths } from '../../shared/paths'
import { TableHead } from '../../shared/tables/table-head'
import { languageNames, messageKinds, toClients, toStaff } from './message-kinds'
import styles from './message-templates-page.module.css'
import { templatesQuery } from './template-queries'

/** The texts of all messages, by who gets them. */
export function MessageTemplatesPage() {
  const { data: templates, isError, error, refetch } = useQuery(templatesQuery)
  return (
    <div className={styles.page}>
      <PageHeading title="Message templates">Message templates</PageHeading>
      {templates === undefined && !isError && <Loading label="Loading message templates" skeleton={styles.loading} />}
      {templates === undefined && isError && <TemplatesFailure error={error} retry={refetch} />}
      {templates !== undefined && (
        <>
          <KindsCard title="To clients" kinds={Object.keys(toClients)} templates={templates} />
          <KindsCard title="To staff" kinds={Object.keys(toStaff)} templates={templates} />
        </>
      )}
    </div>
  )
}

/** Why templates can't be shown: only admins with power access may see them. */
export function TemplatesFailure({ error, retry }: { readonly error: unknown; readonly retry: () => void }) {
  const body = readRefusal(error)?.body
  if (body?.code !== 'FORBIDDEN')
    return <LoadFailure message="The message templates could not be loaded." retry={retry} />
  return (
    <p className="notice" data-tone="warning" role="alert">
      {body.message}
    </p>
  )
}

interface KindsCardProps {
  readonly title: string
  readonly kinds: readonly string[]
  readonly templates: readonly MessageTemplateSummary[]
}

function KindsCard({ title, kinds, templates }: KindsCardProps) {
  const shown = kinds.flatMap((kind) => {
    const ofKind = templates.filter((template) => template.kind === kind)
    const [first] = ofKind
    return first === undefined ? [] : [{ kind: first.kind, ofKind }]
  })
  return (
    <section className="card" aria-label={title}>
      <header className="card-header">
        <h2>{title}</h2>
      </header>
      <div className="table-wrap">
        <table className="table stacked" aria-label={title}>
          <TableHead columns={['Message', 'Sent', 'Languages']} />
          <tbody>
            {shown.map(({ kind, ofKind }) => (
              <tr key={kind}>
                <th scope="row" data-label="Message" className={styles.kind}>
                  {messageKinds[kind].title}
                </th>
                <td data-label="Sent">{messageKinds[kind].sent}</td>
                <td data-label="Languages">
                  <TemplateLinks templates={ofKind} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

function TemplateLinks({ templates }: { readonly templates: readonly MessageTemplateSummary[] }) {
  return (
    <ul className={styles.languages}>
      {languages.map((language) => {
        const template = templates.find((one) => one.language === language)
        if (template === undefined) return null
        return (
          <li key={language}>
            <Link
              to={paths.messageTemplate(template.kind, language)}
              aria-label={`${messageKinds[template.kind].title} in ${languageNames[language]}`}
            >
              {languageNames[language]}
            </Link>
            {template.edited && <span className="badge">Edited</span>}
          </li>
        )
      })}
    </ul>
  )
}
