import type { Language } from '@agency/contract/esign'

/** All that a reminder contains of a person. It never contains the passcode. */
interface Reminder {
  language: Language
  firstName: string | null
  agency: string
  link: string
}

interface ReminderMessages {
  subject: (agency: string) => string
  hello: (name: string) => string
  waiting: (agency: string) => string
  passcode: string
}

const messages: Readonly<Record<Language, ReminderMessages>> = {
  en: {
    subject: (agency) => `${agency}: a document is waiting for you`,
    hello: (name) => `Hello${name},`,
    waiting: (agency) => `a document from ${agency} is waiting for you. Please review it here:`,
    passcode: 'You will be asked for your passcode.',
  },
  es: {
    subject: (agency) => `${agency}: un documento le espera`,
    hello: (name) => `Hola${name}:`,
    waiting: (agency) => `Un documento de ${agency} le espera. Por favor, revíselo aquí:`,
    passcode: 'Se le pedirá su contraseña.',
  },
  pt: {
    subject: (agency) => `${agency}: um documento espera por você`,
    hello: (name) => `Olá${name},`,
    waiting: (agency) => `um documento de ${agency} espera por você. Por favor, veja-o aqui:`,
    passcode: 'Sua senha será solicitada.',
  },
}

/** A reminder in the client's language, as plain text. */
export function reminderMessage({ language, firstName, agency, link }: Reminder): { subject: string; text: string } {
  const { subject, hello, waiting, passcode } = messages[language]
  const name = firstName?.replace(/\s+/g, ' ').trim()
  const lines = [hello(name ? ` ${name}` : ''), '', waiting(agency), '', link, '', passcode, '', agency]
  return { subject: subject(agency), text: lines.join('\n') }
}
