import type { ShownScreen } from '@agency/contract/entry-screens'
import { preparePdf } from '@agency/pdf-viewer/prepared-pdf'
import { lazy, type ReactNode, Suspense } from 'react'
import { BrowserRouter, Navigate, Route, Routes } from 'react-router-dom'
import { CodePage } from '../features/entry/code-page.tsx'
import { PasscodePage } from '../features/entry/passcode-page.tsx'
import { loadPortalMessages, useMessages } from '../shared/language.ts'
import { basePath, paths, routes } from '../shared/paths.ts'
import { prefetchSharedUi } from '../shared/shared-ui.tsx'
import { ShownScreenContext } from '../shared/shown-screen.ts'
import { ChunkBoundary } from './chunk-boundary.tsx'
import { RequireSession } from './require-session.tsx'
import { Shell } from './shell.tsx'
import { SkipPasscode } from './skip-passcode.tsx'

// Loaded after the first screen: the query cache, the documents, signing and verification, with their messages.
const withMessages = async <M,>(screen: Promise<M>) => (await Promise.all([screen, loadPortalMessages()]))[0]
function loadSessionData() {
  // Beside the data, so that the folders of the list are those of shared-ui from their first moment.
  prefetchSharedUi()
  return withMessages(import('./session-data.tsx'))
}
const loadDashboard = () => import('../features/documents/document-list-page.tsx')
/** A failed load is tried once more. */
const tryTwice = <M,>(load: () => Promise<M>) => load().catch(load)
const SessionData = lazy(async () => ({ default: (await tryTwice(loadSessionData)).SessionData }))
const DashboardPage = lazy(async () => ({ default: (await tryTwice(loadDashboard)).DashboardPage }))
const loadVerify = () => withMessages(import('../features/verify/verify-page.tsx'))
const VerifyPage = lazy(async () => ({ default: (await tryTwice(loadVerify)).VerifyPage }))
const loadForm = () => import('../features/signing/form-page.tsx')
const FormPage = lazy(async () => ({ default: (await tryTwice(loadForm)).FormPage }))

/** @param props.shown the screen that the server rendered */
export function App({ shown = null }: { readonly shown?: ShownScreen | null }) {
  return (
    <ShownScreenContext value={shown}>
      <BrowserRouter basename={basePath}>
        <AppRoutes />
      </BrowserRouter>
    </ShownScreenContext>
  )
}

export function AppRoutes() {
  return (
    <Routes>
      <Route element={<Shell />}>
        <Route path={routes.code} element={<CodePage />} />
        <Route path={routes.verify} element={<Later screen={<VerifyPage />} />} />
        <Route
          path={routes.passcode}
          element={
            <SkipPasscode>
              <PasscodePage onEntering={fetchDashboard} />
            </SkipPasscode>
          }
        />
        <Route element={<SessionScreens />}>
          <Route path={routes.dashboard} element={<DashboardPage onReaderAhead={fetchReader} />} />
          <Route path={routes.form} element={<FormPage />} />
        </Route>
        <Route path="*" element={<Navigate to={paths.code()} replace />} />
      </Route>
    </Routes>
  )
}

/** Loads the next screen while the passcode is typed. A failure is ignored: the screen loads itself again. */
function fetchDashboard(): void {
  Promise.all([loadSessionData(), loadDashboard()]).catch(() => undefined)
}

/** Loads the reader, pdf.js and its worker before a document is opened, or beside its data. */
function fetchReader(): void {
  preparePdf()
  loadForm().catch(() => undefined)
}

function SessionScreens() {
  return (
    <RequireSession>
      <Later screen={<SessionData />} />
    </RequireSession>
  )
}

/** A screen whose code is loaded when it is shown. */
function Later({ screen }: { readonly screen: ReactNode }) {
  const t = useMessages()
  return (
    <ChunkBoundary>
      <Suspense fallback={<p role="status">{t('loading')}</p>}>{screen}</Suspense>
    </ChunkBoundary>
  )
}
