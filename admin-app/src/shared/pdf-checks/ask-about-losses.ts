import type { PdfLoss, PdfLossOnPage } from '@agency/contract/pdf-checks'
import { create } from 'zustand'
import { readRefusal } from '../api-error'
import { useLogin } from '../login-store'

export interface Losses {
  readonly message: string
  readonly losses: readonly PdfLossOnPage[]
}

/** With what staff compare. */
export interface LossQuestion extends Losses {
  /** The PDF as it was uploaded. */
  readonly uploaded: () => Promise<Blob>
  /** What its copy depends on, as fields of its upload. */
  readonly fields?: Readonly<Record<string, string>>
  readonly answer: (isAccepted: boolean) => void
}

export const useLossQuestion = create<{ readonly question: LossQuestion | null }>(() => ({ question: null }))

/** The losses that a refused upload can be used with; null if it can't be used, or was refused for something else. */
export function readLosses(error: unknown): Losses | null {
  const body = readRefusal(error)?.body
  if (body?.code !== 'PDF_REFUSED') return null
  const losses = (body.details ?? []).flatMap(({ loss, page }) =>
    loss === undefined || page === undefined ? [] : [{ loss, page }],
  )
  return losses.length === 0 ? null : { message: body.message, losses }
}

/** Asks whether a PDF is used although it loses something, after a look at both if staff want it. */
export function askAboutLosses(asked: Omit<LossQuestion, 'answer'>): Promise<boolean> {
  return new Promise((resolve) => {
    const answer = (isAccepted: boolean) => {
      useLossQuestion.setState({ question: null })
      resolve(isAccepted)
    }
    useLossQuestion.setState({ question: { ...asked, answer } })
  })
}

// The next person must not see it.
useLogin.subscribe(({ login }) => {
  if (login === null) useLossQuestion.getState().question?.answer(false)
})

export const kindsOf = (losses: readonly { readonly loss: PdfLoss }[]): PdfLoss[] => [
  ...new Set(losses.map(({ loss }) => loss)),
]
