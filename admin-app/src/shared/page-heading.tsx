import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'
import { useEnvironment } from './environment'
import { focusOnPage } from './focus-on-page'

interface PageHeadingProps {
  readonly title: string
  readonly children: ReactNode
}

/** A page's h1. It sets the document's title, and takes the focus after a navigation from another page. */
export function PageHeading({ title, children }: PageHeadingProps) {
  const { agency } = useEnvironment()
  const heading = useRef<HTMLHeadingElement>(null)
  const { key, hash } = useLocation()
  const type = useNavigationType()
  // The first page of a visit has the key 'default': it does not take the focus.
  const [arrived] = useState(key !== 'default')
  // Back returns to where the page was left, an anchor to its part.
  const [isAtTop] = useState(type !== 'POP' && hash === '')
  useEffect(() => {
    if (!arrived) return
    if (isAtTop) window.scrollTo({ top: 0, behavior: 'instant' })
    focusOnPage(heading.current)
  }, [arrived, isAtTop])
  return (
    <h1 ref={heading} tabIndex={-1}>
      <title>{`${title} · ${agency.name}`}</title>
      {children}
    </h1>
  )
}
