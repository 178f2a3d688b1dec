import { type ComponentProps, type MouseEvent, useCallback, useEffect, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { base } from '../paths'

/** Follows the link of a row within the app. */
export type FollowLink = (event: MouseEvent, to: string) => void

/**
 * The function for the links of a list's rows. It stays the same at each address, so that the rows need not be rendered
 * again. A press with another button or with a modifier key is left to the browser.
 */
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

/**
 * The link of a row. The router's own links are rendered again with each change of the address, and a list has fifty of
 * them while its search, which is in the address, is typed.
 */
export function RowLink({ to, onFollow, ...props }: RowLinkProps) {
  return <a {...props} href={`${base}${to}`} onClick={(event) => onFollow(event, to)} />
}
