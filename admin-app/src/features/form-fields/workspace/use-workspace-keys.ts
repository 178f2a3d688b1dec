import { type RefObject, useEffect } from 'react'
import { isTyping } from '../../../shared/shortcuts'

/** The part of the visible height that Page Up and Page Down scroll by. */
const stride = 0.8

/**
 * Undoes the last step with Ctrl Z or ⌘ Z, and scrolls the pages with Page Up and Page Down, wherever the focus is in
 * the dialog. In a text control the keys keep their usual meaning.
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

/**
 * Ends an inner state of a dialog with Escape. It captures the key on the window, since the dialog listens on the
 * document.
 */
export function useEscape(active: boolean, end: () => void): void {
  useEffect(() => {
    if (!active) return
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      end()
    }
    window.addEventListener('keydown', press, { capture: true })
    return () => window.removeEventListener('keydown', press, { capture: true })
  }, [active, end])
}
