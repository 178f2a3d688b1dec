import type { MessageTemplate, MessageTexts } from '@agency/contract/message-templates'
import { formatMoment } from '../../shared/formatting'
import styles from './template-versions.module.css'

interface TemplateVersionsProps {
  readonly template: MessageTemplate
  /** Puts the texts of a version into the form; saving stores them. */
  readonly onRestore: (texts: MessageTexts) => void
}

/** Who changed the template, and when. */
export function TemplateVersions({ template, onRestore }: TemplateVersionsProps) {
  const { versions, defaults } = template
  return (
    <section className="card" aria-label="Versions">
      <header className="card-header">
        <h2>Versions</h2>
      </header>
      {versions.length === 0 && <p className={styles.none}>Nobody has changed this template.</p>}
      <ol className={styles.list}>
        {versions.map(({ version, changed_at, changed_by, texts }, place) => (
          <li key={version}>
            <span>
              {texts === null ? 'Reset to default' : `Version ${version}`}
              <span className={styles.who}>
                {changed_by ?? 'Deleted account'}
                {changed_at !== null && `, ${formatMoment(changed_at)}`}
              </span>
            </span>
            {place > 0 && (
              <button
                type="button"
                className="link-button"
                aria-label={`Restore version ${version}`}
                onClick={() => onRestore(texts ?? defaults)}
              >
                Restore
              </button>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
