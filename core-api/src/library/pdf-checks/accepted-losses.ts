import { acceptableLosses, type PdfLoss, type PdfLossOnPage } from '@agency/contract/pdf-checks'
import type { TakenPdf } from './pdf-intake.ts'

export function lossesIn(sent: string | undefined): PdfLoss[] {
  const named = sent?.split(',') ?? []
  return acceptableLosses.filter((loss) => named.includes(loss))
}

/** What the audit trail says of an upload with accepted losses: where they are, or which are accepted before its check. */
export function acceptedText(taken: TakenPdf): string | undefined {
  return (taken.isChecked ? lossesText(taken.losses) : taken.accepted.join(', ')) || undefined
}

/** Accepted losses in the audit trail: `look: page 3; words: page 1, page 2`. */
export function lossesText(losses: readonly PdfLossOnPage[]): string {
  const kinds = Map.groupBy(losses, ({ loss }) => loss)
  return [...kinds].map(([loss, own]) => `${loss}: ${own.map(({ page }) => `page ${page + 1}`).join(', ')}`).join('; ')
}
