import type { Language } from '@agency/contract/esign'
import { useLanguage } from '../../shared/i18n/language.ts'

const en = {
  intro: 'Choose a signed document to see whether it is one of ours and has not been changed since it was sealed.',
  choose: 'Choose a PDF',
  drop: 'or drop it here',
  privacy:
    'The document stays on your device. Your browser computes its fingerprint, and only the fingerprint is sent.',
  insecure: 'This page needs a secure connection. Please open it at an address that begins with https.',
  result: 'Result',
  checking: (name: string) => `Checking ${name}...`,
  known: 'This document is ours and unchanged.',
  voided: 'This document is ours and unchanged, but it was voided and no longer holds.',
  unknown: 'We do not know this document: it was changed after sealing, or it is not ours.',
  unknownHint:
    'Check the file exactly as it was downloaded: printing it to a new PDF, or saving it in another program, changes it.',
  altered: 'The record of this document does not hold.',
  alteredHint:
    'We sealed a document with this fingerprint, but our records of it contradict one another. Do not rely on it, and tell us.',
  file: 'File',
  signer: 'Signed by',
  signed: 'Signed',
  sealed: 'Sealed',
  envelope: 'Envelope',
  pages: 'Pages',
  fingerprint: 'Fingerprint (SHA-256)',
  notPdf: (name: string) => `${name} is not a PDF. Please choose the PDF that you were given.`,
  unreadable: (name: string) => `Your browser could not read ${name}. Please choose it again.`,
}

type VerifyWords = typeof en

const es: VerifyWords = {
  intro: 'Elija un documento firmado para saber si es nuestro y si no ha cambiado desde que fue sellado.',
  choose: 'Elegir un PDF',
  drop: 'o suéltelo aquí',
  privacy:
    'El documento no sale de su dispositivo. Su navegador calcula su huella digital, y solo se envía esa huella.',
  insecure: 'Esta página necesita una conexión segura. Ábrala en una dirección que empiece por https.',
  result: 'Resultado',
  checking: (name) => `Verificando ${name}...`,
  known: 'Este documento es nuestro y no ha cambiado.',
  voided: 'Este documento es nuestro y no ha cambiado, pero fue anulado y ya no es válido.',
  unknown: 'No conocemos este documento: se modificó después de ser sellado o no es nuestro.',
  unknownHint:
    'Verifique el archivo tal como se descargó: imprimirlo en otro PDF o guardarlo con otro programa lo modifica.',
  altered: 'El registro de este documento no es válido.',
  alteredHint:
    'Sellamos un documento con esta huella, pero nuestros registros sobre él se contradicen. No confíe en él y avísenos.',
  file: 'Archivo',
  signer: 'Firmado por',
  signed: 'Firmado',
  sealed: 'Sellado',
  envelope: 'Sobre',
  pages: 'Páginas',
  fingerprint: 'Huella digital (SHA-256)',
  notPdf: (name) => `${name} no es un PDF. Elija el PDF que recibió.`,
  unreadable: (name) => `Su navegador no pudo leer ${name}. Elíjalo de nuevo.`,
}

const pt: VerifyWords = {
  intro: 'Escolha um documento assinado para saber se ele é nosso e se não mudou desde que foi selado.',
  choose: 'Escolher um PDF',
  drop: 'ou solte-o aqui',
  privacy: 'O documento não sai do seu aparelho. Seu navegador calcula a impressão digital dele, e só ela é enviada.',
  insecure: 'Esta página precisa de uma conexão segura. Abra-a em um endereço que comece com https.',
  result: 'Resultado',
  checking: (name) => `Verificando ${name}...`,
  known: 'Este documento é nosso e não mudou.',
  voided: 'Este documento é nosso e não mudou, mas foi anulado e não vale mais.',
  unknown: 'Não conhecemos este documento: ele foi alterado depois de selado ou não é nosso.',
  unknownHint:
    'Verifique o arquivo exatamente como foi baixado: imprimi-lo em outro PDF ou salvá-lo em outro programa o altera.',
  altered: 'O registro deste documento não é válido.',
  alteredHint:
    'Selamos um documento com esta impressão digital, mas nossos registros sobre ele se contradizem. Não confie nele e avise-nos.',
  file: 'Arquivo',
  signer: 'Assinado por',
  signed: 'Assinado',
  sealed: 'Selado',
  envelope: 'Envelope',
  pages: 'Páginas',
  fingerprint: 'Impressão digital (SHA-256)',
  notPdf: (name) => `${name} não é um PDF. Escolha o PDF que você recebeu.`,
  unreadable: (name) => `Seu navegador não conseguiu ler ${name}. Escolha-o novamente.`,
}

const words: Readonly<Record<Language, VerifyWords>> = { en, es, pt }

/** The words of this screen alone: they travel with it, so that the first screen does not carry them. */
export function useVerifyWords(): VerifyWords {
  return words[useLanguage((state) => state.language)]
}
