import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { useEnvironment } from './environment'

interface PageHeadingProps {
  /** What the browser's tab says; the agency's name is added. */
  readonly title: string
  readonly children: ReactNode
}

/** A page's h1. It names the document, and takes the focus when the page was reached from another one. */
export function PageHeading({ title, children }: PageHeadingProps) {
  const { agency } = useEnvironment()
  const heading = useRef<HTMLHeadingElement>(null)
  const { key } = useLocation()
  // The first page of a visit has the key 'default': there the browser's own focus is left alone.
  const [arrived] = useState(key !== 'default')
  useEffect(() => {
    if (arrived) heading.current?.focus()
  }, [arrived])
  return (
    <h1 ref={heading} tabIndex={-1}>
      <title>{`${title} · ${agency.name}`}</title>
      {children}
    </h1>
  )
}
