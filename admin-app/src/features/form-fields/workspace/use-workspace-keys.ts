import { type RefObject, useEffect, useRef } from 'react'
import { isTyping } from '../../../shared/keyboard'

const stride = 0.8

/** The commands of the editor that have a key, by what is pressed with Ctrl or ⌘ or alone. */
export interface WorkspaceKeys {
  readonly undo: () => void
  readonly redo: () => void
  readonly copy: () => void
  readonly paste: () => void
  readonly duplicate: () => void
  readonly selectPage: () => void
  /** 0 fits the page into the frame. */
  readonly zoom: (by: 1 | -1 | 0) => void
}

/** The editor's keys, wherever the focus is in the dialog. In a text control they keep their usual meaning. */
export function useWorkspaceKeys(frame: RefObject<HTMLElement | null>, keys: WorkspaceKeys): void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (isTyping(event) || document.querySelector('[role="alertdialog"]') !== null) return
      const command = event.ctrlKey || event.metaKey ? withControl(event, latest.current) : alone(event, latest.current)
      if (command !== undefined) command()
      else if (event.key === 'PageDown') scroll(frame.current, stride)
      else if (event.key === 'PageUp') scroll(frame.current, -stride)
      else return
      event.preventDefault()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [frame])
}

function withControl({ key, shiftKey }: KeyboardEvent, keys: WorkspaceKeys): (() => void) | undefined {
  const pressed = key.toLowerCase()
  if (pressed === 'z') return shiftKey ? keys.redo : keys.undo
  const commands = { y: keys.redo, c: keys.copy, v: keys.paste, d: keys.duplicate, a: keys.selectPage }
  return shiftKey ? undefined : new Map(Object.entries(commands)).get(pressed)
}

function alone({ key, altKey }: KeyboardEvent, { zoom }: WorkspaceKeys): (() => void) | undefined {
  if (altKey) return undefined
  if (key === '+' || key === '=') return () => zoom(1)
  if (key === '-') return () => zoom(-1)
  return key === '0' ? () => zoom(0) : undefined
}

const scroll = (frame: HTMLElement | null, by: number) => frame?.scrollBy({ top: frame.clientHeight * by })

/** Captures the key on the window, since the dialog listens on the document. */
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
