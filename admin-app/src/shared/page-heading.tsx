import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
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
  const { key } = useLocation()
  // The first page of a visit has the key 'default': it does not take the focus.
  const [arrived] = useState(key !== 'default')
  useEffect(() => {
    if (arrived) focusOnPage(heading.current)
  }, [arrived])
  return (
    <h1 ref={heading} tabIndex={-1}>
      <title>{`${title} · ${agency.name}`}</title>
      {children}
    </h1>
  )
}
