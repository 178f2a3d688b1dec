import './page-environment.ts'
import '@agency/shared-ui/host/short-errors'
import '@testing-library/jest-dom/vitest'
import { provideSharedUiSource } from '@agency/shared-ui/host/source-container'
import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, type MockInstance, vi } from 'vitest'
import { discardReadPages } from '../features/signing/reader/read-pages.ts'
import { loadPortalMessages, useLanguage } from '../shared/language.ts'
import { useSession } from '../shared/session-store.ts'
import { roomy, stubLayout } from './layout.ts'
import { server } from './server.ts'

vi.mock('@agency/pdf-viewer/pdf-document', async () => ({ openPdf: (await import('./replaced-modules.ts')).openPdf }))
vi.mock('../features/signing/redirect/leave-portal.ts', async () => ({
  leaveFor: (await import('./replaced-modules.ts')).leaveFor,
}))

provideSharedUiSource({
  Button: () => import('@agency/shared-ui/Button'),
  FolderGroup: () => import('@agency/shared-ui/FolderGroup'),
  Modal: () => import('@agency/shared-ui/Modal'),
})
// Lazily loaded pages take longer than the default second on a busy machine.
configure({ asyncUtilTimeout: 20_000 })

let consoleError: MockInstance

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
beforeEach(async () => {
  stubLayout()
  await useLanguage.getState().start('en')
  await loadPortalMessages()
  consoleError = vi.spyOn(console, 'error')
})
afterEach(() => {
  cleanup()
  server.resetHandlers()
  // A logout discards what the stores keep of a session.
  useSession.setState({ session: null, ending: { code: '', reason: 'left' } })
  useSession.setState({ ending: null, isNew: false })
  discardReadPages(null)
  sessionStorage.clear()
  localStorage.clear()
  // biome-ignore lint/suspicious/noDocumentCookie: as the portal stores the chosen language
  document.cookie = 'portalLanguage=; Path=/session; Max-Age=0'
  roomy.matches = true
  // An error that React logs fails the test.
  expect(consoleError.mock.calls).toEqual([])
})
afterAll(() => server.close())
