import { describe, expect, it } from 'vitest'
import { PdfRefused } from '../pdf-errors.ts'
import { errorOf, failedAnswer, isPdfReport } from './pdf-worker-messages.ts'

/** The error as it arrives from another process. */
function sent(error: unknown) {
  const answer: unknown = structuredClone(failedAnswer(error))
  if (!isPdfReport(answer) || answer.kind !== 'failed') throw new Error('The answer is none')
  return errorOf(answer)
}

describe('a refusal from a PDF process', () => {
  it('given a loss, when it arrives, then it names the page and what would be lost', () => {
    const arrived = sent(new PdfRefused('PDF_CONTENT_LOST', { losses: [{ what: 'note', page: 4 }] }))
    expect(arrived).toMatchObject({ code: 'PDF_CONTENT_LOST', losses: [{ what: 'note', page: 4 }], acceptable: [] })
    expect(arrived.message).toMatch(/^A highlight, a drawing or another note on page 5 of this PDF would be lost/)
  })

  it('given no loss, when it arrives, then it has the words of its code', () => {
    expect(sent(new PdfRefused('PDF_PASSWORD_WRONG')).message).toBe(new PdfRefused('PDF_PASSWORD_WRONG').message)
  })

  it.each([[{ what: 'constructor', page: 0 }], [{ what: 'look', page: -1 }], [{ what: 'look', page: '1' }], ['look']])(
    'given %j instead of a loss, when it arrives, then it is left out',
    (loss) => {
      const answer: unknown = { kind: 'failed', code: 'PDF_CONTENT_LOST', detail: '', losses: [loss] }
      if (!isPdfReport(answer) || answer.kind !== 'failed') throw new Error('The answer is none')
      expect(errorOf(answer)).toMatchObject({ code: 'PDF_CONTENT_LOST', losses: [] })
    },
  )
})
