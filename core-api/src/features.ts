import { audit } from './audit/list/audit.feature.ts'
import { archive } from './clients/archive/archive.feature.ts'
import { documents } from './clients/documents/documents.feature.ts'
import { duplicates } from './clients/duplicates/duplicates.feature.ts'
import { clientExport } from './clients/export/export.feature.ts'
import { handOver } from './clients/hand-over/hand-over.feature.ts'
import { clientImport } from './clients/import/import.feature.ts'
import { clientList } from './clients/list/client-list.feature.ts'
import { notes } from './clients/notes/notes.feature.ts'
import { policies } from './clients/policies/policies.feature.ts'
import { readAlerts } from './clients/read-alerts/read-alerts.feature.ts'
import { clientRecord } from './clients/record/client-record.feature.ts'
import { selections } from './clients/selections/selections.feature.ts'
import { globalForms } from './library/global-forms/global-forms.feature.ts'
import { pdfChecks } from './library/pdf-checks/pdf-checks.feature.ts'
import { channels } from './messages/channels/channels.feature.ts'
import { reminders } from './messages/reminders/reminders.feature.ts'
import { sessionMessages } from './messages/session-messages/session-messages.feature.ts'
import { staffNotices } from './messages/staff-notices/staff-notices.feature.ts'
import { templateEditor } from './messages/template-editor/template-editor.feature.ts'
import { texts } from './messages/texts/texts.feature.ts'
import { agencyArchive } from './operation/archive/archive.feature.ts'
import { backup } from './operation/backup/backup.feature.ts'
import { encryption } from './operation/encryption/encryption.feature.ts'
import { files } from './operation/files/files.feature.ts'
import { health } from './operation/health/health.feature.ts'
import type { Feature } from './platform/feature.ts'
import { sessionForms } from './sessions/session-forms/session-forms.feature.ts'
import { sessions } from './sessions/sessions/sessions.feature.ts'
import { clientSigning } from './signing/client-signing/client-signing.feature.ts'
import { signingCodes } from './signing/codes/signing-codes.feature.ts'
import { envelopes } from './signing/envelopes/envelopes.feature.ts'
import { packets } from './signing/packets/packets.feature.ts'
import { proposals } from './signing/proposals/proposals.feature.ts'
import { providers } from './signing/providers/providers.feature.ts'
import { redirectSigning } from './signing/redirect-signing/redirect-signing.feature.ts'
import { sealing } from './signing/sealing/sealing.feature.ts'
import { staffActions } from './signing/staff-actions/staff-actions.feature.ts'
import { verification } from './signing/verification/verification.feature.ts'
import { admins } from './staff/admins/admins.feature.ts'
import { agency } from './staff/agency/agency.feature.ts'
import { emailedLinks } from './staff/emailed-links/emailed-links.feature.ts'
import { oidcLogin } from './staff/oidc-login/oidc-login.feature.ts'
import { teams } from './staff/teams/teams.feature.ts'

/** All features, registered in this order: a feature uses what those before it have put on the app. */
export const features: readonly Feature[] = [
  audit,
  admins,
  agency,
  emailedLinks,
  oidcLogin,
  teams,
  readAlerts,
  clientRecord,
  duplicates,
  clientList,
  notes,
  policies,
  documents,
  handOver,
  archive,
  clientImport,
  selections,
  clientExport,
  pdfChecks,
  globalForms,
  sessions,
  sessionForms,
  providers,
  envelopes,
  signingCodes,
  clientSigning,
  sealing,
  verification,
  redirectSigning,
  staffActions,
  packets,
  proposals,
  sessionMessages,
  reminders,
  staffNotices,
  texts,
  channels,
  templateEditor,
  backup,
  agencyArchive,
  encryption,
  files,
  health,
]
