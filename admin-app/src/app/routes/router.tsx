import { lazy } from 'react'
import { Route, Routes } from 'react-router-dom'
import { DashboardPage } from '../../features/dashboard/dashboard-page'
import { LoginPage } from '../../features/login/login-page'
import { paths, routes } from '../../shared/paths'
import { Shell } from '../frame/shell'
import { RequireLogin } from './require-login'

const ClientsPage = lazy(async () => ({
  default: (await import('../../features/clients/list/clients-page')).ClientsPage,
}))
const ClientRoute = lazy(async () => ({ default: (await import('./client-route')).ClientRoute }))
const SessionRoute = lazy(async () => ({ default: (await import('./session-route')).SessionRoute }))
const SessionListPage = lazy(async () => ({
  default: (await import('../../features/sessions/list/session-list-page')).SessionListPage,
}))
const FormsRoute = lazy(async () => ({ default: (await import('./forms-route')).FormsRoute }))
const AdminsPage = lazy(async () => ({ default: (await import('../../features/admins/admins-page')).AdminsPage }))
const HealthPage = lazy(async () => ({ default: (await import('../../features/health/health-page')).HealthPage }))
const AdminRoute = lazy(async () => ({ default: (await import('./admin-route')).AdminRoute }))

/** Every screen of the back office; unknown addresses show the dashboard. */
export function Router() {
  return (
    <Routes>
      <Route path={paths.login} element={<LoginPage />} />
      <Route element={<RequireLogin />}>
        <Route element={<Shell />}>
          <Route index element={<DashboardPage />} />
          <Route path={paths.dashboard} element={<DashboardPage />} />
          <Route path={paths.clients} element={<ClientsPage />} />
          <Route path={routes.client} element={<ClientRoute />} />
          <Route path={routes.session} element={<SessionRoute />} />
          <Route path={paths.sessions} element={<SessionListPage />} />
          <Route path={paths.forms} element={<FormsRoute />} />
          <Route path={paths.manage} element={<AdminsPage />} />
          <Route path={routes.admin} element={<AdminRoute />} />
          <Route path={paths.health} element={<HealthPage />} />
          <Route path="*" element={<DashboardPage />} />
        </Route>
      </Route>
    </Routes>
  )
}
