import { type ComponentProps, type MouseEvent, useCallback, useEffect, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { base } from '../paths'

/** Follows the link of a row within the app. */
export type FollowLink = (event: MouseEvent, to: string) => void

/** Follows a row's link. It stays the same, so that rows are not rendered again. Modified presses are the browser's. */
export function useFollowLink(): FollowLink {
  const navigate = useNavigate()
  const latest = useRef(navigate)
  useEffect(() => {
    latest.current = navigate
  }, [navigate])
  return useCallback((event, to) => {
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    void latest.current(to)
  }, [])
}

interface RowLinkProps extends Omit<ComponentProps<'a'>, 'href' | 'onClick'> {
  /** Below the base, as `paths` gives it. */
  readonly to: string
  readonly onFollow: FollowLink
}

/** The router's links are rendered again with each change of the address, which a search in a list of fifty types. */
export function RowLink({ to, onFollow, ...props }: RowLinkProps) {
  return <a {...props} href={`${base}${to}`} onClick={(event) => onFollow(event, to)} />
}
