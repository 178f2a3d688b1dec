import type { PdfCheck } from '@agency/contract/pdf-checks'
import { useEffect, useRef } from 'react'
import { showToast } from '../toasts/toasts'

interface Checked {
  readonly id: string
  readonly title: string | null
  readonly pdf_check: PdfCheck | null
}

/** Polling interval of a list while a PDF in it is being checked, in milliseconds. */
export const checkInterval = 2_000

export const isBeingChecked = ({ pdf_check }: Pick<Checked, 'pdf_check'>): boolean => pdf_check?.state === 'checking'

/** Announces the end of each check that a polled list showed. */
export function useAnnouncedChecks(forms: readonly Checked[] | undefined): void {
  const checking = useRef<ReadonlySet<string>>(new Set())
  useEffect(() => {
    if (forms === undefined) return
    for (const { id, title, pdf_check } of forms) {
      if (!checking.current.has(id) || pdf_check?.state === 'checking') continue
      const name = `“${title || 'Untitled'}”`
      showToast({ text: pdf_check === null ? `${name} was checked and accepted.` : `The PDF of ${name} was refused.` })
    }
    checking.current = new Set(forms.filter(isBeingChecked).map(({ id }) => id))
  }, [forms])
}
