import { screen } from '@testing-library/react'
import { lazy, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { RichText } from './rich-text.tsx'

const page = document.createElement('div')
const root = createRoot(page)

beforeAll(() => {
  document.body.append(page)
  // React delays commits as in a browser only outside of act.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
})

afterAll(() => {
  root.unmount()
  page.remove()
  vi.unstubAllGlobals()
})

/** The role of what the toolbar controls, at the moment when the toolbar appears. */
function controlledRole(): Promise<string | undefined> {
  return new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      const toolbar = page.querySelector('[role=toolbar]')
      if (!toolbar) return
      observer.disconnect()
      resolve(document.getElementById(toolbar.getAttribute('aria-controls') ?? '')?.role ?? undefined)
    })
    observer.observe(page, { childList: true, subtree: true })
  })
}

test('given an editor that is loaded while a placeholder is shown, when its toolbar appears, then its text box is there', async () => {
  const role = controlledRole()
  const Loaded = lazy(async () => {
    await screen.findByText('Loading')
    return { default: RichText }
  })
  root.render(
    <Suspense fallback="Loading">
      <Loaded label="Notes" value="" onChange={() => undefined} />
    </Suspense>,
  )
  expect(await role).toBe('textbox')
})
