import { createPdfWorker } from '@agency/pdf-signing/pdf-worker-pool'
import { gracefulStop } from '@agency/service-kit/graceful-stop'
import { noStore } from '@agency/service-kit/no-store'
import { loggerOptions, requestLog } from '@agency/service-kit/request-log'
import fastifyMultipart from '@fastify/multipart'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify from 'fastify'
import type { Config } from './config.ts'
import { adminRoutes } from './features/admins/admin-routes.ts'
import { ensureFirstAdmin } from './features/admins/first-admin.ts'
import { ownAccountRoutes } from './features/admins/own-account-routes.ts'
import { auditKey } from './features/audit/audit-key-plugin.ts'
import { auditRoutes } from './features/audit/audit-routes.ts'
import { auditTrail } from './features/audit/audit-trail-plugin.ts'
import { backups } from './features/backup/backup-schedule.ts'
import { clientRoutes } from './features/clients/client-routes.ts'
import { dashboardFiguresRoutes } from './features/clients/dashboard-figures-routes.ts'
import { revealRoutes } from './features/clients/reveal-routes.ts'
import { documentRoutes } from './features/documents/document-routes.ts'
import { storedTextEncryption } from './features/encryption-at-rest/encrypt-stored-texts.ts'
import { docusignProvider } from './features/esign/docusign/docusign-provider.ts'
import { readDocusignSettings } from './features/esign/docusign/docusign-settings.ts'
import { envelopeRoutes } from './features/esign/envelope-routes.ts'
import { EsignProviders } from './features/esign/esign-providers.ts'
import { esignRoutes } from './features/esign/esign-routes.ts'
import { remoteEnvelopes } from './features/esign/remote-plugin.ts'
import { sealedTrail } from './features/esign/sealed-trail.ts'
import { documentSealing } from './features/esign/sealing-plugin.ts'
import { verifyRoutes } from './features/esign/verify-routes.ts'
import { webhookRoutes } from './features/esign/webhook-routes.ts'
import { fileFindingRoutes } from './features/files/file-finding-routes.ts'
import { fileUpkeep } from './features/files/file-upkeep.ts'
import { files } from './features/files/files-plugin.ts'
import { globalFormFieldRoutes } from './features/global-forms/global-form-field-routes.ts'
import { globalFormRoutes } from './features/global-forms/global-form-routes.ts'
import { capabilityRoutes } from './features/health/capability-routes.ts'
import { descriptionRoutes } from './features/health/description-routes.ts'
import { healthRoutes } from './features/health/health-routes.ts'
import { installationChecks } from './features/health/installation-checks.ts'
import { keyRotation } from './features/key-rotation/key-rotation.ts'
import { packetRoutes } from './features/packets/packet-routes.ts'
import { proposalRoutes } from './features/proposals/proposal-routes.ts'
import { recordReadCounting } from './features/record-reads/record-read-counting.ts'
import { recordReadRoutes } from './features/record-reads/record-read-routes.ts'
import { reminderRoutes } from './features/reminders/reminder-routes.ts'
import { reminderSending } from './features/reminders/reminder-sending.ts'
import { sessionFormFieldRoutes } from './features/session-forms/session-form-field-routes.ts'
import { sessionFormRoutes } from './features/session-forms/session-form-routes.ts'
import { sessionRoutes } from './features/sessions/session-routes.ts'
import { sessionStaffRoutes } from './features/sessions/session-staff-routes.ts'
import { database } from './platform/database/database-plugin.ts'
import { makeDataPrivate } from './platform/database/private-modes.ts'
import { encryption } from './platform/encryption/encryption-plugin.ts'
import { readKeyring } from './platform/encryption/master-key.ts'
import { SignedAddresses } from './platform/encryption/signed-addresses.ts'
import { apiDescription } from './platform/http/api-description.ts'
import { errorAnswers } from './platform/http/error-answers.ts'
import { healthChecks } from './platform/http/health-checks.ts'
import { principals } from './platform/http/principals.ts'
import { serverLimits } from './platform/http/server-limits.ts'
import { validation } from './platform/http/validation.ts'
import { keyRetention } from './platform/idempotency/key-retention.ts'
import { jobs } from './platform/jobs/jobs-plugin.ts'
import { smtpMailer } from './platform/mail/mailer.ts'
import { attemptRetention } from './platform/rate-limit/attempt-retention.ts'
import { virusScan } from './platform/virus-scan/virus-scan.ts'

const bodyLimit = 1024 * 1024
/** Opening a database that was not closed can take long; after this the start has failed. */
const pluginTimeout = 120_000

/** The service as production runs it; tests build the same. It listens to nothing yet. */
export async function buildApp(config: Config, target: Parameters<typeof database>[1]['target']) {
  const app = Fastify({
    ...loggerOptions(config.LOG_LEVEL),
    requestIdHeader: 'x-request-id',
    ...serverLimits,
    bodyLimit,
    pluginTimeout,
  }).withTypeProvider<TypeBoxTypeProvider>()
  const mended = makeDataPrivate(config.dataDirectory)
  if (mended > 0) app.log.warn({ mended }, 'files in DATA_DIR could be read or written by others; now they cannot')
  const keyring = readKeyring(config)
  const pdfWorker = createPdfWorker({ checks: config.PDF_WORKERS })
  const mailer = mailerOf(config)
  const reminders = { agencyName: config.AGENCY_NAME, publicUrl: config.PUBLIC_URL }
  const docusign = readDocusignSettings(config)
  const providers = new EsignProviders(docusign && docusignProvider(docusign))
  app.addHook('onClose', () => pdfWorker.close())

  await app.register(validation)
  await app.register(noStore)
  await app.register(errorAnswers)
  await app.register(requestLog, { principalOf: ({ principal }) => principal?.kind ?? 'none' })
  await app.register(gracefulStop, { drainSeconds: config.DRAIN_SECONDS })
  await app.register(healthChecks)
  await app.register(database, { target })
  await app.register(encryption, { keyring })
  try {
    await app.register(files, { config, keyring })
  } catch (error) {
    // A start that is refused lets go of the database, which another process may be waiting for.
    await app.close()
    throw error
  }
  await app.register(fileUpkeep, { sweepLimit: config.SWEEP_LIMIT })
  await app.register(backups, { config, target, keyring })
  await app.register(keyRotation, { keyring })
  await app.register(auditKey)
  await app.register(storedTextEncryption, { alone: 'directory' in target })
  await app.register(keyRetention)
  await app.register(attemptRetention)
  await app.register(recordReadCounting, {
    limits: { alert: config.RECORD_READS_ALERT, limit: config.RECORD_READS_LIMIT },
  })
  await app.register(jobs, { alone: 'directory' in target })
  await app.register(virusScan, { url: config.CLAMD_URL })
  await app.register(principals, {
    secret: config.PRINCIPAL_SECRET,
    staffIdleMinutes: config.STAFF_IDLE_MINUTES,
  })
  await app.register(installationChecks, { dataDirectory: config.dataDirectory })
  await app.register(fastifyMultipart)
  await app.register(apiDescription)
  await app.register(documentSealing, { config, pdfWorker })
  await app.register(auditTrail, sealedTrail(app, config.TSA_URL))
  await app.register(remoteEnvelopes, { providers })
  await app.register(reminderSending, { settings: reminders, mailer })

  await ensureFirstAdmin(app.db, config)
  await app.register(healthRoutes)
  await app.register(capabilityRoutes, {
    cvcRetentionDays: config.CVC_RETENTION_DAYS,
    esignProvider: providers.main.name,
    management: config.ADMIN_MANAGEMENT,
  })
  await app.register(descriptionRoutes, { readers: config.API_DOCS })
  const staff = { agencyName: config.AGENCY_NAME, idleMinutes: config.STAFF_IDLE_MINUTES }
  await app.register(adminRoutes, { ...staff, management: config.ADMIN_MANAGEMENT })
  await app.register(ownAccountRoutes, staff)
  await app.register(auditRoutes, { management: config.ADMIN_MANAGEMENT, agencyName: config.AGENCY_NAME })
  await app.register(recordReadRoutes)
  await app.register(dashboardFiguresRoutes)
  await app.register(revealRoutes)
  await app.register(clientRoutes, { cvcRetentionDays: config.CVC_RETENTION_DAYS })
  await app.register(proposalRoutes, { cvcRetentionDays: config.CVC_RETENTION_DAYS })
  await app.register(sessionRoutes, { sessionDays: config.SESSION_DAYS })
  await app.register(sessionStaffRoutes, { sessionDays: config.SESSION_DAYS })
  await app.register(globalFormRoutes)
  await app.register(globalFormFieldRoutes)
  await app.register(sessionFormRoutes)
  await app.register(sessionFormFieldRoutes)
  await app.register(fileFindingRoutes)
  await app.register(documentRoutes, {
    addresses: new SignedAddresses(keyring),
    largest: config.UPLOAD_LIMIT_MB * 1024 * 1024,
  })
  await app.register(esignRoutes, { agencyName: config.AGENCY_NAME })
  await app.register(envelopeRoutes, { providers, publicUrl: config.PUBLIC_URL })
  await app.register(webhookRoutes, { providers })
  await app.register(verifyRoutes)
  await app.register(reminderRoutes, { settings: reminders, sendsMail: mailer !== undefined })
  await app.register(packetRoutes, { agencyName: config.AGENCY_NAME })
  return app
}

/** E-mails are sent where both settings are there; one without the other does not start. */
const mailerOf = ({ SMTP_URL, MAIL_FROM }: Config) =>
  SMTP_URL && MAIL_FROM ? smtpMailer(SMTP_URL, MAIL_FROM) : undefined
