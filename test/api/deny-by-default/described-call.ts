import { pdfBlob } from '@agency/pdf-signing/test/sample-pdfs'
import type { Agency, Side } from '../deny-by-default-agency.ts'

/** Answers of a call that is not simply closed to a kind of caller; the rest follows the rule. */
export interface Exceptions {
  nobody?: number
  badToken?: number
  endedToken?: number
  wrongSession?: number
  deadCookie?: number
  staff?: number
  /** For those who may, where the state of the record does not let them. */
  done?: number
}

/** One operation, as a caller would call it about one client's things. */
export interface DescribedCall {
  /** Who may. Nobody else gets in. */
  who: readonly ('admin' | 'session')[]
  path: (side: Side, agency: Agency) => string
  body?: (side: Side, agency: Agency) => unknown
  form?: () => FormData
  exceptions?: Exceptions
}

/** Calls by the operation's id. */
export type DescribedCalls = Record<string, DescribedCall>

export const staff = ['admin'] as const
export const client = ['session'] as const
export const both = ['admin', 'session'] as const

/** The id of nothing. */
export const nobodys = '01a1fe2c-2b2e-7171-b77b-9bdc9c23fc5b'

/** A form with these fields and a PDF. */
export const upload = (part: string, fields: Record<string, string>) => () => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set(part, pdfBlob(), 'mine.pdf')
  return form
}
