import { type MouseEvent, useCallback, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'
import * as Type from 'typebox'
import { Check } from 'typebox/value'
import { paths } from '../../../shared/paths'
import { useFollowLink } from '../../../shared/tables/row-link'
import { useListPlace } from './list-place'

/** The state of the navigation from a client's page back to the list. */
export const returning = { returning: true } as const
const Returning = Type.Object({ returning: Type.Literal(true) })

/** The id of the link in a client's row. */
export const rowLinkId = (clientId: string): string => `client-${clientId}`

/**
 * Restores focus and scroll position on the way back from a client.
 * @param ready whether the rows are rendered
 * @returns the function that opens a client
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
    // The focus is not taken from a control that the person uses already.
    if (!document.activeElement?.matches('body, h1')) return
    document.getElementById(rowLinkId(place.clientId))?.focus({ preventScroll: true })
    window.scrollTo({ top: place.scrollY, behavior: 'instant' })
  }, [ready, place])
  const follow = useFollowLink()
  const entry = useRef({ entry: key, search })
  useEffect(() => {
    entry.current = { entry: key, search }
  }, [key, search])
  // The same function for each address, so that the rows need not be rendered again.
  return useCallback(
    (clientId, event) => {
      const { ctrlKey, metaKey, shiftKey } = event
      // With a modifier the client opens in another tab, and this one stays.
      if (!ctrlKey && !metaKey && !shiftKey)
        useListPlace.setState({ policies: null, place: { ...entry.current, clientId, scrollY: window.scrollY } })
      follow(event, paths.client(clientId))
    },
    [follow],
  )
}
