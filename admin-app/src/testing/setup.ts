import { setImmediate as nextTask } from 'node:timers/promises'
import '@agency/shared-ui/host/short-errors'
import '@testing-library/jest-dom/vitest'
import { provideSharedUiSource } from '@agency/shared-ui/host/source-container'
import { cleanup, configure, getConfig } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'
import { forgetListPlace } from '../features/clients/list/list-place'
import { connectApi } from '../shared/api'
import { useAsked } from '../shared/dialogs/dialogs'
import { useAccountDialog } from '../shared/dialogs/requested-dialog'
import { useLogin } from '../shared/login-store'
import { forgetRecentRecords } from '../shared/recent-records'
import { closeToast } from '../shared/toasts/toasts'
import { apiBase, server } from './server'

const sources = {
  Button: () => import('@agency/shared-ui/Button'),
  Dialogs: () => import('@agency/shared-ui/Dialogs'),
  FolderGroup: () => import('@agency/shared-ui/FolderGroup'),
  Modal: () => import('@agency/shared-ui/Modal'),
  RichText: () => import('@agency/shared-ui/RichText'),
}

provideSharedUiSource(sources)
const { asyncWrapper } = getConfig()
configure({
  // A limit for waits that hang. A page is rendered in parts, which are loaded when they are first used: a machine under
  // load needs many times the default second.
  asyncUtilTimeout: 30_000,
  asyncWrapper: (act) =>
    asyncWrapper(async () => {
      const result = await act()
      await untilRecordIsWhole()
      return result
    }),
})

/** Waits until all sections of a record are rendered, since a record renders one after the other. */
async function untilRecordIsWhole() {
  // To search a page takes jsdom milliseconds.
  if (!window.location.pathname.includes('/clients/')) return
  while (document.querySelector('[data-state="arriving"]')) await nextTask()
}

// jsdom has no layout. The editor reads the position of its text.
Range.prototype.getClientRects = () => Object.assign([], { item: () => null })
Range.prototype.getBoundingClientRect = () => new DOMRect()
document.elementFromPoint = () => null
document.elementsFromPoint = () => []
Element.prototype.scrollIntoView = () => undefined
Element.prototype.setPointerCapture = () => undefined
// jsdom has no canvas, which axe uses.
HTMLCanvasElement.prototype.getContext = () => null
// jsdom has no object URLs.
URL.createObjectURL = () => 'blob:kept'
URL.revokeObjectURL = () => undefined

/** Reports every element as visible as soon as it is observed. */
class InView {
  readonly #report: (entries: readonly object[]) => void
  constructor(report: (entries: readonly object[]) => void) {
    this.#report = report
  }
  observe(target: Element) {
    queueMicrotask(() => this.#report([{ isIntersecting: true, target }]))
  }
  disconnect() {}
}

/** Nothing ever changes its size. */
class Unchanging {
  observe() {}
  unobserve() {}
  disconnect() {}
}

let consoleError = vi.spyOn(console, 'error')

beforeAll(async () => {
  await Promise.all(Object.values(sources).map((load) => load()))
  document.documentElement.lang = 'en'
  server.listen({ onUnhandledRequest: 'error' })
  connectApi(apiBase)
})

beforeEach(() => {
  vi.stubGlobal('IntersectionObserver', InView)
  vi.stubGlobal('ResizeObserver', Unchanging)
  vi.stubGlobal('scrollTo', () => undefined)
  consoleError = vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

afterEach(() => {
  cleanup()
  server.resetHandlers()
  localStorage.clear()
  useLogin.setState({ login: null, ended: null })
  useAccountDialog.setState({ isOpen: false })
  useAsked.setState({ queue: [], everAsked: false })
  closeToast()
  forgetListPlace()
  forgetRecentRecords()
  window.history.replaceState(null, '', '/')
  expect(consoleError.mock.calls).toEqual([])
})

afterAll(() => server.close())
