import type { MessageTemplate, MessageTexts } from '@agency/contract/message-templates'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { HtmlMail } from '../../shared/html-mail/html-mail'
import { Loading } from '../../shared/loading/loading'
import styles from './message-preview.module.css'
import { previewQuery } from './template-queries'

const views = [
  { view: 'html', label: 'Email' },
  { view: 'text', label: 'Plain text' },
  { view: 'text_message', label: 'Text message' },
] as const
type View = (typeof views)[number]['view']

interface MessagePreviewProps {
  readonly template: MessageTemplate
  readonly texts: MessageTexts
}

/** What clients get, with sample values. */
export function MessagePreview({ template, texts }: MessagePreviewProps) {
  const [view, setView] = useState<View>('html')
  const { data: preview, isError } = useQuery(previewQuery(template, useRested(texts)))
  return (
    <section className={`card ${styles.preview}`} aria-label="Preview">
      <header className="card-header">
        <h2>Preview</h2>
        <fieldset className={styles.views}>
          <legend className="visually-hidden">Show as</legend>
          {views.map((one) => (
            <button
              key={one.view}
              type="button"
              className="chip"
              aria-pressed={view === one.view}
              onClick={() => setView(one.view)}
            >
              {one.label}
            </button>
          ))}
        </fieldset>
      </header>
      <p className={styles.hint}>With sample values.</p>
      {isError && (
        <p className="notice" data-tone="warning" role="status">
          These texts can’t be previewed. Save them to see what is wrong.
        </p>
      )}
      {preview === undefined && !isError && <Loading label="Loading preview" skeleton={styles.loading} />}
      {preview !== undefined && !isError && (
        <>
          {view !== 'text_message' && (
            <p>
              <strong>{preview.subject}</strong>
            </p>
          )}
          {view === 'html' ? (
            <HtmlMail html={preview.html} label={`Email: ${preview.subject}`} />
          ) : (
            <pre className={styles.text}>{preview[view]}</pre>
          )}
        </>
      )}
    </section>
  )
}

/** The texts once nothing has been typed for a moment. */
function useRested({ subject, body, text }: MessageTexts): MessageTexts {
  const [rested, setRested] = useState<MessageTexts>({ subject, body, text })
  useEffect(() => {
    const timer = setTimeout(() => setRested({ subject, body, text }), pause)
    return () => clearTimeout(timer)
  }, [subject, body, text])
  return rested
}

const pause = 300
