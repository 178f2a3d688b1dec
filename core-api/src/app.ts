import type { PdfWorker } from '@agency/pdf-signing/pdf-worker-pool'
import { gracefulShutdown } from '@agency/service-kit/graceful-shutdown'
import { noStore } from '@agency/service-kit/no-store'
import { loggerOptions, requestLog } from '@agency/service-kit/request-log'
import { listOf } from '@agency/service-kit/setting-kinds'
import fastifyMultipart from '@fastify/multipart'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify from 'fastify'
import { auditRoutes } from './audit/list/audit-routes.ts'
import { auditTrail } from './audit/verification/audit-trail-plugin.ts'
import { clientArchiveRoutes } from './clients/archive/client-archive-routes.ts'
import { permanentDeletionRoutes } from './clients/archive/permanent-deletion-routes.ts'
import { documentRoutes } from './clients/documents/document-routes.ts'
import { earlierDocuments } from './clients/documents/earlier-documents-plugin.ts'
import { handOverRoutes } from './clients/hand-over/hand-over-routes.ts'
import { clientListViewRoutes } from './clients/list/client-list-view-routes.ts'
import { dashboardFiguresRoutes } from './clients/list/dashboard-figures-routes.ts'
import { noteRoutes } from './clients/notes/note-routes.ts'
import { recordReadCounting } from './clients/read-alerts/record-read-counting.ts'
import { recordReadRoutes } from './clients/read-alerts/record-read-routes.ts'
import { revealAlertRoutes } from './clients/read-alerts/reveal-alert-routes.ts'
import { clientOwnerRoutes } from './clients/record/client-owner-routes.ts'
import { clientRoutes } from './clients/record/client-routes.ts'
import { duplicateRoutes } from './clients/record/duplicate-routes.ts'
import { searchKeyRenewal } from './clients/record/renew-search-keys.ts'
import { revealRoutes } from './clients/record/reveal-routes.ts'
import type { Config } from './config.ts'
import { formPresetRoutes } from './library/global-forms/form-preset-routes.ts'
import { globalFormFieldRoutes } from './library/global-forms/global-form-field-routes.ts'
import { globalFormRoutes } from './library/global-forms/global-form-routes.ts'
import { pdfCopyRoutes } from './library/pdf-checks/pdf-copy-routes.ts'
import { channelRoutes } from './messages/channels/channel-routes.ts'
import { reminderRoutes } from './messages/reminders/reminder-routes.ts'
import { reminderSending } from './messages/reminders/reminder-sending.ts'
import { scheduleRoutes } from './messages/reminders/schedule-routes.ts'
import { scheduleSending } from './messages/reminders/schedule-sending.ts'
import { copyEmailRoutes } from './messages/session-messages/copy-email-routes.ts'
import { copyEmailSending } from './messages/session-messages/copy-email-sending.ts'
import { sessionMessageRoutes } from './messages/session-messages/session-message-routes.ts'
import { sessionMessageSending } from './messages/session-messages/session-message-sending.ts'
import { digestRoutes } from './messages/staff-notices/digest-routes.ts'
import { staffNotices } from './messages/staff-notices/staff-notices.ts'
import { templateEditorRoutes } from './messages/template-editor/template-editor-routes.ts'
import { clientTextRoutes } from './messages/texts/client-text-routes.ts'
import { textWebhookRoutes } from './messages/texts/text-webhook-routes.ts'
import { backups } from './operation/backup/backup-schedule.ts'
import { storedTextEncryption } from './operation/encryption/encrypt-stored-texts.ts'
import { keyRotation } from './operation/encryption/key-rotation.ts'
import { fileFindingRoutes } from './operation/files/file-finding-routes.ts'
import { fileUpkeep } from './operation/files/file-upkeep.ts'
import { files } from './operation/files/files-plugin.ts'
import { capabilityRoutes } from './operation/health/capability-routes.ts'
import { descriptionRoutes } from './operation/health/description-routes.ts'
import { healthRoutes } from './operation/health/health-routes.ts'
import { installationChecks } from './operation/health/installation-checks.ts'
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
import { SignedAddresses } from './platform/encryption/signed-addresses.ts'
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
import { openMessageSenders, reachingModes, statusUrlOf } from './platform/mail/message-senders.ts'
import { outboxHealth } from './platform/outbox/outbox-health.ts'
import { outboxSending } from './platform/outbox/outbox-sending.ts'
import { writtenMessageRoutes } from './platform/outbox/written-message-routes.ts'
import { retention } from './platform/retention.ts'
import { pdfCheckJobs } from './sessions/session-forms/pdf-check-job.ts'
import { sessionFormFieldRoutes } from './sessions/session-forms/session-form-field-routes.ts'
import { sessionFormRoutes } from './sessions/session-forms/session-form-routes.ts'
import { recordShownMessages } from './sessions/sessions/passcode-reads.ts'
import { findSessionPrincipal } from './sessions/sessions/portal-session-repository.ts'
import { sessionDeletionRoutes } from './sessions/sessions/session-deletion-routes.ts'
import { sessionRoutes } from './sessions/sessions/session-routes.ts'
import { endPortalLogins } from './sessions/sessions/session-service.ts'
import { sessionStaffRoutes } from './sessions/sessions/session-staff-routes.ts'
import { reviewRetention } from './signing/client-signing/review-retention.ts'
import { signingRoutes } from './signing/client-signing/signing-routes.ts'
import { signingCodeHealth } from './signing/codes/signing-code-health.ts'
import { signingCodeRoutes } from './signing/codes/signing-code-routes.ts'
import { declineRoutes } from './signing/envelopes/decline-routes.ts'
import { packetRoutes } from './signing/packets/packet-routes.ts'
import { proposalRoutes } from './signing/proposals/proposal-routes.ts'
import { connectProviders } from './signing/providers/connectable-providers.ts'
import { redirectSigning } from './signing/redirect-signing/redirect-signing-plugin.ts'
import { webhookRoutes } from './signing/redirect-signing/webhook-routes.ts'
import { documentSealing } from './signing/sealing/sealing-plugin.ts'
import { envelopeRoutes } from './signing/staff-actions/envelope-routes.ts'
import { endReplacedEnvelope } from './signing/staff-actions/void-envelope.ts'
import { sealedTrail } from './signing/verification/sealed-trail.ts'
import { verifyRoutes } from './signing/verification/verify-routes.ts'
import { ensureFirstAdmin } from './staff/admins/first-admin.ts'
import { useLogin } from './staff/admins/login-service.ts'
import { challengeRetention } from './staff/admins/second-factor/challenge-retention.ts'
import { agencyRoutes } from './staff/agency/agency-routes.ts'
import { staffAccounts } from './staff-accounts.ts'

const bodyLimit = 1024 * 1024
/** Creating a database on a busy machine, or recovering one after a crash, can take long. After this time the start fails. */
const pluginTimeout = 180_000

/** Dependencies that the caller owns. The caller closes the PDF processes. */
type Dependencies = { target: DatabaseTarget; pdfWorker: PdfWorker }

/** Builds the service for production and for tests. It does not listen yet. */
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
  const { senders, modes, files: messageFiles } = openMessageSenders(config)
  const shownFiles = config.DEMO ? messageFiles : undefined
  const schedules = scheduleSettings(config)
  const sendsMail = modes.email === 'server'
  const reaching = reachingModes(modes, config.DEMO)
  const mailReaches = reaching.email !== 'off'
  const providers = connectProviders(config)
  const scopes = roleScopesOf(config)
  const signingCode = config.SIGNING_CODE
  const attaches = config.SIGNED_COPY === 'attached'
  const contactDays = config.CONTACT_CHANGE_DAYS
  const envelopes = { providers, publicUrl: config.PUBLIC_URL, signingCode, contactDays }

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
  await app.register(fileUpkeep, { sweepLimit: config.SWEEP_LIMIT })
  await app.register(backups, { config, target, keyring })
  await app.register(keyRotation, { keyring })
  await app.register(auditKey)
  await app.register(earlierDocuments)
  await app.register(storedTextEncryption, { alone: 'directory' in target })
  await app.register(searchKeyRenewal)
  await app.register(retention)
  await app.register(challengeRetention)
  await app.register(reviewRetention)
  await app.register(recordReadCounting, {
    limits: {
      alert: config.RECORD_READS_ALERT,
      limit: config.RECORD_READS_LIMIT,
      rowsPerRecord: config.RECORD_READS_LIST_ROWS,
    },
  })
  await app.register(jobs, { alone: 'directory' in target })
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
        scopes,
        staffMfa: config.staffMfa,
      }),
    findSession: (id) => findSessionPrincipal(app.db, id),
  })
  await app.register(fullDiskGuard)
  await app.register(installationChecks, config)
  await app.register(fastifyMultipart)
  await app.register(uploadMemory)
  await app.register(fileDownloadLimit)
  await app.register(subjectGuard)
  await app.register(apiDescription)
  await app.register(documentSealing, { config, pdfWorker })
  await app.register(pdfCheckJobs)
  await app.register(auditTrail, sealedTrail(app, config.TSA_URL))
  await app.register(redirectSigning, { providers })
  await app.register(outboxSending, { senders, alone: 'directory' in target })
  await app.register(outboxHealth, { modes, demo: config.DEMO })
  await app.register(signingCodeHealth, { modes, signingCode })
  await app.register(sessionMessageSending)
  await app.register(staffNotices, { scopes })
  await app.register(reminderSending)
  await app.register(scheduleSending, { settings: schedules, publicUrl: config.PUBLIC_URL })
  await app.register(copyEmailSending, {
    attaches,
    publicUrl: config.PUBLIC_URL,
    modes: reaching,
    days: config.SIGNED_COPY_DAYS,
  })

  await ensureFirstAdmin(app.db, config)
  await app.register(healthRoutes)
  await app.register(capabilityRoutes, {
    cvcRetentionDays: config.CVC_RETENTION_DAYS,
    esignProvider: providers.main.name,
    management: config.ADMIN_MANAGEMENT,
    signingCode,
    sessionPasscode: config.SESSION_PASSCODE,
    revealReason: config.REVEAL_REASON,
    mailReaches,
    reminderPlan: schedules.plan,
    outboxPage: shownFiles !== undefined,
  })
  await app.register(writtenMessageRoutes, {
    files: shownFiles,
    recordShown: (principal, ids) => recordShownMessages({ db: app.db, cipher: app.cipher, principal }, ids),
  })
  await app.register(descriptionRoutes, { readers: config.API_DOCS })
  await app.register(agencyRoutes)
  await app.register(staffAccounts, { config, mailReaches })
  await app.register(auditRoutes)
  await app.register(recordReadRoutes)
  await app.register(revealAlertRoutes, {
    limits: { clients: config.REVEAL_ALERT, factor: config.REVEAL_ALERT_FACTOR },
  })
  await app.register(dashboardFiguresRoutes)
  await app.register(revealRoutes)
  await app.register(duplicateRoutes)
  await app.register(clientListViewRoutes)
  await app.register(clientOwnerRoutes)
  await app.register(clientTextRoutes)
  await app.register(handOverRoutes)
  await app.register(clientArchiveRoutes, { onArchived: (trx, clientId) => endPortalLogins(trx, { clientId }) })
  await app.register(noteRoutes)
  await app.register(clientRoutes, { cvcRetentionDays: config.CVC_RETENTION_DAYS })
  await app.register(proposalRoutes, { cvcRetentionDays: config.CVC_RETENTION_DAYS })
  await app.register(permanentDeletionRoutes)
  await app.register(sessionDeletionRoutes)
  await app.register(sessionRoutes, { sessionDays: config.SESSION_DAYS, signingCode, contactDays })
  await app.register(sessionStaffRoutes, { sessionDays: config.SESSION_DAYS, signingCode })
  await app.register(signingCodeRoutes, { signingCode, channels: reaching, contactDays })
  await app.register(globalFormRoutes)
  await app.register(pdfCopyRoutes)
  await app.register(globalFormFieldRoutes)
  await app.register(templateEditorRoutes, { publicUrl: config.PUBLIC_URL })
  await app.register(channelRoutes, { senders, modes, settings: config })
  await app.register(formPresetRoutes)
  await app.register(sessionFormRoutes, {
    endElsewhere: (principal, id) =>
      endReplacedEnvelope({ ...envelopes, db: app.db, cipher: app.cipher, principal }, id),
  })
  await app.register(sessionFormFieldRoutes)
  await app.register(declineRoutes)
  await app.register(fileFindingRoutes)
  await app.register(documentRoutes, {
    addresses: new SignedAddresses(keyring),
    scopes,
    largest: config.UPLOAD_LIMIT_MB * 1024 * 1024,
  })
  await app.register(signingRoutes, { signingCode })
  await app.register(envelopeRoutes, envelopes)
  await app.register(webhookRoutes, { providers })
  await app.register(textWebhookRoutes, {
    token: config.TEXT_GATEWAY_TOKEN,
    statusUrl: statusUrlOf(config.PUBLIC_URL),
  })
  await app.register(verifyRoutes)
  await app.register(sessionMessageRoutes, { publicUrl: config.PUBLIC_URL, modes: reaching, contactDays })
  await app.register(reminderRoutes, { publicUrl: config.PUBLIC_URL, sendsMail })
  await app.register(copyEmailRoutes, { sendsMail: mailReaches, attaches, publicUrl: config.PUBLIC_URL })
  await app.register(digestRoutes, { timeZone: config.AGENCY_TIME_ZONE, scopes })
  await app.register(scheduleRoutes, { settings: schedules })
  await app.register(packetRoutes)
  return app
}

/** The agency's plan of reminders. */
const scheduleSettings = (config: Config) => ({
  plan: {
    days: listOf(config.REMINDER_DAYS).map(Number),
    repeat_days: config.REMINDER_REPEAT_DAYS,
    most: config.REMINDER_MOST,
  },
  timeZone: config.AGENCY_TIME_ZONE,
})
