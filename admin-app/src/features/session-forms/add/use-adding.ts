import type { SessionForm } from '@agency/contract/session-forms'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useWithdraw } from '../../../shared/desk/decline-answers'
import { replacedParameter } from '../../../shared/paths'
import { persistState } from '../../../shared/persist-draft'
import { isDeclined } from '../../../shared/session-documents'

const useAddingDialog = persistState<'existing' | 'new-soon' | 'new' | null>()
const useOwnPdf = persistState<File | null>()

const pause = 200

/**
 * Opens the dialog for adding a document, also in place of a declined one, which is withdrawn once the other is there.
 * The address can name the declined one.
 */
export function useAdding(sessionId: string, forms: readonly SessionForm[] | undefined) {
  const [params, setParams] = useSearchParams()
  const [replacedId, setReplacedId] = useState(params.get(replacedParameter))
  const [adding, setAdding] = useAddingDialog(sessionId, replacedId === null ? null : 'existing')
  const [file, setFile] = useOwnPdf(sessionId, null)
  const [addedIds, setAddedIds] = useState<readonly string[]>([])
  const { withdraw } = useWithdraw()
  const replaced = forms?.find((form) => form.id === replacedId && isDeclined(form))
  useEffect(() => {
    if (adding !== 'new-soon') return
    const timer = setTimeout(() => setAdding('new'), pause)
    return () => clearTimeout(timer)
  }, [adding, setAdding])
  const close = () => {
    setAdding(null)
    setReplacedId(null)
    if (params.has(replacedParameter)) setParams({}, { replace: true })
  }
  return {
    adding,
    file,
    replaced,
    /** The ids of the documents that were added last. */
    addedIds,
    choose: () => setAdding('existing'),
    replace: ({ id }: SessionForm) => {
      setReplacedId(id)
      setAdding('existing')
    },
    create: (own: File | null) => {
      setFile(own)
      setAdding('new-soon')
    },
    close,
    added: (added: readonly SessionForm[]) => {
      close()
      setAddedIds(added.map(({ id }) => id))
      if (replaced !== undefined) withdraw(replaced)
    },
  }
}
