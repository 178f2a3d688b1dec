import { lazy, Suspense } from 'react'
import { BrowserRouter, Navigate, Route, Routes } from 'react-router-dom'
import { CodePage } from '../features/entry/code-page.tsx'
import { PasscodePage } from '../features/entry/passcode-page.tsx'
import { useMessages } from '../shared/i18n/language.ts'
import { basePath, paths, routes } from '../shared/paths.ts'
import { ChunkBoundary } from './chunk-boundary.tsx'
import { RequireSession } from './require-session.tsx'
import { Shell } from './shell.tsx'

// What needs an open session comes after the first screen: the query cache, the document viewer, the signing.
const loadSessionData = () => import('./session-data.tsx')
const loadDashboard = () => import('../features/documents/dashboard-page.tsx')
const SessionData = lazy(async () => ({ default: (await loadSessionData()).SessionData }))
const DashboardPage = lazy(async () => ({ default: (await loadDashboard()).DashboardPage }))
const FormPage = lazy(async () => ({ default: (await import('../features/signing/form-page.tsx')).FormPage }))

/** The portal: its routes, under `/session`. */
export function App() {
  return (
    <BrowserRouter basename={basePath}>
      <AppRoutes />
    </BrowserRouter>
  )
}

/** The routes alone, for whichever router surrounds them. */
function AppRoutes() {
  return (
    <Routes>
      <Route element={<Shell />}>
        <Route path={routes.code} element={<CodePage />} />
        <Route path={routes.passcode} element={<PasscodePage onEntering={fetchDashboard} />} />
        <Route element={<SessionScreens />}>
          <Route path={routes.dashboard} element={<DashboardPage />} />
          <Route path={routes.form} element={<FormPage />} />
        </Route>
        <Route path="*" element={<Navigate to={paths.code()} replace />} />
      </Route>
    </Routes>
  )
}

/** Fetches the next screen while the passcode is typed; should that fail, the screen itself tries again. */
function fetchDashboard(): void {
  Promise.all([loadSessionData(), loadDashboard()]).catch(() => undefined)
}

function SessionScreens() {
  const messages = useMessages()
  return (
    <RequireSession>
      <ChunkBoundary>
        <Suspense fallback={<p role="status">{messages.loading}</p>}>
          <SessionData />
        </Suspense>
      </ChunkBoundary>
    </RequireSession>
  )
}
