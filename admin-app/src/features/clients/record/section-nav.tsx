import { clientCards } from '@agency/contract/client-fields'
import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { focusOnPage } from '../../../shared/focus-on-page'
import { type SectionName, sectionId, sectionOf, sections } from './record-sections'
import styles from './section-nav.module.css'
import type { JumpTo } from './use-current-section'

interface SectionNavProps {
  readonly current: SectionName
  readonly jumpTo: JumpTo
}

/** Links to the cards: a row that scrolls on a wide screen, a menu on a narrow one. */
export function SectionNav({ current, jumpTo }: SectionNavProps) {
  const location = useLocation()
  const list = useRef<HTMLUListElement>(null)

  useEffect(() => {
    const section = sectionOf(location.hash)
    if (section === undefined) return
    // Not while React commits: a folded section is rendered first.
    queueMicrotask(() => focusOnPage(jumpTo(section), { preventScroll: true }))
  }, [location, jumpTo])
  useEffect(() => {
    // With the frame's own layout: measuring it now would lay the record out once more.
    const frame = requestAnimationFrame(() => keepInSight(list.current, current))
    return () => cancelAnimationFrame(frame)
  }, [current])

  return (
    <nav aria-label="Sections" className={styles.nav}>
      <label className={styles.menu}>
        <span className={styles.label}>Section</span>
        <select
          aria-label="Section"
          value={current}
          onChange={({ target }) => {
            const section = sections.find((name) => name === target.value)
            if (section !== undefined) jumpTo(section)
          }}
        >
          {sections.map((section) => (
            <option key={section} value={section}>
              {clientCards[section]}
            </option>
          ))}
        </select>
      </label>
      <ul
        ref={list}
        className={styles.list}
        onFocus={({ target }) => target.scrollIntoView({ block: 'nearest', inline: 'center' })}
      >
        {sections.map((section) => (
          <li key={section}>
            <Link
              to={{ search: location.search, hash: sectionId(section) }}
              state={location.state}
              replace
              aria-current={section === current ? 'location' : undefined}
            >
              {clientCards[section]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Scrolls the current link into view within the list, without scrolling the page. */
function keepInSight(list: HTMLElement | null, current: SectionName): void {
  const link = list?.children.item(sections.indexOf(current))
  if (!list || !(link instanceof HTMLElement)) return
  list.scrollLeft = link.offsetLeft - list.offsetLeft - (list.clientWidth - link.clientWidth) / 2
}
