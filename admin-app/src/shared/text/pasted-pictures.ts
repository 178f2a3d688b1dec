import { createContext, useContext } from 'react'

type TakePictures = (files: readonly File[]) => void

/** What takes pictures that are pasted into a rich text, which holds none. Without it, they are not offered to be filed. */
export const PastedPictures = createContext<TakePictures | null>(null)

export function usePastedPictures(): { onPictures?: TakePictures } {
  const onPictures = useContext(PastedPictures)
  return onPictures === null ? {} : { onPictures }
}
