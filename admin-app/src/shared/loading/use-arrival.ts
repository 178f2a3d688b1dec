import { useDeferredValue } from 'react'

/**
 * Data for a page with many values: when it arrives, the page is rendered in parts, between which the browser takes
 * input; the skeleton stays until then. What was there before, and what changes later, is rendered at once.
 */
export function useArrival<Data>(data: Data | undefined): Data | undefined {
  const isRendered = useDeferredValue(data !== undefined)
  return isRendered ? data : undefined
}
