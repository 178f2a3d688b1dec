import { PdfTaskFailed } from './pdf-task-failed.ts'

/**
 * An ISO 8601 time as `2025-03-04 17:05:09 UTC`, the same in every language.
 * @throws {PdfTaskFailed} `SEAL_INPUT_INVALID` when it is no time
 */
export function formatUtc(time: string): string {
  const date = new Date(time)
  if (Number.isNaN(date.getTime())) throw new PdfTaskFailed('SEAL_INPUT_INVALID')
  return `${date.toISOString().slice(0, 19).replace('T', ' ')} UTC`
}
