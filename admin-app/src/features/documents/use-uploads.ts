import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { readRefusal } from '../../shared/api-error'
import { counted } from '../../shared/formatting'
import { persistState } from '../../shared/persist-draft'
import { type UploadFields, uploadDocument } from './documents-api'

/** A chosen file with the state of its upload. */
export interface ChosenFile {
  readonly id: string
  readonly file: File
  readonly state: 'waiting' | 'uploading' | 'done' | 'failed' | 'cancelled'
  /** The uploaded fraction, from 0 to 1. */
  readonly fraction: number
  /** Why it failed. */
  readonly message?: string
  /** What it was uploaded with, for a retry. */
  readonly fields?: UploadFields
}

/** Files with their uploads. */
export interface Uploads {
  readonly files: readonly ChosenFile[]
  readonly busy: boolean
  readonly unsent: readonly ChosenFile[]
  /** Adds files, which wait for `upload`. */
  readonly add: (chosen: readonly File[]) => readonly ChosenFile[]
  readonly remove: (id: string) => void
  readonly forgetDone: () => void
  readonly cancel: (id: string) => void
  readonly upload: (chosen: readonly ChosenFile[], fields: UploadFields) => void
}

const useFiles = persistState<readonly ChosenFile[]>()

type Outcome = Pick<ChosenFile, 'state' | 'message'>

/**
 * Files that are uploaded to a client's record in sequence, each with its own call. A failed or cancelled file does not
 * affect the others, and can be retried.
 * @param key tells lists of files apart that survive the end of a login
 * @param onSettled called after the last upload: whether all succeeded, whether any failed, and how many were uploaded
 */
export function useUploads(
  key: string,
  clientId: string,
  onSettled: (all: boolean, failed: boolean, done: number) => Promise<void>,
): Uploads {
  const [files, setFiles] = useFiles(key, [])
  const controllers = useRef(new Map<string, AbortController>())
  const change = (id: string, changes: Partial<ChosenFile>) =>
    setFiles((now) => now.map((file) => (file.id === id ? { ...file, ...changes } : file)))

  const send = async ({ id, file }: ChosenFile, fields: UploadFields): Promise<Outcome> => {
    const signal = controllers.current.get(id)?.signal ?? AbortSignal.abort()
    if (signal.aborted) return { state: 'cancelled' }
    change(id, { state: 'uploading' })
    try {
      await uploadDocument(clientId, file, fields, { signal, onProgress: (fraction) => change(id, { fraction }) })
      return { state: 'done' }
    } catch (error) {
      return signal.aborted ? { state: 'cancelled' } : { state: 'failed', message: reasonOf(error) }
    }
  }

  const run = useMutation({
    mutationFn: async ({ chosen, fields }: { chosen: readonly ChosenFile[]; fields: UploadFields }) => {
      for (const { id } of chosen) {
        controllers.current.set(id, new AbortController())
        change(id, { state: 'waiting', fraction: 0, fields })
      }
      const outcomes = new Map(files.map(({ id, state }) => [id, state]))
      for (const file of chosen) {
        const outcome = await send(file, fields)
        outcomes.set(file.id, outcome.state)
        change(file.id, outcome)
      }
      const states = [...outcomes.values()]
      await onSettled(
        states.every((state) => state === 'done'),
        chosen.some(({ id }) => outcomes.get(id) === 'failed'),
        chosen.filter(({ id }) => outcomes.get(id) === 'done').length,
      )
    },
  })

  return {
    files,
    busy: run.isPending,
    unsent: files.filter(({ state }) => state !== 'done'),
    add: (chosen) => {
      const added = chosen.map((file) => ({ id: crypto.randomUUID(), file, state: 'waiting' as const, fraction: 0 }))
      setFiles((now) => [...now, ...added])
      return added
    },
    remove: (id) => setFiles((now) => now.filter((file) => file.id !== id)),
    forgetDone: () => setFiles((now) => now.filter(({ state }) => state !== 'done')),
    cancel: (id) => controllers.current.get(id)?.abort(),
    upload: (chosen, fields) => run.mutate({ chosen, fields }),
  }
}

/** What a toast says of uploaded files. */
export const uploadedText = (count: number): string => `${counted(count, 'file')} uploaded.`

/** A proxy may refuse a large file before core-api does: such an answer has a status and no body of ours. */
function reasonOf(error: unknown): string {
  const refusal = readRefusal(error)
  if (refusal?.status === 413) return refusal.body?.message ?? 'This file is too large.'
  return refusal?.status === 415 ? (refusal.body?.message ?? 'This kind of file is not accepted.') : 'Upload failed.'
}
