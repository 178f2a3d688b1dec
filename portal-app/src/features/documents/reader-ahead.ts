import type { SessionForm } from '@agency/contract/session-forms'
import { useEffect } from 'react'
import { isRedirectSigned } from '../../shared/session-forms-api.ts'

/** Milliseconds after the list is shown, in which what it still loads goes first. */
const pause = 300

export const opensReader = (form: SessionForm): boolean => form.has_file && !isRedirectSigned(form)

/** Loads the reader early, but not for a client who saves data, or on a very slow line. */
export function useReaderAhead(forms: readonly SessionForm[] | undefined, load: () => void): void {
  const isLikely = forms?.some(opensReader) ?? false
  useEffect(() => {
    if (!isLikely || savesData()) return
    const timer = setTimeout(load, pause)
    return () => clearTimeout(timer)
  }, [isLikely, load])
}

/** What the browser says about its line (Network Information API). Safari and Firefox say nothing. */
function savesData(): boolean {
  const line: unknown = 'connection' in navigator ? navigator.connection : undefined
  if (typeof line !== 'object' || line === null) return false
  const saves = 'saveData' in line && line.saveData === true
  return saves || ('effectiveType' in line && String(line.effectiveType).endsWith('2g'))
}
