import type { Language } from '@agency/contract/esign'
import type { PlaceholderValues } from '../../platform/outbox/templates/message-placeholders.ts'

const samples = {
  en: {
    date: 'December 31, 2026',
    due: '3 follow-ups are overdue\n2 sessions wait for the client',
    session: 'renewal',
  },
  es: {
    date: '31 de diciembre de 2026',
    due: '3 seguimientos vencidos\n2 sesiones pendientes',
    session: 'renewal',
  },
  pt: {
    date: '31 de dezembro de 2026',
    due: '3 retornos atrasados\n2 sessões pendentes',
    session: 'renewal',
  },
} as const satisfies Record<Language, PlaceholderValues>

export const sampleValues = (language: Language, agency: string, publicUrl: string) => ({
  ...samples[language],
  agency,
  name: 'Maria',
  client: 'Maria Gonçalves',
  link: `${publicUrl.replace(/\/$/, '')}/session/000000000000`,
  passcode: 'sample-passcode',
  code: '000000',
  device: 'Firefox on Windows',
  admin: 'Ana Lima',
  clients: '42',
  change: 'passkey added',
  problems: 'Backup: The last backup failed. The log has the reason.',
})
