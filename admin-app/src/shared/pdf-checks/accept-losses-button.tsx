import type { AcceptPdfLosses, PdfCheck } from '@agency/contract/pdf-checks'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { api } from '../api'
import { alertRefusal, serverMessage } from '../dialogs/save-dialog'
import { Button } from '../shared-ui'
import { askAboutLosses, kindsOf } from './ask-about-losses'

interface AcceptLossesProps {
  readonly check: PdfCheck | null
  readonly file: string
  readonly requiresSignature: boolean
  /** Has the kept upload checked again with these losses. */
  readonly accept: (losses: AcceptPdfLosses) => Promise<unknown>
  readonly onAccepted: () => Promise<unknown>
}

/** Uses a refused PDF with what it loses, after a question. The focus moves to the dialog around it. */
export function AcceptLossesButton({ check, file, requiresSignature, accept, onAccepted }: AcceptLossesProps) {
  const button = useRef<HTMLSpanElement>(null)
  const losses = check?.losses ?? []
  const use = useMutation({
    mutationFn: async () => {
      const fields = { requires_signature: String(requiresSignature) }
      const uploaded = () => api().get(file).blob()
      if (!(await askAboutLosses({ message: check?.message ?? '', losses, uploaded, fields }))) return
      await accept({ accept_loss: kindsOf(losses) })
      // The button is removed.
      button.current?.closest<HTMLElement>('[role="dialog"]')?.focus()
      await onAccepted()
    },
    onError: (error) => explain(error),
  })
  if (losses.length === 0) return null
  return (
    <span ref={button}>
      <Button variant="secondary" busy={use.isPending} onClick={() => use.mutate()}>
        Use it like this
      </Button>
    </span>
  )
}

const explain = (error: unknown): Promise<void> =>
  alertRefusal('The PDF could not be accepted. Please try again.', error, serverMessage('WRONG_STATE'))
