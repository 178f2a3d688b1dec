import { useDeferredValue } from 'react'

/** The least height of a row, in px. */
const rowHeight = 36

/** Those in the window are painted first, the others after them. @returns also whether they are all there */
export function useRowsInSight<Row>(rows: readonly Row[] | undefined) {
  const followed = useDeferredValue(rows)
  const whole = followed === rows
  return { shown: whole ? rows : rows?.slice(0, Math.ceil(window.innerHeight / rowHeight)), whole }
}
