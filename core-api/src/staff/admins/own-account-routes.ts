import { Account, AccountSetup, StaffActivity } from '@agency/contract/admins'
import { failures } from '@agency/contract/errors'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { route } from '../../platform/access/route.ts'
import { asAdmin, asStaff } from '../../platform/http/principals.ts'
import { putOffIdleEnd } from './admin-session-repository.ts'
import { getAccount, setUpAccount } from './own-account.ts'

const tags = ['admins']
const config = { allow: ['admin'], permission: 'account', subject: 'none' } as const

export const ownAccountRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { db, agency } = app
  const { STAFF_IDLE_MINUTES: idleMinutes } = app.config

  route(app, 'GET /admin/me', {
    config,
    schema: { tags, operationId: 'getAccount', summary: 'One’s own record', response: { 200: Account } },
    handler: (request) => getAccount(db, asAdmin(request.principal).adminId),
  })

  route(app, 'POST /admin/me/setup', {
    config,
    schema: {
      tags,
      operationId: 'setUpAccount',
      summary: 'Name, e-mail address and new password of the owner of the first admin; once',
      body: AccountSetup,
      response: { 200: Account, ...failures(409) },
    },
    handler: (request) => setUpAccount({ db, agency, principal: asAdmin(request.principal) }, request.body),
  })

  route(app, 'POST /admin/activity', {
    config: { allow: ['admin', 'enrolling'], permission: 'account', subject: 'none', whileDiskFull: true },
    schema: {
      tags,
      operationId: 'reportActivity',
      summary: 'Report activity: extends the idle time-out of this login',
      response: { 200: StaffActivity },
    },
    handler: async (request) => {
      await putOffIdleEnd(db, asStaff(request.principal).adminSessionId, idleMinutes)
      return { idle_seconds: idleMinutes * 60 }
    },
  })
}
