import { type RefObject, useEffect, useRef, useState } from 'react'

const holdsFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') === true

const isFileInput = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement && target.type === 'file'

/** Browsers would open them in place of the page. @returns a function that stops it */
export function ignoreStrayFiles(): () => void {
  const ignore = (event: DragEvent) => {
    if (!holdsFiles(event) || event.defaultPrevented || isFileInput(event.target)) return
    event.preventDefault()
    if (event.dataTransfer) event.dataTransfer.dropEffect = 'none'
  }
  window.addEventListener('dragover', ignore)
  window.addEventListener('drop', ignore)
  return () => {
    window.removeEventListener('dragover', ignore)
    window.removeEventListener('drop', ignore)
  }
}

interface FileDrop {
  readonly area: () => HTMLElement | null
  /** @param over the element on which the files were dropped */
  readonly onDrop: (files: readonly File[], over: Element) => void
}

/** @returns the element under the dragged files; null while none are over the area */
export function useFileDrop({ area, onDrop }: FileDrop): Element | null {
  const [over, setOver] = useState<Element | null>(null)
  const latest: RefObject<FileDrop> = useRef({ area, onDrop })
  useEffect(() => {
    latest.current = { area, onDrop }
  })
  useEffect(() => {
    const targetOf = ({ target }: DragEvent): Element | null => {
      const within = target instanceof Element && latest.current.area()?.contains(target) === true
      return within ? target : null
    }
    const drag = (event: DragEvent) => {
      if (!holdsFiles(event)) return
      const target = targetOf(event)
      setOver(target)
      if (target === null || !event.dataTransfer) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'copy'
    }
    const drop = (event: DragEvent) => {
      setOver(null)
      const target = targetOf(event)
      if (target === null || !holdsFiles(event)) return
      event.preventDefault()
      latest.current.onDrop([...(event.dataTransfer?.files ?? [])], target)
    }
    const leave = (event: DragEvent) => {
      // Without a related target, the files have left the window.
      if (event.relatedTarget === null) setOver(null)
    }
    // Capture: before the listener that ignores files elsewhere.
    const options = { capture: true }
    document.addEventListener('dragover', drag, options)
    document.addEventListener('drop', drop, options)
    document.addEventListener('dragleave', leave, options)
    return () => {
      document.removeEventListener('dragover', drag, options)
      document.removeEventListener('drop', drop, options)
      document.removeEventListener('dragleave', leave, options)
    }
  }, [])
  return over
}
