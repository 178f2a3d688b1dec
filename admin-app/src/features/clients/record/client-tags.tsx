import { type ChangeTags, tagApi } from '@agency/contract/client-tags'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import X from 'lucide-react/icons/x'
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useReadOnly } from '../../../shared/archive/read-only'
import { call, callQuery } from '../../../shared/call'
import { alertRefusal } from '../../../shared/dialogs/save-dialog'
import { useOfferedCommand } from '../../../shared/page-commands'
import { showToast } from '../../../shared/toasts/toasts'
import { clientsKey, tagsQuery } from '../client-queries'
import styles from './client-header.module.css'

/** The tags of a client, added and removed in place. */
export function ClientTags({ clientId }: { readonly clientId: string }) {
  const queryClient = useQueryClient()
  const readOnly = useReadOnly()
  const [typed, setTyped] = useState<string | null>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const { data: known } = useQuery({ ...tagsQuery, enabled: typed !== null })
  const query = callQuery([...clientsKey, 'tags', clientId], tagApi.ofClient, { params: { id: clientId } })
  const { data } = useQuery(query)
  const change = useMutation({
    mutationFn: (body: ChangeTags) => call(tagApi.change, { params: { id: clientId }, body }),
    onSuccess: (stored, { add, remove }) => {
      queryClient.setQueryData(query.queryKey, stored)
      void queryClient.invalidateQueries({ queryKey: [...clientsKey, 'list'] })
      void queryClient.invalidateQueries({ queryKey: tagsQuery.queryKey, exact: true })
      if (remove) showToast({ text: 'Tag removed.', undo: () => change.mutate({ add: remove }) })
      // Several tags can be typed one after another.
      else setTyped((text) => (text === add?.[0] ? '' : text))
    },
    onError: (error) => void alertRefusal('The tag could not be saved. Please try again.', error),
  })
  const add = (event: FormEvent) => {
    event.preventDefault()
    input.current?.focus()
    if (typed?.trim() && !change.isPending) change.mutate({ add: [typed] })
  }
  const remove = (tag: string) => {
    if (change.isPending) return
    // The pressed tag goes.
    const next = opener.current ?? input.current
    next?.focus()
    change.mutate({ remove: [tag] })
  }
  const open = () => {
    flushSync(() => setTyped(''))
    input.current?.focus()
  }
  useOfferedCommand(readOnly ? null : 'Add a tag', open)
  const closeOnEscape = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape') return
    flushSync(() => setTyped(null))
    opener.current?.focus()
  }
  const tags = data?.tags ?? []
  if (readOnly && tags.length === 0) return null
  return (
    <div className={styles.tagged}>
      <span className={styles.label}>Tags</span>
      <span className={styles.tags}>
        {tags.map((tag) =>
          readOnly ? (
            <span key={tag} className="badge">
              {tag}
            </span>
          ) : (
            <button
              key={tag}
              type="button"
              className="chip"
              data-removable
              aria-label={`Remove the tag ${tag}`}
              aria-disabled={change.isPending}
              onClick={() => remove(tag)}
            >
              {tag}
              <X size={14} />
            </button>
          ),
        )}
        {!readOnly && typed === null && (
          <button ref={opener} type="button" className="chip" onClick={open}>
            Add a tag
          </button>
        )}
        {!readOnly && typed !== null && (
          <form className={styles.tags} onSubmit={add}>
            <input
              aria-label="New tag"
              pattern=".{1,40}"
              title="At most 40 letters"
              autoComplete="off"
              ref={input}
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
              onKeyDown={closeOnEscape}
              onBlur={() => typed === '' && setTyped(null)}
              list="client-tags"
            />
            <datalist id="client-tags">
              {known?.tags.map((tag) => (
                <option key={tag} value={tag} />
              ))}
            </datalist>
            <button type="submit" className="chip" disabled={typed.trim() === ''}>
              Add
            </button>
          </form>
        )}
      </span>
    </div>
  )
}
