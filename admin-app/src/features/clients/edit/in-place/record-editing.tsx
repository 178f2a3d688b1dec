import type { ClientRecord } from '@agency/contract/clients'
import { createContext, type ReactNode, type RefObject, useContext, useRef, useState } from 'react'
import { closeUnlessDirty } from '../../../../shared/dialogs/discard-guard'
import { persistState } from '../../../../shared/persist-draft'

interface RecordEditing {
  readonly client: ClientRecord
  /** The value that is edited in place: the page may show a field in two places. */
  readonly editing: string | null
  /** The record as the editor of a masked field needs it: with the value. */
  readonly revealed: ClientRecord
  /**
   * Edits another value in place. Asks first if the open editor would lose what was typed.
   * @param record with the value, if it is masked
   */
  readonly start: (value: string, record?: ClientRecord) => void
  readonly stop: () => void
  /** Whether the open editor has unsaved input. */
  readonly dirty: RefObject<boolean>
  /** The value whose editor was closed last: its button takes the focus back. */
  readonly closed: RefObject<string | null>
}

const Context = createContext<RecordEditing | null>(null)

/** The record whose values are edited in place. @throws outside of `RecordEditingProvider` */
export function useRecordEditing(): RecordEditing {
  const editing = useContext(Context)
  if (editing === null) throw new Error('RecordEditingProvider is missing.')
  return editing
}

const useEditing = persistState<string | null>()

interface RecordEditingProviderProps {
  readonly client: ClientRecord
  readonly children: ReactNode
}

/** Lets one value of a record at a time be edited in place. */
export function RecordEditingProvider({ client, children }: RecordEditingProviderProps) {
  const [editing, setEditing] = useEditing(client.id, null)
  const [revealed, setRevealed] = useState<ClientRecord | null>(null)
  const dirty = useRef(false)
  const closed = useRef<string | null>(null)
  const stop = () => {
    closed.current = editing
    dirty.current = false
    setRevealed(null)
    setEditing(null)
  }
  const start = (value: string, record = client) =>
    closeUnlessDirty(dirty.current, () => {
      setRevealed(record)
      setEditing(value)
    })
  return (
    <Context
      value={{
        client,
        editing,
        revealed: revealed ?? client,
        start: (value, record) => void start(value, record),
        stop,
        dirty,
        closed,
      }}
    >
      {children}
    </Context>
  )
}
