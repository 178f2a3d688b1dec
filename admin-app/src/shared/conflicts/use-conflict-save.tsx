import type { SavedChange } from '@agency/contract/errors'
import { mergeEdit } from '@agency/contract/merge-edit'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { Equal } from 'typebox/value'
import { readRefusal } from '../api-error'
import { type ModalSave, type SaveFailure, useSaveFailure } from '../dialogs/save-dialog'
import { useSubmission } from '../dialogs/submission'
import type { Edit } from '../persist-draft'
import { visibleText } from '../text/visible-text'
import { useMounted } from '../use-mounted'
import { ConflictDialog } from './conflict-dialog'

/** A field of a form, as the conflict dialog shows it. */
export interface DraftField<Draft> {
  readonly name: Extract<keyof Draft, string>
  readonly label: string
  readonly kind?: 'rich-text'
  /** The text of a value that is not a text itself. */
  readonly text?: (draft: Draft) => string
}

interface ConflictSave<Item, Draft extends FieldValues> extends SaveFailure<Draft> {
  /** Whether the body of a 409 holds the current record. */
  readonly isItem: (value: unknown) => value is Item
  readonly edit: Edit<Item, Draft>
  readonly fields: readonly DraftField<Draft>[]
  /** Asked before the first attempt; false keeps the form open. */
  readonly confirm?: (draft: Draft) => Promise<boolean>
  /** Sends the draft with the version of the record that it is based on (If-Match). */
  readonly save: (draft: Draft, base: Item) => Promise<unknown>
  readonly onSaved: () => void
  /** Fetches what the record of a conflict lacks. */
  readonly complete?: (current: Item) => Promise<Item>
  readonly question: string
}

interface Saving<Draft> {
  readonly submit: (draft: Draft) => void
  /** Submits a form that is not in a dialog; ignored while a save is running. */
  readonly onSubmit: (event: FormEvent) => void
  readonly busy: boolean
  /** For the `FormModal` of the form. */
  readonly modal: ModalSave
  /** Hides the failure of the last save. */
  readonly clear: () => void
  readonly conflict: ReactNode
}

/** Saves a form. After EDIT_CONFLICT, edits of different fields are merged; `conflict` asks about the others. */
export function useConflictSave<Item, Draft extends FieldValues>(options: ConflictSave<Item, Draft>): Saving<Draft> {
  const { isItem, fields, onSaved } = options
  const { form, base, rebase, draftOf } = options.edit
  const [stored, setStored] = useState<{ readonly current: Item; readonly saved: SavedChange | undefined } | null>(null)
  const mounted = useMounted()
  const failure = useSaveFailure(form, options)
  const saving = useMutation({
    mutationFn: ({ draft, over }: { draft: Draft; over: Item }) => options.save(draft, over),
    onMutate: failure.clear,
    // Not as options of `mutate`: TanStack drops those when the form is gone before the answer.
    onSuccess: () => onSaved(),
    onError: (error, { draft, over }) => void resolve(error, draft, over),
  })

  const submission = useSubmission(saving.isPending)

  const completed = async (current: Item): Promise<Item | null> => {
    if (options.complete === undefined) return current
    try {
      return await options.complete(current)
    } catch {
      // The save is reported as failed: nothing was stored, and what was typed stays.
      return null
    }
  }

  const submit = (draft: Draft, over: Item) => saving.mutate({ draft, over })

  const resolve = async (error: Error, draft: Draft, over: Item) => {
    const body = readRefusal(error)?.body
    if (body?.code !== 'EDIT_CONFLICT' || !isItem(body.current)) return failure.show(error)
    const current = await completed(body.current)
    if (current === null) return failure.show(error)
    const drafts = { mine: draft, before: draftOf(over), now: draftOf(current) }
    if (mergeDrafts(fields, drafts).conflicts.length === 0) settle(drafts, current, [])
    else if (mounted.current) setStored({ current, saved: body.saved })
    else failure.show(error)
  }

  const settle = (drafts: Drafts<Draft>, over: Item, theirs: readonly string[]) => {
    const merged = mergedDraft(fields, drafts, theirs)
    rebase(over)
    setStored(null)
    // The stored values become the defaults, so that the fields that differ from them still count as dirty.
    form.reset(drafts.now)
    form.reset(merged, { keepDefaultValues: true })
    submit(merged, over)
  }

  const submitDraft = (draft: Draft) => submit(draft, base)
  const handleSubmit = form.handleSubmit(async (draft) => {
    if (options.confirm === undefined || (await options.confirm(draft))) submitDraft(draft)
  })
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    form.clearErrors()
    submission(handleSubmit)
  }

  const busy = saving.isPending
  const modal = { dirty: form.formState.isDirty, busy, error: failure.error, onSubmit: () => handleSubmit() }
  const controls = { submit: submitDraft, onSubmit, busy, modal, clear: failure.clear }
  if (stored === null) return { ...controls, conflict: null }
  const { current, saved } = stored
  const drafts = { mine: form.getValues(), before: draftOf(base), now: draftOf(current) }
  const conflict = (
    <ConflictDialog
      title={options.question}
      fields={conflictingFields(fields, drafts)}
      saved={saved}
      onSettle={(theirs) => settle(drafts, current, theirs)}
      onClose={() => setStored(null)}
    />
  )
  return { ...controls, conflict }
}

interface Drafts<Draft> {
  readonly mine: Draft
  readonly before: Draft
  readonly now: Draft
}

function mergeDrafts<Draft>(fields: readonly DraftField<Draft>[], { mine, before, now }: Drafts<Draft>) {
  return mergeEdit({
    names: fields.map(({ name }) => name),
    agrees: (name) => Equal(mine[name], now[name]),
    isUntouched: (name) => Equal(mine[name], before[name]),
    isUnchanged: (name) => Equal(now[name], before[name]),
  })
}

/** The values to save: this person's edits over the current record, without those that they gave up for `theirs`. */
function mergedDraft<Draft>(
  fields: readonly DraftField<Draft>[],
  drafts: Drafts<Draft>,
  theirs: readonly string[],
): Draft {
  const { edited, conflicts } = mergeDrafts(fields, drafts)
  const kept = [...edited, ...conflicts].filter((name) => !theirs.includes(name))
  const merged = { ...drafts.mine }
  for (const { name } of fields) if (!kept.includes(name)) merged[name] = drafts.now[name]
  return merged
}

/** The conflicting fields with both values as texts. */
function conflictingFields<Draft>(fields: readonly DraftField<Draft>[], drafts: Drafts<Draft>) {
  const { conflicts } = mergeDrafts(fields, drafts)
  return fields
    .filter(({ name }) => conflicts.includes(name))
    .map((field) => ({ ...field, mine: textOf(field, drafts.mine), theirs: textOf(field, drafts.now) }))
}

function textOf<Draft>({ name, kind, text }: DraftField<Draft>, draft: Draft): string {
  if (text !== undefined) return text(draft)
  const value = draft[name]
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  const written = typeof value === 'string' ? value : ''
  return kind === 'rich-text' ? visibleText(written) : written
}
