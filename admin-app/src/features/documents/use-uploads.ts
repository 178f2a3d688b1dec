import { counted } from '../../shared/formatting'
import type { UploadFields } from './document-queries'
import {
  type ChosenFile,
  cancelUpload,
  changeList,
  emptyList,
  type UploadRequest,
  uploadInList,
  useUploadLists,
} from './upload-lists'

export interface Uploads {
  readonly files: readonly ChosenFile[]
  readonly busy: boolean
  readonly unsent: readonly ChosenFile[]
  /** Adds files, which wait for `upload`. */
  readonly add: (chosen: readonly File[]) => readonly ChosenFile[]
  readonly remove: (id: string) => void
  readonly forgetDone: () => void
  readonly forgetAll: () => void
  readonly cancel: (id: string) => void
  readonly upload: (chosen: readonly ChosenFile[], fields: UploadFields) => void
}

/**
 * Uploads files in sequence; list and uploads outlive the component.
 * @param key tells lists apart
 * @param onSettled called after the last upload
 */
export function useUploads(key: string, clientId: string, onSettled: UploadRequest['onSettled']): Uploads {
  const { files, busy } = useUploadLists((lists) => lists[key] ?? emptyList)
  const keep = (isKept: (file: ChosenFile) => boolean) =>
    changeList(key, (list) => ({ files: list.files.filter(isKept) }))
  return {
    files,
    busy,
    unsent: files.filter(({ state }) => state !== 'done'),
    add: (chosen) => {
      const added = listedFiles(chosen)
      changeList(key, (list) => ({ files: [...list.files, ...added] }))
      return added
    },
    remove: (id) => keep((file) => file.id !== id),
    forgetDone: () => keep(({ state }) => state !== 'done'),
    forgetAll: () => keep(() => false),
    cancel: (id) => cancelUpload(key, id),
    upload: (chosen, fields) => uploadInList(key, { clientId, chosen, fields, onSettled }),
  }
}

/** Files as they are listed before their upload. */
export const listedFiles = (chosen: readonly File[]): ChosenFile[] =>
  chosen.map((file) => ({ id: crypto.randomUUID(), file, state: 'waiting', fraction: 0 }))

/** What a toast says of uploaded files. */
export const uploadedText = (count: number): string => `${counted(count, 'file')} uploaded.`
