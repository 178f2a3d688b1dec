import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'
import { provideSharedUiSource } from '../../../shared-ui/host/source-container.ts'
import { connectApi } from '../shared/api'
import { useAsked } from '../shared/dialogs'
import { useLogin } from '../shared/login-store'
import { apiBase, server } from './server'

const sources = {
  Button: () => import('shared-ui/Button'),
  Dialogs: () => import('shared-ui/Dialogs'),
  FolderGroup: () => import('shared-ui/FolderGroup'),
  Modal: () => import('shared-ui/Modal'),
  RichText: () => import('shared-ui/RichText'),
}

provideSharedUiSource(sources)
// A machine under load needs more than the default second to render a page.
configure({ asyncUtilTimeout: 5_000 })

// jsdom lays nothing out; the editor asks where its text stands.
Range.prototype.getClientRects = () => Object.assign([], { item: () => null })
Range.prototype.getBoundingClientRect = () => new DOMRect()
document.elementFromPoint = () => null
// Nor does it draw, which axe would like to do.
HTMLCanvasElement.prototype.getContext = () => null
// Nor does it keep blobs.
URL.createObjectURL = () => 'blob:kept'
URL.revokeObjectURL = () => undefined

let consoleError = vi.spyOn(console, 'error')

beforeAll(async () => {
  await Promise.all(Object.values(sources).map((load) => load()))
  document.documentElement.lang = 'en'
  server.listen({ onUnhandledRequest: 'error' })
  connectApi(apiBase)
})

beforeEach(() => {
  consoleError = vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

afterEach(() => {
  cleanup()
  server.resetHandlers()
  localStorage.clear()
  useLogin.setState({ login: null, ended: null })
  useAsked.setState({ queue: [], everAsked: false })
  window.history.replaceState(null, '', '/')
  expect(consoleError.mock.calls).toEqual([])
})

afterAll(() => server.close())
