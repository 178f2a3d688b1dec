import { type Migration, Migrator } from 'kysely/migration'
import { up as first } from '../../../migrations/001-first.ts'
import { up as verify } from '../../../migrations/002-verify.ts'
import { up as documents } from '../../../migrations/003-documents.ts'
import { up as auditAndVersions } from '../../../migrations/004-audit-and-versions.ts'
import { up as clientList } from '../../../migrations/006-client-list.ts'
import { up as reminders } from '../../../migrations/007-reminders.ts'
import { up as formFields } from '../../../migrations/008-form-fields.ts'
import { up as docusign } from '../../../migrations/009-docusign.ts'
import { up as idempotencyKeys } from '../../../migrations/010-idempotency-keys.ts'
import { up as filesKept } from '../../../migrations/011-files-kept.ts'
import { up as plainDocuments } from '../../../migrations/013-plain-documents.ts'
import { up as signedStates } from '../../../migrations/014-signed-states.ts'
import { up as keyedAuditTrail } from '../../../migrations/015-keyed-audit-trail.ts'
import { up as encryptedProfile } from '../../../migrations/016-encrypted-profile.ts'
import { up as access } from '../../../migrations/017-access.ts'
import { up as virusScan } from '../../../migrations/018-virus-scan.ts'
import { up as encryptedColumns } from '../../../migrations/019-encrypted-columns.ts'
import { up as rateLimits } from '../../../migrations/020-rate-limits.ts'
import { up as auditJobs } from '../../../migrations/021-audit-jobs.ts'
import { up as signingProviders } from '../../../migrations/022-signing-providers.ts'
import { up as reviewCopies } from '../../../migrations/023-review-copies.ts'
import { up as declinesAndFiledDocuments } from '../../../migrations/024-declines-and-filed-documents.ts'
import { up as clientOwners } from '../../../migrations/025-client-owners.ts'
import { up as clientSearch } from '../../../migrations/026-client-search.ts'
import { up as clientListViews } from '../../../migrations/027-client-list-views.ts'
import { up as formPresets } from '../../../migrations/028-form-presets.ts'
import { up as archivedForms } from '../../../migrations/029-archived-forms.ts'
import { up as archivedClientsAndSessions } from '../../../migrations/030-archived-clients-and-sessions.ts'
import { up as clientListOrders } from '../../../migrations/033-client-list-orders.ts'
import { up as sessionStates } from '../../../migrations/034-session-states.ts'
import { up as clientSearches } from '../../../migrations/035-client-searches.ts'
import { up as clientNameVersions } from '../../../migrations/036-client-name-versions.ts'
import { up as outbox } from '../../../migrations/040-outbox.ts'
import { up as sessionSent } from '../../../migrations/041-session-sent.ts'
import { up as messageTemplates } from '../../../migrations/042-message-templates.ts'
import { up as reminderSchedules } from '../../../migrations/043-reminder-schedules.ts'
import { up as signingCodes } from '../../../migrations/045-signing-codes.ts'
import { up as portalSessionDevices } from '../../../migrations/046-portal-session-devices.ts'
import { up as secondFactors } from '../../../migrations/050-second-factors.ts'
import { up as staffLogins } from '../../../migrations/051-staff-logins.ts'
import { up as adminEmails } from '../../../migrations/053-admin-emails.ts'
import { up as staffAccess } from '../../../migrations/054-staff-access.ts'
import { up as roles } from '../../../migrations/055-roles.ts'
import { up as clientScope } from '../../../migrations/056-client-scope.ts'
import { up as teams } from '../../../migrations/060-teams.ts'
import { up as revealReasons } from '../../../migrations/063-reveal-reasons.ts'
import { up as revealAlerts } from '../../../migrations/064-reveal-alerts.ts'
import { up as providerConnections } from '../../../migrations/065-provider-connections.ts'
import { up as auditEventIndexes } from '../../../migrations/070-audit-event-indexes.ts'
import { up as declinedDocuments } from '../../../migrations/071-declined-documents.ts'
import { up as waitingSessions } from '../../../migrations/072-waiting-sessions.ts'
import { up as pdfChecks } from '../../../migrations/074-pdf-checks.ts'
import { up as sessionCounters } from '../../../migrations/075-session-counters.ts'
import { up as searchCounters } from '../../../migrations/076-search-counters.ts'
import { up as refusedIdentities } from '../../../migrations/077-refused-identities.ts'
import { up as pdfCheckFailures } from '../../../migrations/078-pdf-check-failures.ts'
import { up as fieldNotes } from '../../../migrations/079-field-notes.ts'
import { up as identification } from '../../../migrations/082-identification.ts'
import { up as contactChanges } from '../../../migrations/083-contact-changes.ts'
import { up as formerValues } from '../../../migrations/084-former-values.ts'
import { up as askedAgain } from '../../../migrations/085-asked-again.ts'
import { up as inviters } from '../../../migrations/086-inviters.ts'
import { up as listedClients } from '../../../migrations/087-listed-clients.ts'
import { up as textOptOuts } from '../../../migrations/088-text-opt-outs.ts'
import { up as smallerPictures } from '../../../migrations/089-smaller-pictures.ts'
import { up as acceptedLosses } from '../../../migrations/091-accepted-losses.ts'
import { up as plainClientList } from '../../../migrations/092-plain-client-list.ts'
import type { Database } from './database.ts'

const migrations: Record<string, Migration> = {
  '001-first': { up: first },
  '002-verify': { up: verify },
  '003-documents': { up: documents },
  '004-audit-and-versions': { up: auditAndVersions },
  '006-client-list': { up: clientList },
  '007-reminders': { up: reminders },
  '008-form-fields': { up: formFields },
  '009-docusign': { up: docusign },
  '010-idempotency-keys': { up: idempotencyKeys },
  '011-files-kept': { up: filesKept },
  '013-plain-documents': { up: plainDocuments },
  '014-signed-states': { up: signedStates },
  '015-keyed-audit-trail': { up: keyedAuditTrail },
  '016-encrypted-profile': { up: encryptedProfile },
  '017-access': { up: access },
  '018-virus-scan': { up: virusScan },
  '019-encrypted-columns': { up: encryptedColumns },
  '020-rate-limits': { up: rateLimits },
  '021-audit-jobs': { up: auditJobs },
  '022-signing-providers': { up: signingProviders },
  '023-review-copies': { up: reviewCopies },
  '024-declines-and-filed-documents': { up: declinesAndFiledDocuments },
  '025-client-owners': { up: clientOwners },
  '026-client-search': { up: clientSearch },
  '027-client-list-views': { up: clientListViews },
  '028-form-presets': { up: formPresets },
  '029-archived-forms': { up: archivedForms },
  '030-archived-clients-and-sessions': { up: archivedClientsAndSessions },
  '033-client-list-orders': { up: clientListOrders },
  '034-session-states': { up: sessionStates },
  '035-client-searches': { up: clientSearches },
  '036-client-name-versions': { up: clientNameVersions },
  '040-outbox': { up: outbox },
  '041-session-sent': { up: sessionSent },
  '042-message-templates': { up: messageTemplates },
  '043-reminder-schedules': { up: reminderSchedules },
  '045-signing-codes': { up: signingCodes },
  '046-portal-session-devices': { up: portalSessionDevices },
  '050-second-factors': { up: secondFactors },
  '051-staff-logins': { up: staffLogins },
  '053-admin-emails': { up: adminEmails },
  '054-staff-access': { up: staffAccess },
  '055-roles': { up: roles },
  '056-client-scope': { up: clientScope },
  '060-teams': { up: teams },
  '063-reveal-reasons': { up: revealReasons },
  '064-reveal-alerts': { up: revealAlerts },
  '065-provider-connections': { up: providerConnections },
  '070-audit-event-indexes': { up: auditEventIndexes },
  '071-declined-documents': { up: declinedDocuments },
  '072-waiting-sessions': { up: waitingSessions },
  '074-pdf-checks': { up: pdfChecks },
  '075-session-counters': { up: sessionCounters },
  '076-search-counters': { up: searchCounters },
  '077-refused-identities': { up: refusedIdentities },
  '078-pdf-check-failures': { up: pdfCheckFailures },
  '079-field-notes': { up: fieldNotes },
  '082-identification': { up: identification },
  '083-contact-changes': { up: contactChanges },
  '084-former-values': { up: formerValues },
  '085-asked-again': { up: askedAgain },
  '086-inviters': { up: inviters },
  '087-listed-clients': { up: listedClients },
  '088-text-opt-outs': { up: textOptOuts },
  '089-smaller-pictures': { up: smallerPictures },
  '091-accepted-losses': { up: acceptedLosses },
  '092-plain-client-list': { up: plainClientList },
}

/** Runs the missing migrations. Replicas may start at the same time: the migrator takes a lock in the database. */
export async function migrate(db: Database): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error } = await migrator.migrateToLatest()
  if (error) throw new Error('The database could not be migrated', { cause: error })
}
