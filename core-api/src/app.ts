import type { PdfWorker } from '@agency/pdf-signing/pdf-worker-pool'
import { gracefulShutdown } from '@agency/service-kit/graceful-shutdown'
import { noStore } from '@agency/service-kit/no-store'
import { loggerOptions, requestLog } from '@agency/service-kit/request-log'
import fastifyMultipart from '@fastify/multipart'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify from 'fastify'
import type { Config } from './config.ts'
import { features } from './features.ts'
import { keyRotation } from './operation/encryption/key-rotation.ts'
import { files } from './operation/files/files-plugin.ts'
import { roleScopesOf } from './platform/access/staff-scope.ts'
import { subjectGuard } from './platform/access/subject-guard.ts'
import { agencySettings } from './platform/agency/agency-settings.ts'
import { auditKey } from './platform/audit-trail/audit-key-plugin.ts'
import { findLastChange, recordEvent } from './platform/audit-trail/audit-service.ts'
import type { DatabaseTarget } from './platform/database/database.ts'
import { database } from './platform/database/database-plugin.ts'
import { makeDataPrivate } from './platform/database/private-modes.ts'
import { encryption } from './platform/encryption/encryption-plugin.ts'
import { readKeyring } from './platform/encryption/master-key.ts'
import type { Feature } from './platform/feature.ts'
import { virusScan } from './platform/files/uploads/virus-scan.ts'
import { apiDescription } from './platform/http/api-description.ts'
import { errorAnswers } from './platform/http/error-answers.ts'
import { fileDownloadLimit } from './platform/http/file-download-limit.ts'
import { fullDiskGuard } from './platform/http/full-disk-guard.ts'
import { healthChecks } from './platform/http/health-checks.ts'
import { principals } from './platform/http/principals.ts'
import { serialization } from './platform/http/serialization.ts'
import { serverLimits } from './platform/http/server-limits.ts'
import { uploadMemory } from './platform/http/upload-memory.ts'
import { validation } from './platform/http/validation.ts'
import { jobs } from './platform/jobs/job-queue.ts'
import { openMessageSenders } from './platform/mail/message-senders.ts'
import { outboxHealth } from './platform/outbox/outbox-health.ts'
import { outboxSending } from './platform/outbox/outbox-sending.ts'
import { retention } from './platform/retention.ts'
import { findSessionPrincipal } from './sessions/sessions/portal-session-repository.ts'
import { useLogin } from './staff/admins/login-service.ts'

const bodyLimit = 1024 * 1024
/** Creating a database on a busy machine, or recovering one after a crash, can take long. After this time the start fails. */
const pluginTimeout = 180_000

/** Dependencies that the caller owns. The caller closes the PDF processes. */
type Dependencies = { target: DatabaseTarget; pdfWorker: PdfWorker }

declare module 'fastify' {
  interface FastifyInstance {
    readonly config: Config
    readonly pdfWorker: PdfWorker
  }
}

const displayName = Symbol.for('fastify.display-name')
/** Fastify compares a plugin without a name with every loaded module, which takes longer than registering it. */
const named = <Plugin extends Feature['plugins'][number]>(plugin: Plugin): Plugin =>
  displayName in plugin ? plugin : Object.assign(plugin, { [displayName]: plugin.name })

/** Builds the service for production and for tests: the platform, then the features. It does not listen yet. */
export async function buildApp(config: Config, { target, pdfWorker }: Dependencies) {
  const app = Fastify({
    ...loggerOptions(config.LOG_LEVEL),
    requestIdHeader: 'x-request-id',
    // Of calls that no visitor began, such as the bff's of its own.
    genReqId: () => crypto.randomUUID(),
    ...serverLimits,
    bodyLimit,
    pluginTimeout,
  }).withTypeProvider<TypeBoxTypeProvider>()
  const mended = makeDataPrivate(config.dataDirectory)
  if (mended > 0) app.log.warn({ mended }, 'removed the permissions of other users on files in DATA_DIR')
  const keyring = readKeyring(config)
  app.decorate('config', config)
  app.decorate('pdfWorker', pdfWorker)
  app.decorate('channels', openMessageSenders(config))
  app.decorate('features', features)

  await app.register(validation)
  await app.register(serialization)
  await app.register(noStore)
  await app.register(errorAnswers, { findLastChange: (id) => findLastChange(app.db, id) })
  await app.register(requestLog, { principalOf: ({ principal }) => principal?.kind ?? 'none' })
  await app.register(gracefulShutdown, { drainSeconds: config.DRAIN_SECONDS })
  await app.register(healthChecks)
  await app.register(database, { target })
  await app.register(agencySettings, { config })
  await app.register(encryption, { keyring })
  try {
    await app.register(files, { config, keyring })
  } catch (error) {
    // A refused start releases the database, for which another process may be waiting.
    await app.close()
    throw error
  }
  await app.register(keyRotation)
  await app.register(auditKey)
  await app.register(retention)
  await app.register(jobs)
  await app.register(virusScan, { url: config.CLAMD_URL })
  await app.register(principals, {
    secret: config.PRINCIPAL_SECRET,
    management: config.ADMIN_MANAGEMENT,
    revealReason: config.REVEAL_REASON,
    recordRefusal: (principal, detail) =>
      recordEvent(app.db, principal, { action: 'admin.refused', subjectId: principal.adminId, detail }),
    findAdmin: (id, isBackground) =>
      useLogin(app.db, id, {
        idleMinutes: config.STAFF_IDLE_MINUTES,
        isBackground,
        scopes: roleScopesOf(config),
        staffMfa: config.staffMfa,
      }),
    findSession: (id) => findSessionPrincipal(app.db, id),
  })
  await app.register(fullDiskGuard)
  await app.register(fastifyMultipart)
  await app.register(uploadMemory)
  await app.register(fileDownloadLimit)
  await app.register(subjectGuard)
  await app.register(apiDescription)
  await app.register(outboxSending)
  await app.register(outboxHealth)
  for (const plugin of features.flatMap(({ plugins }) => plugins)) await app.register(named(plugin))
  return app
}
