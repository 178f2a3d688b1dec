import { acceptableLosses, pdfCopyApi } from '@agency/contract/pdf-checks'
import { usePdf } from '@agency/pdf-viewer/use-pdf'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { api } from '../api'
import { pathOf } from '../call'
import { LoadFailure } from '../loading/load-failure'
import { Loading } from '../loading/loading'
import { PdfPageView } from '../pdf-preview/pdf-page-view'
import { PdfWaiting } from '../pdf-preview/pdf-preview'
import type { LossQuestion } from './ask-about-losses'
import styles from './loss-dialog.module.css'

/** The pages that lose something, as they were uploaded and as they would be used, side by side or one below the other. */
export function PageComparison({ question }: { readonly question: LossQuestion }) {
  const pages = [...new Set(question.losses.map(({ page }) => page))].sort((a, b) => a - b)
  const [page, setPage] = useState(pages[0] ?? 0)
  const both = useQuery({
    queryKey: ['pdf-comparison', question],
    queryFn: ({ signal }) => loadBoth(question, signal),
    gcTime: 0,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  // The button that was pressed is gone.
  const section = useRef<HTMLElement>(null)
  useEffect(() => section.current?.focus(), [])
  return (
    <section ref={section} className={styles.comparison} aria-label="Comparison" tabIndex={-1}>
      {pages.length > 1 && <PageChoice pages={pages} page={page} onChoose={setPage} />}
      {both.isError && <LoadFailure message="The pages could not be compared." retry={both.refetch} />}
      {both.isPending && <Loading label="Loading both pages" skeleton={styles.waiting} />}
      {both.data && (
        <div className={styles.sides}>
          <Side title="As uploaded" file={both.data.uploaded} page={page} />
          <Side title="As it would be used" file={both.data.copy} page={page} />
        </div>
      )}
    </section>
  )
}

/** The copy is the same whatever is accepted. All losses are, so that it can be looked at before. */
async function loadBoth({ uploaded, fields = {} }: LossQuestion, signal: AbortSignal) {
  const file = await uploaded()
  const body = new FormData()
  for (const [name, value] of Object.entries({ ...fields, accept_loss: acceptableLosses.join(',') }))
    body.set(name, value)
  body.set('file', file, 'uploaded.pdf')
  const copy = await api().post(pathOf(pdfCopyApi.copy.path), { body, signal, timeout: false }).blob()
  return { uploaded: file, copy }
}

interface PageChoiceProps {
  readonly pages: readonly number[]
  readonly page: number
  readonly onChoose: (page: number) => void
}

function PageChoice({ pages, page, onChoose }: PageChoiceProps) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>Page</label>
      <select id={id} value={page} onChange={({ target }) => onChoose(Number(target.value))}>
        {pages.map((index) => (
          <option key={index} value={index}>
            {index + 1}
          </option>
        ))}
      </select>
    </div>
  )
}

interface SideProps {
  readonly title: string
  readonly file: Blob
  /** From 0. */
  readonly page: number
}

function Side({ title, file, page }: SideProps) {
  const opening = usePdf(file)
  const shown = typeof opening === 'string' ? undefined : opening.pages[page]
  return (
    <figure className={styles.side}>
      <figcaption>{title}</figcaption>
      {typeof opening === 'string' ? (
        <PdfWaiting opening={opening} />
      ) : (
        shown && <PdfPageView key={page} page={shown} label={`Page ${page + 1}, ${title.toLowerCase()}`} />
      )}
    </figure>
  )
}
