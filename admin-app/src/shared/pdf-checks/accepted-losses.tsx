import type { PdfLossOnPage } from '@agency/contract/pdf-checks'
import { kindsOf } from './ask-about-losses'

const texts: Readonly<Record<PdfLossOnPage['loss'], (pages: string) => string>> = {
  look: (pages) => `another look of ${pages}`,
  words: (pages) => `words lost or moved on ${pages}`,
  value: (pages) => `filled-in values lost on ${pages}`,
}

interface AcceptedLossesProps {
  readonly form: { readonly losses?: readonly PdfLossOnPage[] | null | undefined }
}

/** Says how a PDF differs from the file that was uploaded, as staff accepted. Renders nothing for a whole one. */
export function AcceptedLosses({ form: { losses } }: AcceptedLossesProps) {
  if (!losses || losses.length === 0) return null
  const pagesOf = (kind: PdfLossOnPage['loss']) =>
    losses.filter(({ loss }) => loss === kind).map(({ page }) => page + 1)
  const said = kindsOf(losses).map((loss) => texts[loss](pagesText(pagesOf(loss))))
  return (
    <p className="notice" data-tone="info">
      This PDF was accepted with a difference to the uploaded file: {said.join('; ')}.
    </p>
  )
}

const pagesText = (pages: readonly number[]): string => `${pages.length === 1 ? 'page' : 'pages'} ${pages.join(', ')}`
