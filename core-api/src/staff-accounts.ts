import fp from 'fastify-plugin'
import { adminDeletionRoutes } from './clients/hand-over/admin-deletion-routes.ts'
import { teamDeletionRoutes } from './clients/hand-over/team-deletion-routes.ts'
import type { Config } from './config.ts'
import { adminRoutes } from './staff/admins/admin-routes.ts'
import { loginOptionRoutes } from './staff/admins/login-option-routes.ts'
import { loginRoutes } from './staff/admins/login-routes.ts'
import { ownAccountRoutes } from './staff/admins/own-account-routes.ts'
import { factorRoutes } from './staff/admins/second-factor/factor-routes.ts'
import { relyingPartyOf } from './staff/admins/second-factor/passkeys.ts'
import { invitationRoutes } from './staff/emailed-links/invitation-routes.ts'
import { passwordResetRoutes } from './staff/emailed-links/password-reset-routes.ts'
import { oidcLoginRoutes } from './staff/oidc-login/oidc-login-routes.ts'
import { readProviders } from './staff/oidc-login/oidc-settings.ts'
import { teamRoutes } from './staff/teams/team-routes.ts'

interface StaffAccountOptions {
  config: Config
  /** Whether e-mails reach anybody. */
  mailReaches: boolean
}

/** Logins, second factors, accounts and teams of staff. */
export const staffAccounts = fp(
  async (app, { config, mailReaches }: StaffAccountOptions) => {
    const oidcProviders = readProviders(config.OIDC_PROVIDERS)
    const staff = { idleMinutes: config.STAFF_IDLE_MINUTES }
    const { staffMfa } = config
    const party = relyingPartyOf(config.STAFF_URL)
    const logins = { ...staff, staffMfa, party }
    await app.register(loginRoutes, { ...logins, passwordLogin: config })
    await app.register(factorRoutes, { staffMfa, party })
    const managing = {
      management: config.ADMIN_MANAGEMENT,
      ways: { passwordLogin: config, issuers: oidcProviders.map(({ issuer }) => issuer) },
    }
    await app.register(adminRoutes, managing)
    await app.register(oidcLoginRoutes, {
      ...logins,
      providers: oidcProviders,
      staffUrl: config.STAFF_URL,
      passwordLogin: config,
    })
    const { STAFF_URL: staffUrl } = config
    const { management } = managing
    await app.register(invitationRoutes, { staffUrl, mailReaches, management })
    await app.register(passwordResetRoutes, { staffUrl, mailReaches, management, passwordLogin: config })
    await app.register(loginOptionRoutes, {
      options: {
        password: config.STAFF_PASSWORD_LOGIN === 'on',
        password_reset: mailReaches,
        providers: oidcProviders.map(({ id, label }) => ({ id, label })),
      },
    })
    await app.register(teamRoutes)
    await app.register(teamDeletionRoutes)
    await app.register(adminDeletionRoutes, managing)
    await app.register(ownAccountRoutes, staff)
  },
  { name: 'staff-accounts', dependencies: ['database', 'principals', 'agency-settings'] },
)
