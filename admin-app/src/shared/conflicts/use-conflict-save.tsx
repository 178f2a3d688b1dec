import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import type { Static, TSchema } from 'typebox'
import { Check, Equal } from 'typebox/value'
import { readRefusal } from '../api-error'
import type { Edit } from '../persist-draft'
import { visibleText } from '../text/visible-text'
import { ConflictDialog } from './conflict-dialog'

/** A field of a form, as a question about two values of it shows it. */
export interface DraftField<Draft> {
  readonly name: Extract<keyof Draft, string>
  readonly label: string
  readonly kind?: 'rich-text'
  /** A value that is no text in words. */
  readonly text?: (draft: Draft) => string
}

interface VersionedSave<Schema extends TSchema, Draft extends FieldValues> {
  readonly schema: Schema
  readonly edit: Edit<Static<Schema>, Draft>
  readonly fields: readonly DraftField<Draft>[]
  /** Sends what was typed over a record, naming that record's version. */
  readonly save: (draft: Draft, base: Static<Schema>) => Promise<unknown>
  readonly onSaved: () => void
  readonly onError: (error: Error) => void
  /** Title of the question that is asked when someone else saved the same fields. */
  readonly question: string
}

/**
 * Saves a form over the version of the record that it was opened with. When someone else saved meanwhile, edits of
 * different fields merge by themselves, and for the same field the person is asked.
 */
export function useVersionedSave<Schema extends TSchema, Draft extends FieldValues>(
  options: VersionedSave<Schema, Draft>,
): { readonly submit: (draft: Draft) => void; readonly busy: boolean; readonly conflict: ReactNode } {
  const { schema, fields, onSaved, onError } = options
  const { form, base, rebase, draftOf } = options.edit
  const [current, setCurrent] = useState<Static<Schema> | null>(null)
  const saving = useMutation({
    mutationFn: ({ draft, over }: { draft: Draft; over: Static<Schema> }) => options.save(draft, over),
  })

  const submit = (draft: Draft, over: Static<Schema>) =>
    saving.mutate({ draft, over }, { onSuccess: onSaved, onError: (error) => explain(error, draft, over) })

  const explain = (error: Error, draft: Draft, over: Static<Schema>) => {
    const body = readRefusal(error)?.body
    if (body?.code !== 'EDIT_CONFLICT' || !Check(schema, body.current)) return onError(error)
    const drafts = { mine: draft, before: draftOf(over), now: draftOf(body.current) }
    if (conflicting(fields, drafts).length > 0) setCurrent(body.current)
    else settle(drafts, body.current, [])
  }

  const settle = (drafts: Drafts<Draft>, over: Static<Schema>, theirs: readonly string[]) => {
    const merged = merge(fields, drafts, theirs)
    rebase(over)
    setCurrent(null)
    // Over the values that are stored now, so that what differs from them still counts as unsaved.
    form.reset(drafts.now)
    form.reset(merged, { keepDefaultValues: true })
    submit(merged, over)
  }

  if (current === null) return { submit: (draft) => submit(draft, base), busy: saving.isPending, conflict: null }
  const drafts = { mine: form.getValues(), before: draftOf(base), now: draftOf(current) }
  const conflict = (
    <ConflictDialog
      title={options.question}
      fields={conflicting(fields, drafts).map((field) => ({
        ...field,
        mine: textOf(field, drafts.mine),
        theirs: textOf(field, drafts.now),
      }))}
      onSettle={(theirs) => settle(drafts, current, theirs)}
      onClose={() => setCurrent(null)}
    />
  )
  return { submit: (draft) => submit(draft, base), busy: saving.isPending, conflict }
}

interface Drafts<Draft> {
  readonly mine: Draft
  readonly before: Draft
  readonly now: Draft
}

/** The fields that were changed both here and elsewhere, to different values. */
function conflicting<Draft>(fields: readonly DraftField<Draft>[], { mine, before, now }: Drafts<Draft>) {
  return fields.filter(
    ({ name }) => !Equal(mine[name], before[name]) && !Equal(now[name], before[name]) && !Equal(mine[name], now[name]),
  )
}

/** What was typed, over the record as it is now: fields left alone here, and those given up, take its values. */
function merge<Draft>(
  fields: readonly DraftField<Draft>[],
  { mine, before, now }: Drafts<Draft>,
  theirs: readonly string[],
): Draft {
  const merged = { ...mine }
  for (const { name } of fields) if (Equal(mine[name], before[name]) || theirs.includes(name)) merged[name] = now[name]
  return merged
}

function textOf<Draft>({ name, kind, text: words }: DraftField<Draft>, draft: Draft): string {
  if (words !== undefined) return words(draft)
  const value = draft[name]
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  const text = typeof value === 'string' ? value : ''
  return kind === 'rich-text' ? visibleText(text) : text
}
