import { type KeyboardEvent, useState } from 'react'

/** Roving tabindex of the WAI-ARIA APG: up and down between rows, left and right within one. @param ids from the top */
export function useRovingRows(ids: readonly string[]) {
  const [visited, setVisited] = useState<string | null>(null)
  const stop = ids.find((id) => id === visited) ?? ids[0]
  return {
    /** Whether the row is in the tab order. */
    isStop: (id: string) => id === stop,
    visit: setVisited,
  }
}

/** Moves the focus to the neighbouring control in the direction of the key; below the last row, to the next page. */
export function moveAlongRows(event: KeyboardEvent<HTMLElement>): void {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
  const target = neighbour(event.currentTarget, event.key)
  if (target === undefined) return
  event.preventDefault()
  // A held key stops at the end of the page.
  if (event.key === 'ArrowDown' && target === event.currentTarget && !event.repeat) showNextPage(target)
  target.focus()
}

/** The page focuses its first row (row-focus.ts). While its rows are awaited, the shown ones are busy. */
function showNextPage(control: HTMLElement): void {
  if (control.closest('[aria-busy="true"]') !== null) return
  document.querySelector<HTMLButtonElement>('main button[data-page="next"]')?.click()
}

function neighbour(control: HTMLElement, key: string): HTMLElement | undefined {
  const row = control.closest('tr')
  const rows = [...(row?.closest('tbody')?.rows ?? [])]
  if (row === null) return undefined
  const inRow = controlsOf(row)
  const column = inRow.indexOf(control)
  const at = rows.indexOf(row)
  const last = rows.length - 1
  const places: Readonly<Record<string, readonly [row: number, column: number]>> = {
    ArrowUp: [Math.max(0, at - 1), column],
    ArrowDown: [Math.min(last, at + 1), column],
    Home: [0, column],
    End: [last, column],
    ArrowLeft: [at, Math.max(0, column - 1)],
    ArrowRight: [at, Math.min(inRow.length - 1, column + 1)],
  }
  const place = places[key]
  const next = place && rows[place[0]]
  return next && controlsOf(next)[place[1]]
}

/** Without the phone number, a link for fingers. */
const controlsOf = (row: HTMLTableRowElement): HTMLElement[] => [
  ...row.querySelectorAll<HTMLElement>('a:not([href^="tel:"]), button, input'),
]
