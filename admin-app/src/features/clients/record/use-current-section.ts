import { useCallback, useEffect, useRef, useState } from 'react'
import { recordEnd, type SectionName, sectionId, sectionOf, sections } from './record-sections'

/** Where the upper part of the window begins, below the bars that stay there, in pixels. */
const bandTop = 180

interface Jump {
  readonly section: SectionName
  /** The scroll position after the jump, in pixels. */
  readonly top: number
}

/**
 * Scrolls a section's card to the top of the window, or the element with the id `inside` to the middle.
 */
export type JumpTo = (section: SectionName, inside?: string) => HTMLElement | null

interface CurrentSection {
  readonly current: SectionName
  readonly jumpTo: JumpTo
}

/**
 * The section at the scroll position; at first that of the address.
 * @param rendered names the sections that have an element: when it changes, others are watched
 */
export function useCurrentSection(rendered: string): CurrentSection {
  const [current, setCurrent] = useState<SectionName>(() => sectionOf(window.location.hash) ?? sections[0])
  const jump = useRef<Jump | null>(null)

  useEffect(
    () =>
      watchSections(rendered.split(' '), (section) => {
        // A card near the page's end can't reach the top: the requested section stays current until the next scroll.
        if (jump.current !== null && Math.abs(window.scrollY - jump.current.top) < 2) return
        jump.current = null
        setCurrent(section)
      }),
    [rendered],
  )

  const jumpTo: JumpTo = useCallback((section, inside = sectionId(section)) => {
    const card = document.getElementById(sectionId(section))
    const target = document.getElementById(inside) ?? card
    target?.scrollIntoView({ block: target === card ? 'start' : 'center' })
    jump.current = { section, top: window.scrollY }
    setCurrent(section)
    return target
  }, [])
  return { current, jumpTo }
}

/** Reports the card in the upper part of the window, or the last card when the page is scrolled to its end. */
function watchSections(rendered: readonly string[], report: (section: SectionName) => void): () => void {
  const watched = sections.filter((section) => rendered.includes(section))
  const inBand = new Set<string>()
  let ended = false
  const update = () => {
    const [top] = watched
    // On a phone, the heading of the record is as high as the upper part of the window.
    const first = watched.find((section) => inBand.has(sectionId(section))) ?? (isBelow(top) ? top : undefined)
    // The end of a short record is visible without scrolling, when the first section is the current one.
    const section = ended && window.scrollY > 0 ? watched.at(-1) : first
    if (section !== undefined) report(section)
  }
  const band = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (isIntersecting) inBand.add(target.id)
        else inBand.delete(target.id)
      }
      update()
    },
    { rootMargin: `-${bandTop}px 0px -50% 0px` },
  )
  const end = new IntersectionObserver((entries) => {
    ended = entries.at(-1)?.isIntersecting === true
    update()
  })
  for (const section of watched) observe(band, sectionId(section))
  observe(end, recordEnd)
  return () => {
    band.disconnect()
    end.disconnect()
  }
}

/** Whether a section begins below the start of the band. */
function isBelow(section: SectionName | undefined): boolean {
  const element = section && document.getElementById(sectionId(section))
  return element ? element.getBoundingClientRect().top > bandTop : false
}

function observe(observer: IntersectionObserver, id: string): void {
  const element = document.getElementById(id)
  if (element !== null) observer.observe(element)
}
