import { create } from 'zustand'
import { readRefusal } from '../../shared/api-error'
import { useLogin } from '../../shared/login-store'
import { type UploadFields, uploadDocument } from './document-queries'

export interface ChosenFile {
  readonly id: string
  readonly file: File
  readonly state: 'waiting' | 'uploading' | 'done' | 'failed' | 'cancelled'
  /** The uploaded fraction, from 0 to 1. */
  readonly fraction: number
  readonly message?: string
  /** What it was uploaded with, for a retry. */
  readonly fields?: UploadFields
}

interface UploadList {
  readonly files: readonly ChosenFile[]
  readonly busy: boolean
}

/** What became of the files of a list that were uploaded together. */
export interface UploadResult {
  /** Whether all files of the list are uploaded, also those of earlier uploads. */
  readonly isComplete: boolean
  readonly done: number
  readonly failed: readonly Failure[]
}

interface Failure {
  readonly name: string
  readonly reason: string
}

export interface UploadRequest {
  readonly clientId: string
  readonly chosen: readonly ChosenFile[]
  readonly fields: UploadFields
  /** Called after the last file. */
  readonly onSettled: (result: UploadResult) => Promise<void>
}

export const emptyList: UploadList = { files: [], busy: false }

/** The lists by key. They are above the pages, so that an upload and its failure outlive the page that began it. */
export const useUploadLists = create<Readonly<Record<string, UploadList>>>(() => ({}))

export const changeList = (key: string, change: (list: UploadList) => Partial<UploadList>): void =>
  useUploadLists.setState((lists) => {
    const list = lists[key] ?? emptyList
    return { [key]: { ...list, ...change(list) } }
  })

const changeFile = (key: string, id: string, changes: Partial<ChosenFile>): void =>
  changeList(key, ({ files }) => ({ files: files.map((file) => (file.id === id ? { ...file, ...changes } : file)) }))

interface Run {
  readonly waiting: { readonly file: ChosenFile; readonly request: UploadRequest }[]
  readonly controllers: Map<string, AbortController>
}

const runs = new Map<string, Run>()

/** The browser asks before it closes or reloads the page, which would end the uploads. */
const askBeforeLeaving = (event: BeforeUnloadEvent): void => event.preventDefault()

/** Uploads files of a list in sequence, after those that are already being uploaded. */
export function uploadInList(key: string, request: UploadRequest): void {
  const running = runs.get(key)
  const run = running ?? { waiting: [], controllers: new Map<string, AbortController>() }
  for (const file of request.chosen) {
    run.controllers.set(file.id, new AbortController())
    run.waiting.push({ file, request })
    changeFile(key, file.id, { state: 'waiting', fraction: 0, fields: request.fields })
  }
  if (running === undefined) void work(key, run)
}

export const cancelUpload = (key: string, id: string): void => runs.get(key)?.controllers.get(id)?.abort()

async function work(key: string, run: Run): Promise<void> {
  runs.set(key, run)
  window.addEventListener('beforeunload', askBeforeLeaving)
  changeList(key, () => ({ busy: true }))
  try {
    // Files may be dropped while the end of the former ones is reported.
    while (run.waiting.length > 0) await uploadWaiting(key, run)
  } finally {
    if (runs.get(key) === run) {
      runs.delete(key)
      changeList(key, () => ({ busy: false }))
    }
    if (runs.size === 0) window.removeEventListener('beforeunload', askBeforeLeaving)
  }
}

async function uploadWaiting(key: string, run: Run): Promise<void> {
  const result = { done: 0, failed: [] as Failure[] }
  let report: UploadRequest['onSettled'] | undefined
  for (let next = run.waiting.shift(); next !== undefined; next = run.waiting.shift()) {
    const outcome = await send(key, next.file, next.request, run.controllers.get(next.file.id)?.signal)
    changeFile(key, next.file.id, outcome)
    if (outcome.state === 'done') result.done += 1
    if (outcome.state === 'failed') result.failed.push({ name: next.file.file.name, reason: outcome.message ?? '' })
    report = next.request.onSettled
  }
  const { files } = useUploadLists.getState()[key] ?? emptyList
  await report?.({ ...result, isComplete: files.every(({ state }) => state === 'done') })
}

async function send(
  key: string,
  { id, file }: ChosenFile,
  { clientId, fields }: UploadRequest,
  signal = AbortSignal.abort(),
): Promise<Pick<ChosenFile, 'state' | 'message'>> {
  if (signal.aborted) return { state: 'cancelled' }
  if (file.size === 0) return { state: 'failed', message: emptyFile }
  changeFile(key, id, { state: 'uploading' })
  const onProgress = (fraction: number) => changeFile(key, id, { fraction })
  try {
    await uploadDocument(clientId, file, fields, { signal, onProgress })
    return { state: 'done' }
  } catch (error) {
    return signal.aborted ? { state: 'cancelled' } : { state: 'failed', message: reasonOf(error) }
  }
}

export const uploadFailed = 'Upload failed.'
const emptyFile = 'This file is empty (0 bytes). Save or download it again, then choose it again.'

/** A proxy may refuse a large file before core-api does: such an answer has a status and no body of ours. */
function reasonOf(error: unknown): string {
  const refusal = readRefusal(error)
  if (refusal?.status === 413) return refusal.body?.message ?? 'This file is too large.'
  return refusal?.status === 415 ? (refusal.body?.message ?? 'This kind of file is not accepted.') : uploadFailed
}

let owner = useLogin.getState().login?.username

// Like a draft, a list outlives an expired login, and is never shown to another person.
useLogin.subscribe(({ login, ended }) => {
  const isOver = login === null && (ended === 'logged-out' || ended === null)
  const isSomeoneElse = login !== null && owner !== undefined && login.username !== owner
  owner = login?.username ?? owner
  if (!isOver && !isSomeoneElse) return
  for (const { controllers } of runs.values()) for (const controller of controllers.values()) controller.abort()
  runs.clear()
  window.removeEventListener('beforeunload', askBeforeLeaving)
  useUploadLists.setState({}, true)
})
