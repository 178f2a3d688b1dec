import { type RefObject, useEffect } from 'react'
import { isTyping } from '../../../shared/shortcuts'

/** How much of what is seen goes by a press of Page Up or Page Down. */
const stride = 0.8

/**
 * Takes the last step back by Ctrl Z or ⌘ Z, and scrolls the pages by Page Up and Page Down, wherever in the dialog the
 * focus is; where there is text, the keys are the text's own.
 */
export function useWorkspaceKeys(frame: RefObject<HTMLElement | null>, undo: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (isTyping(event) || document.querySelector('[role="alertdialog"]') !== null) return
      const isUndo = event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey
      if (isUndo) undo()
      else if (event.key === 'PageDown') scroll(frame.current, stride)
      else if (event.key === 'PageUp') scroll(frame.current, -stride)
      else return
      event.preventDefault()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [frame, undo])
}

const scroll = (frame: HTMLElement | null, by: number) => frame?.scrollBy({ top: frame.clientHeight * by })
