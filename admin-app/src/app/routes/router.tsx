import { type ComponentType, type LazyExoticComponent, lazy, Suspense } from 'react'
import { matchPath, Route, Routes } from 'react-router-dom'
import { LoginPage } from '../../features/login/login-page'
import { base, paths, routes } from '../../shared/paths'
import { preloadButton } from '../../shared/shared-ui'
import { FrameSkeleton } from '../frame/page-skeleton'
import { RequireLogin } from './require-login'

interface Screen {
  readonly path: string
  readonly load: () => Promise<ComponentType>
  readonly Page: LazyExoticComponent<ComponentType>
}

const screen = (path: string, load: () => Promise<ComponentType>): Screen => ({ path, load, Page: fromFile(load) })

/** A failed load is tried once more. */
function fromFile<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await load().catch(load) }))
}

const loadShell = async () => (await import('../frame/shell')).Shell
const Shell = fromFile(loadShell)

const dashboard = screen(paths.dashboard, async () => (await import('./dashboard-route')).DashboardRoute)

const screens: readonly Screen[] = [
  dashboard,
  screen(paths.clients, async () => (await import('../../features/clients/list/clients-page')).ClientsPage),
  screen(routes.client, async () => (await import('./client-route')).ClientRoute),
  screen(routes.session, async () => (await import('./session-route')).SessionRoute),
  screen(
    paths.duplicates,
    async () => (await import('../../features/clients/duplicates/duplicates-page')).DuplicatesPage,
  ),
  screen(routes.merge, async () => (await import('../../features/clients/duplicates/merge-page')).MergePage),
  screen(paths.imports, async () => (await import('../../features/clients/import/imports-page')).ImportsPage),
  screen(routes.import, async () => (await import('../../features/clients/import/import-page')).ImportPage),
  screen(paths.sessions, async () => (await import('../../features/sessions/list/session-list-page')).SessionListPage),
  screen(paths.policies, async () => (await import('../../features/clients/policies/policies-page')).PoliciesPage),
  screen(paths.forms, async () => (await import('./forms-route')).FormsRoute),
  screen(paths.outbox, async () => (await import('../../features/outbox/outbox-page')).OutboxPage),
]

const settings: readonly Screen[] = [
  screen(paths.account, async () => (await import('../../features/account/account-page')).AccountPage),
  screen(paths.manage, async () => (await import('../../features/admins/admins-page')).AdminsPage),
  screen(routes.admin, async () => (await import('./admin-route')).AdminRoute),
  screen(paths.teams, async () => (await import('../../features/admins/teams-page')).TeamsPage),
  screen(paths.channels, async () => (await import('../../features/agency/channels-page')).ChannelsPage),
  screen(paths.presets, async () => (await import('../../features/global-forms/presets-page')).PresetsPage),
  screen(paths.reminders, async () => (await import('../../features/settings/reminders-page')).RemindersPage),
  screen(paths.security, async () => (await import('../../features/security/security-page')).SecurityPage),
  screen(
    paths.messageTemplates,
    async () => (await import('../../features/message-templates/message-templates-page')).MessageTemplatesPage,
  ),
  screen(
    routes.messageTemplate,
    async () => (await import('../../features/message-templates/template-editor-page')).TemplateEditorPage,
  ),
  screen(paths.agency, async () => (await import('../../features/agency/agency-page')).AgencyPage),
  screen(paths.health, async () => (await import('../../features/health/health-page')).HealthPage),
]

const SettingsFrame = fromFile(async () => (await import('../../features/settings/settings-frame')).SettingsFrame)

const routeOf = ({ path, Page }: Screen) => <Route key={path} path={path} element={<Page />} />

const ProviderReturnPage = fromFile(
  async () => (await import('../../features/login/provider-return-page')).ProviderReturnPage,
)
const ForgotPasswordPage = fromFile(
  async () => (await import('../../features/login/forgot-password-page')).ForgotPasswordPage,
)
const ChoosePasswordPage = fromFile(
  async () => (await import('../../features/login/choose-password-page')).ChoosePasswordPage,
)

export function Router() {
  return (
    <Suspense fallback={<FrameSkeleton />}>
      <Routes>
        <Route path={paths.login} element={<LoginPage onTyping={() => prefetchScreen(base + paths.dashboard)} />} />
        <Route path={paths.providerReturn} element={<ProviderReturnPage />} />
        <Route path={paths.forgotPassword} element={<ForgotPasswordPage />} />
        <Route path={paths.resetPassword} element={<ChoosePasswordPage kind="password-resets" />} />
        <Route path={paths.acceptInvitation} element={<ChoosePasswordPage kind="invitations" />} />
        <Route element={<RequireLogin />}>
          <Route element={<Shell />}>
            <Route index element={<dashboard.Page />} />
            {screens.map(routeOf)}
            <Route element={<SettingsFrame />}>{settings.map(routeOf)}</Route>
            <Route
              path="*"
              element={
                <>
                  <p className="notice" role="status">
                    There is no page at this address. This is the dashboard.
                  </p>
                  <dashboard.Page />
                </>
              }
            />
          </Route>
        </Route>
      </Routes>
    </Suspense>
  )
}

/** A screen that is opened loads its files again, and says if they can't be had. @param pathname `/admin/clients` */
export function prefetchScreen(pathname: string): void {
  const { load } = [...screens, ...settings].find(({ path }) => matchPath(base + path, pathname)) ?? dashboard
  void preloadButton()
  Promise.all([loadShell(), load()]).catch(() => undefined)
}
