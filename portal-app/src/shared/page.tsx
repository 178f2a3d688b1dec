import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { environment } from './environment.ts'

interface PageProps {
  /** What the browser's tab says, before the agency's name. */
  readonly title: string
  readonly heading: ReactNode
  /** Stands above the heading, such as a way back. */
  readonly before?: ReactNode
  /** The screen takes another's place under the same address, as a next step does: the focus starts at its heading too. */
  readonly step?: boolean
  readonly className?: string
  readonly children: ReactNode
}

/** One screen: its title, its heading, and its content. After a navigation the focus starts at the heading. */
export function Page({ title, heading, before, step = false, className, children }: PageProps) {
  const { key } = useLocation()
  const headingRef = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    document.title = `${title} · ${environment.agency.name}`
  }, [title])

  // The router's first location is the one that the browser itself opened: there the focus is the browser's business.
  useEffect(() => {
    if (step || key !== 'default') headingRef.current?.focus()
  }, [key, step])

  return (
    <div className={className}>
      {before}
      <h1 ref={headingRef} tabIndex={-1}>
        {heading}
      </h1>
      {children}
    </div>
  )
}
