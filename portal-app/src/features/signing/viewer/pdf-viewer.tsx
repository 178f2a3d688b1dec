import type { PdfFile, PdfPage } from '@agency/pdf-viewer/pdf-document'
import { usePdf } from '@agency/pdf-viewer/use-pdf'
import { type ReactNode, useRef, useState } from 'react'
import { useMessages } from '../../../shared/language.ts'
import { Loading } from '../../../shared/loading.tsx'
import { Button } from '../../../shared/shared-ui.tsx'
import { PdfPageView } from './pdf-page-view.tsx'
import styles from './pdf-viewer.module.css'
import { useWidth } from './use-layout.ts'

interface PdfViewerProps {
  readonly blob: Blob
  /** Called when a page comes into view, with its number from 1 and the number of pages. */
  readonly onSeen?: (number: number, of: number) => void
  /** Content over a page that is `width` CSS pixels wide. */
  readonly overlay?: (page: PdfPage, width: number) => ReactNode
}

/** Shows a PDF at the width of the screen, one page below the other. */
export function PdfViewer(props: PdfViewerProps) {
  const [attempt, setAttempt] = useState(0)
  return <Viewer key={attempt} {...props} onRetry={() => setAttempt(attempt + 1)} />
}

function Viewer({ blob, onSeen, overlay, onRetry }: PdfViewerProps & { readonly onRetry: () => void }) {
  const t = useMessages()
  const opening = usePdf(blob)
  switch (opening) {
    case 'opening':
      return (
        <div className={styles.waiting}>
          <Loading text={t('viewerLoading')} />
        </div>
      )
    case 'locked':
      return <ViewerFailure>{t('viewer.locked')}</ViewerFailure>
    case 'broken':
      // The likely cause is that pdf.js could not be loaded, so a retry may help.
      return <ViewerFailure onRetry={onRetry}>{t('viewer.failed')}</ViewerFailure>
    default:
      return <Pages pages={opening.pages} onSeen={onSeen} overlay={overlay} />
  }
}

function ViewerFailure({ children, onRetry }: { readonly children: string; readonly onRetry?: () => void }) {
  const t = useMessages()
  return (
    <div className="notice" data-tone="danger" role="alert">
      <p>{children}</p>
      {onRetry && (
        <Button variant="secondary" onClick={onRetry}>
          {t('tryAgain')}
        </Button>
      )}
    </div>
  )
}

const zoomSteps = [1, 1.25, 1.5, 2, 3] as const

interface PagesProps extends Pick<PdfViewerProps, 'onSeen' | 'overlay'> {
  readonly pages: PdfFile['pages']
}

function Pages({ pages, onSeen, overlay }: PagesProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const fit = useWidth(scroller)
  const [step, setStep] = useState(0)
  const zoom = zoomSteps[step] ?? 1
  const width = Math.round(fit * zoom)
  return (
    <div className={styles.viewer}>
      <ZoomControls step={step} onStep={setStep} />
      <div ref={scroller} className={styles.scroller}>
        {fit > 0 &&
          pages.map((page) => (
            <PdfPageView
              key={page.number}
              page={page}
              of={pages.length}
              width={width}
              onSeen={(number) => onSeen?.(number, pages.length)}
            >
              {overlay?.(page, width)}
            </PdfPageView>
          ))}
      </div>
    </div>
  )
}

function ZoomControls({ step, onStep }: { readonly step: number; readonly onStep: (step: number) => void }) {
  const t = useMessages()
  const percent = Math.round((zoomSteps[step] ?? 1) * 100)
  return (
    <fieldset className={styles.zoom}>
      <legend className="visually-hidden">{t('viewer.zoom')}</legend>
      <button type="button" aria-label={t('viewer.zoomOut')} disabled={step === 0} onClick={() => onStep(step - 1)}>
        −
      </button>
      <output>{percent}%</output>
      <button
        type="button"
        aria-label={t('viewer.zoomIn')}
        disabled={step === zoomSteps.length - 1}
        onClick={() => onStep(step + 1)}
      >
        +
      </button>
    </fieldset>
  )
}
