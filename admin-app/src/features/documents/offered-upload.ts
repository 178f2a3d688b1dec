import { create } from 'zustand'
import { changeList } from './upload-lists'
import { listedFiles } from './use-uploads'

/** The client whose Upload dialog another part of its page has opened. */
const useOffered = create<{ readonly clientId: string | null }>(() => ({ clientId: null }))

/** Opens Upload Documents with files in it. */
export function offerUpload(clientId: string, files: readonly File[]): void {
  changeList(clientId, (list) => ({ files: [...list.files, ...listedFiles(files)] }))
  useOffered.setState({ clientId })
}

export const useOfferedUpload = (clientId: string): boolean => useOffered((offered) => offered.clientId === clientId)

export const endOfferedUpload = (): void => useOffered.setState({ clientId: null })
