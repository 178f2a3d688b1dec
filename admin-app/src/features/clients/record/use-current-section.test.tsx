import { render, screen } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { recordEnd, sectionId, workSections } from './record-sections'
import { useCurrentSection } from './use-current-section'

/** A short record: all of it is in the window, as the fake IntersectionObserver of the tests reports. */
function Page() {
  const { current } = useCurrentSection(workSections.join(' '))
  return (
    <>
      {workSections.map((section) => (
        <section key={section} id={sectionId(section)} />
      ))}
      <div id={recordEnd} />
      <output>{`Current: ${current}`}</output>
    </>
  )
}

function show(hash: string) {
  window.history.pushState(null, '', `/${hash}`)
  render(<Page />)
}

afterEach(() => {
  vi.unstubAllGlobals()
  window.history.pushState(null, '', '/')
})

describe('the current section of a record whose end is in the window', () => {
  test('given the page at its top, when it shows, then the first section is the current one', async () => {
    show('#section-sessions')

    expect(await screen.findByText('Current: notes')).toBeInTheDocument()
  })

  test('given a page that is scrolled, when it shows, then the last section is the current one', async () => {
    vi.stubGlobal('scrollY', 300)
    show('')

    expect(await screen.findByText('Current: policies')).toBeInTheDocument()
  })
})
