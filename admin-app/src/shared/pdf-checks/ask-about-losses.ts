import type { PdfLoss, PdfLossOnPage } from '@agency/contract/pdf-checks'
import { readRefusal } from '../api-error'
import { confirm } from '../dialogs/dialogs'

/** What an upload was refused for, and can be used with. */
export interface Losses {
  /** The server's words. */
  readonly message: string
  readonly losses: readonly PdfLossOnPage[]
}

/** The losses that a refused upload can be used with; null if it can't be used, or was refused for something else. */
export function readLosses(error: unknown): Losses | null {
  const body = readRefusal(error)?.body
  if (body?.code !== 'PDF_REFUSED') return null
  const losses = (body.details ?? []).flatMap(({ loss, page }) =>
    loss === undefined || page === undefined ? [] : [{ loss, page }],
  )
  return losses.length === 0 ? null : { message: body.message, losses }
}

/** Whether staff want to use a PDF although it loses something. */
export const askAboutLosses = ({ message }: Losses): Promise<boolean> =>
  confirm(
    `${message}\n\nYou can also use it like this. Nothing else changes, and it is recorded that you accepted it.`,
    {
      title: 'Use this PDF with a loss?',
      confirmLabel: 'Use it like this',
    },
  )

/** The kinds of losses. */
export const kindsOf = (losses: readonly { readonly loss: PdfLoss }[]): PdfLoss[] => [
  ...new Set(losses.map(({ loss }) => loss)),
]
