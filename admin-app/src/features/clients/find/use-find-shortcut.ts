import { type RefObject, useEffect } from 'react'
import { isApple, isDialogOpen } from '../../../shared/shortcuts'

/** The keys that lead to the search of the record, as they are printed on the person's keyboard. */
export const shortcutName = (): string => (isApple() ? '⌘ /' : 'Ctrl /')

/** Moves to the search on Ctrl+/ or ⌘/; with a modifier, since a lone character is what speech input types (WCAG 2.1.4). */
export function useFindShortcut(input: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const find = (event: KeyboardEvent) => {
      if (event.key !== '/' || !(event.ctrlKey || event.metaKey) || isDialogOpen()) return
      event.preventDefault()
      input.current?.focus()
    }
    window.addEventListener('keydown', find)
    return () => window.removeEventListener('keydown', find)
  }, [input])
}
