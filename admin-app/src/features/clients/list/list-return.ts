import { type MouseEvent, useEffect, useState } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'
import Type from 'typebox'
import { Check } from 'typebox/value'
import { keepListPlace, useListPlace } from './list-place'

/** The state of the navigation by which a client's page leads back to the list. */
export const returning = { returning: true } as const
const Returning = Type.Object({ returning: Type.Literal(true) })

/** The id of the link of a client's row. */
export const rowLinkId = (clientId: string): string => `client-${clientId}`

/**
 * Brings whoever comes back from a client, by the browser's button or the page's link, to where they left the list: the
 * same row focused and the page scrolled as it was.
 * @param ready whether the rows are there
 * @returns to be called with the press that opens a client
 */
export function useListReturn(ready: boolean): (clientId: string, event: MouseEvent) => void {
  const { key, search, state } = useLocation()
  const type = useNavigationType()
  const [place, setPlace] = useState(() => {
    const { place } = useListPlace.getState()
    return (type === 'POP' && place?.entry === key) || Check(Returning, state) ? place : null
  })
  useEffect(() => {
    if (!ready || place === null) return
    setPlace(null)
    // Someone who is already busy elsewhere on the page stays there.
    if (!document.activeElement?.matches('body, h1')) return
    document.getElementById(rowLinkId(place.clientId))?.focus({ preventScroll: true })
    window.scrollTo({ top: place.scrollY, behavior: 'instant' })
  }, [ready, place])
  return (clientId, { ctrlKey, metaKey, shiftKey }) => {
    // Those open another tab, and this one stays.
    if (!ctrlKey && !metaKey && !shiftKey) keepListPlace({ entry: key, search, clientId, scrollY: window.scrollY })
  }
}
