import { useDeferredValue } from 'react'

/**
 * Data for a page with many values. When it arrives, the page is rendered in parts of a few milliseconds, between which
 * the browser paints and takes input, instead of in one long task; the skeleton stays until all is there. Data that was
 * there when the page opened, and what changes later, is rendered at once.
 */
export function useArrival<Data>(data: Data | undefined): Data | undefined {
  const isRendered = useDeferredValue(data !== undefined)
  return isRendered ? data : undefined
}
