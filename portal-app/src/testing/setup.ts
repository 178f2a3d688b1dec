import './page-environment.ts'
import '@testing-library/jest-dom/vitest'
import { provideSharedUiSource } from '@agency/shared-ui/host/source-container'
import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, type MockInstance, vi } from 'vitest'
import { useAdoptedSignature } from '../features/signing/adopted-signature.ts'
import { en } from '../shared/i18n/en.ts'
import { useLanguage } from '../shared/i18n/language.ts'
import { useSession } from '../shared/session-store.ts'
import { roomy } from './layout.ts'
import { server } from './server.ts'

provideSharedUiSource({
  Button: () => import('@agency/shared-ui/Button'),
  FolderGroup: () => import('@agency/shared-ui/FolderGroup'),
  Modal: () => import('@agency/shared-ui/Modal'),
})
// A machine under load needs more than the default second to render a page, whose parts are loaded when they are first used.
configure({ asyncUtilTimeout: 10_000 })

let complaints: MockInstance

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
beforeEach(() => {
  complaints = vi.spyOn(console, 'error')
})
afterEach(() => {
  cleanup()
  server.resetHandlers()
  sessionStorage.clear()
  localStorage.clear()
  useSession.setState({ session: null, ending: null })
  useLanguage.setState({ language: 'en', messages: en })
  useAdoptedSignature.setState({ adopted: null })
  roomy.matches = true
  // What React has to complain about is a fault of ours.
  expect(complaints.mock.calls).toEqual([])
})
afterAll(() => server.close())
