import { clientFields } from '@agency/contract/client-fields'
import type { ClientRecord } from '@agency/contract/clients'
import { pageHeading } from '@agency/shared-ui/host/page-focus'
import {
  createContext,
  type ReactNode,
  type RefObject,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react'
import { closeUnlessDirty } from '../../../../shared/dialogs/discard-guard'
import { focusOnPage } from '../../../../shared/focus-on-page'
import { persistState } from '../../../../shared/persist-draft'
import { hasValue, type RecordField } from '../../record/record-fields'
import { editButton } from '../../record/record-sections'

interface RecordEditing {
  readonly client: ClientRecord
  /** The value that is edited in place: the page may show a field in two places. */
  readonly editing: string | null
  /** The record as the editor of a masked field needs it: with the value. */
  readonly revealed: ClientRecord
  /** Asks first if the open editor would lose what was typed; waits for its save. @param record if masked */
  readonly start: (value: string, record?: ClientRecord) => void
  readonly stop: () => void
  /** Whether the open editor has unsaved input. */
  readonly dirty: RefObject<boolean>
  /** Tells whether the open editor is being saved. */
  readonly reportSaving: (isSaving: boolean) => void
  /** Whether it has a value, or had one before it was edited on its card: an editor keeps its place during a save. */
  readonly isFilled: (field: RecordField) => boolean
  /** The value whose button is to take the focus: its editor was closed, or the focused button was removed. */
  readonly closed: RefObject<string | null>
}

const Context = createContext<RecordEditing | null>(null)

/** The record whose values are edited in place. @throws outside of `RecordEditingProvider` */
export function useRecordEditing(): RecordEditing {
  const editing = useContext(Context)
  if (editing === null) throw new Error('RecordEditingProvider is missing.')
  return editing
}

/** The value to edit after the running save. */
interface Next {
  readonly value: string
  readonly record: ClientRecord | null
}

/** Tells the record whether the open editor is being saved. */
export function useReportedSaving(isSaving: boolean): void {
  const { reportSaving } = useRecordEditing()
  useEffect(() => {
    if (!isSaving) return
    reportSaving(true)
    return () => reportSaving(false)
  }, [isSaving, reportSaving])
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
  // The record when the editor was opened.
  const [opened, setOpened] = useState(client)
  const dirty = useRef(false)
  const closed = useRef<string | null>(null)
  useFocusWithoutButton(closed, editing, client)
  const saving = useRef(false)
  const next = useRef<Next | null>(null)
  const stop = () => {
    const following = next.current
    next.current = null
    closed.current = following === null ? editing : null
    dirty.current = false
    setRevealed(following?.record ?? null)
    setOpened(client)
    setEditing(following?.value ?? null)
  }
  const start = async (value: string, record = client) => {
    // A record without a revealed value is edited as it is when the editor opens.
    const asked = { value, record: record === client ? null : record }
    if (saving.current) next.current = asked
    else
      await closeUnlessDirty(dirty.current, () => {
        setRevealed(asked.record)
        setOpened(client)
        setEditing(value)
      })
  }
  const reportSaving = useCallback((isSaving: boolean) => {
    saving.current = isSaving
    if (!isSaving) next.current = null
  }, [])
  return (
    <Context
      value={{
        client,
        editing,
        revealed: revealed ?? client,
        start: (value, record) => void start(value, record),
        stop,
        dirty,
        reportSaving,
        isFilled: (field) => hasValue(editing === `card ${field.name}` ? opened : client, field),
        closed,
      }}
    >
      {children}
    </Context>
  )
}

/** After the button of a value is gone with its card or group, moves the focus to the Edit button of its section. */
function useFocusWithoutButton(closed: RefObject<string | null>, editing: string | null, client: ClientRecord): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a button is removed when the record or the editor changes
  useEffect(() => {
    const value = closed.current
    if (editing !== null || value === null) return
    closed.current = null
    if (document.activeElement !== document.body) return
    const field = clientFields.find(({ name }) => value === `card ${name}`)
    focusOnPage((field && editButton(field.dialog)) ?? pageHeading())
  }, [editing, client])
}
