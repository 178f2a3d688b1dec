import type { Language } from '@agency/contract/esign'
import type { FieldValue, FieldValues, FilledField } from '@agency/contract/form-fields'
import type { SessionForm } from '@agency/contract/session-forms'
import type { PdfPage } from '@agency/pdf-viewer/pdf-document'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { Translate } from '../../../shared/language.ts'
import { useLanguage, useMessages } from '../../../shared/language.ts'
import { sessionFormsQuery } from '../../../shared/session-forms-api.ts'
import { useOpenSession } from '../../../shared/session-store.ts'
import { useAdopted, usePlaced } from '../signature/adopted-signature.ts'
import {
  type DisplayedField,
  isCounted,
  isKeepable,
  isRequired,
  isTypedIn,
  isWanted,
  membersOf,
  showFields,
} from './displayed-field.ts'
import { fieldsQuery } from './fields-api.ts'
import { type FieldsDraft, persistDraft, saveDraft, useFieldsDraft } from './fields-draft.ts'
import { usePrintedQuestions } from './printed-question.ts'

export interface FormFields {
  readonly fields: readonly DisplayedField[]
  /** The same by page; 0 is the first. */
  readonly byPage: ReadonlyMap<number, readonly DisplayedField[]>
  readonly error: Error | null
  readonly isPending: boolean
  readonly refetch: () => void
  readonly type: (field: FilledField, value: FieldValue) => void
  /** Whether everything typed is saved; undefined while nothing was typed. */
  readonly saving: FieldsDraft['saving'] | undefined
  /** Why the server takes no values any more. */
  readonly refusal: Error | null
}

/** The names that a placed field has as long as staff give it none. */
const toolNames = {
  signature: ['Signature', 'fields.adoptHeading'],
  initials: ['Initials', 'fields.initials'],
  date: ['Date', 'fields.signingDay'],
} as const

/** What the tool has called a field, in the client's language. */
function toolName({ kind, label }: DisplayedField, language: Language, t: Translate): string | undefined {
  if (language === 'en' || (kind !== 'signature' && kind !== 'initials' && kind !== 'date')) return undefined
  const [name, message] = toolNames[kind]
  return label === name ? t(message) : undefined
}

/** The draft over the values of the server. A field with a program's name takes the printed question. */
export function useFormFields(form: SessionForm, pages: readonly PdfPage[]): FormFields {
  const t = useMessages()
  const language = useLanguage((state) => state.language)
  const query = useQuery(fieldsQuery(form.id))
  const questions = usePrintedQuestions(query.data, pages)
  const kept = useFieldsDraft(form.id)
  const { typed, refused } = kept
  const adopted = useAdopted()
  const placed = usePlaced(form.id)
  const fields = useMemo(
    () =>
      showFields(query.data ?? [], { typed, refused }, { adopted, placed }).map((field) => {
        const label = questions.get(field.id) ?? toolName(field, language, t)
        return label === undefined ? field : { ...field, label }
      }),
    [query.data, typed, refused, adopted, placed, questions, language, t],
  )
  const byPage = useMemo(() => fieldsByPage(fields), [fields])
  useLateArrivals(query.refetch)
  useSaveOnLeaving(form.id)
  useNewStateAfter(kept.refusal)
  useAskBeforeLeaving(kept.saving === 'failed' && kept.unsaved.length > 0)
  return {
    fields,
    byPage,
    // A failed update keeps the fields that are there.
    error: query.data ? null : query.error,
    isPending: query.isPending,
    refetch: () => void query.refetch(),
    type: (field, value) => {
      const others = field.kind === 'radio' ? membersOf(query.data ?? [], field) : []
      for (const { id } of others) if (id !== field.id) persistDraft(form.id, id, false, true)
      persistDraft(form.id, field.id, value, isKeepable(field, value))
    },
    saving: savingOf(kept),
    refusal: kept.refusal,
  }
}

function fieldsByPage(fields: readonly DisplayedField[]): Map<number, DisplayedField[]> {
  const pages = new Map<number, DisplayedField[]>()
  for (const field of fields) {
    const known = pages.get(field.page)
    if (known) known.push(field)
    else pages.set(field.page, [field])
  }
  return pages
}

function savingOf({ saving, typed, unsaved }: FieldsDraft): FormFields['saving'] {
  if (Object.keys(typed).length === 0) return undefined
  return saving === 'idle' && unsaved.length > 0 ? 'saving' : saving
}

/** The typed values. They are sent with the signature, in case that saving them failed. */
export function typedValues(fields: readonly FilledField[], { typed }: FieldsDraft): FieldValues {
  const values: FieldValues = {}
  for (const field of fields) {
    const value = typed[field.id]
    if (value !== undefined && isTypedIn(field) && isKeepable(field, value)) values[field.id] = value
  }
  return values
}

/** The next one may be optional, unless left empty, while a required one is left. @param passed those left empty */
export function progressOf(fields: readonly DisplayedField[], passed: ReadonlySet<string> = new Set()) {
  const counted = fields.filter(isCounted)
  const wanted = counted.filter(isWanted)
  const optional = counted.filter((field) => !isRequired(field) && field.state === 'open')
  const next = counted.find((field) => isWanted(field) || (field.state === 'open' && !passed.has(field.id)))
  const refused = counted.filter(({ state, value, ...field }) => {
    return state === 'wrong' && (value === null || isKeepable(field, value))
  })
  return {
    of: counted.length,
    // What was refused comes first: a notice leads there by this.
    next: wanted.length > 0 ? (refused[0] ?? next) : undefined,
    optional,
    /** Number of fields whose value the server refused. */
    refused: refused.length,
  }
}

/** The next field to fill in, in the order of the document. After the last one, required fields that were left out. */
export function openAfter(
  fields: readonly DisplayedField[],
  id: string,
  opened: ReadonlySet<string>,
): DisplayedField | undefined {
  const here = fields.findIndex((field) => field.id === id)
  const isOpen = (field: DisplayedField) =>
    isCounted(field) && (isWanted(field) || (field.state === 'open' && !opened.has(field.id)))
  return (
    fields.slice(here + 1).find(isOpen) ?? fields.slice(0, here).find((field) => isCounted(field) && isWanted(field))
  )
}

/** The field before, in the order of the document, filled in or not. */
export function fieldBefore(fields: readonly DisplayedField[], id: string): DisplayedField | undefined {
  const here = fields.findIndex((field) => field.id === id)
  return fields.slice(0, Math.max(0, here)).findLast(isCounted)
}

/** The place of a field among those that the client fills in, from 1; undefined for a value of the record. */
export function placeOf(fields: readonly DisplayedField[], id: string) {
  const counted = fields.filter(isCounted)
  const here = counted.findIndex((field) => field.id === id)
  return here < 0 ? undefined : { number: here + 1, of: counted.length }
}

export function optionalAfter(fields: readonly DisplayedField[], id: string | undefined): DisplayedField | undefined {
  const { optional } = progressOf(fields)
  const here = fields.findIndex((field) => field.id === id)
  const later = new Set(fields.slice(here + 1))
  return optional.find((field) => later.has(field)) ?? optional[0]
}

/** Milliseconds until a call sent by a closing page has arrived. */
const arrival = 2_000

/** At a reload, the previous page may save after this one has read: the fields are read once more. */
function useLateArrivals(ask: () => unknown): void {
  useEffect(() => {
    const timer = setTimeout(ask, arrival)
    return () => clearTimeout(timer)
  }, [ask])
}

function useSaveOnLeaving(formId: string): void {
  useEffect(() => {
    const save = () => void saveDraft(formId, true)
    const saveHidden = () => document.visibilityState === 'hidden' && save()
    void saveDraft(formId)
    window.addEventListener('pagehide', save)
    document.addEventListener('visibilitychange', saveHidden)
    return () => {
      save()
      window.removeEventListener('pagehide', save)
      document.removeEventListener('visibilitychange', saveHidden)
    }
  }, [formId])
}

/** Fetches the documents after a refusal: staff may have closed this one, or another tab may have signed it. */
function useNewStateAfter(refusal: Error | null): void {
  const { id } = useOpenSession()
  const queries = useQueryClient()
  useEffect(() => {
    if (refusal) void queries.invalidateQueries({ queryKey: sessionFormsQuery(id).queryKey })
  }, [refusal, queries, id])
}

/** Has the browser ask before the page is left or reloaded. */
export function useAskBeforeLeaving(ask: boolean): void {
  useEffect(() => {
    if (!ask) return
    const stop = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', stop)
    return () => window.removeEventListener('beforeunload', stop)
  }, [ask])
}
