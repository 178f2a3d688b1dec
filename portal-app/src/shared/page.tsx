import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { environment } from './environment.ts'

interface PageProps {
  /** Title of the browser tab, before the agency's name. */
  readonly title: string
  readonly heading: ReactNode
  /** Content above the heading, such as a link back. */
  readonly before?: ReactNode
  /** The screen replaces another under the same address, such as a next step. The focus moves to its heading. */
  readonly step?: boolean
  readonly className?: string
  /** A finger scrolls on through a document of the screen. */
  readonly isScrollingOn?: boolean
  readonly children: ReactNode
}

export function Page({ title, heading, before, step = false, className, isScrollingOn, children }: PageProps) {
  const { key } = useLocation()
  const headingRef = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    document.title = `${title} · ${environment.agency.name}`
  }, [title])

  // The first location of the router was opened by the browser, which sets the focus itself.
  useEffect(() => {
    if (step || key !== 'default') headingRef.current?.focus()
  }, [key, step])

  return (
    <div className={className} data-scrolling-on={isScrollingOn || undefined}>
      {before}
      <h1 ref={headingRef} tabIndex={-1}>
        {heading}
      </h1>
      {children}
    </div>
  )
}
