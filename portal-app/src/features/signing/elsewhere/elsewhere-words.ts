import type { Language } from '@agency/contract/esign'
import { useLanguage } from '../../../shared/i18n/language.ts'

const en = {
  what: 'This document is signed with DocuSign, a service for electronic signatures.',
  next: 'You will sign on DocuSign’s page and come back here.',
  go: 'Go to DocuSign',
  going: 'Opening DocuSign...',
  again: 'Continue at DocuSign',
  confirming: 'Confirming…',
  confirmingText: 'You are back from DocuSign. We are waiting for its confirmation; this takes a moment.',
  confirmingLate:
    'This may take a little longer. Nothing is lost: we will have it as soon as DocuSign tells us, and you may leave this page.',
  unfinished: 'You have not signed yet. Nothing is lost: continue whenever you are ready.',
  timedOut: 'You were away for too long, so DocuSign closed its page. Please open it again.',
  failed: 'DocuSign could not finish this. Please try again, or call us.',
  copying: 'You have signed. We are fetching your copy from DocuSign; this takes a moment.',
}

type ElsewhereWords = typeof en

const es: ElsewhereWords = {
  what: 'Este documento se firma con DocuSign, un servicio de firmas electrónicas.',
  next: 'Firmará en la página de DocuSign y volverá aquí.',
  go: 'Ir a DocuSign',
  going: 'Abriendo DocuSign...',
  again: 'Continuar en DocuSign',
  confirming: 'Confirmando…',
  confirmingText: 'Ha vuelto de DocuSign. Esperamos su confirmación; tarda un momento.',
  confirmingLate:
    'Puede tardar un poco más. No se ha perdido nada: lo tendremos en cuanto DocuSign nos avise, y usted puede salir de esta página.',
  unfinished: 'Aún no ha firmado. No se ha perdido nada: continúe cuando quiera.',
  timedOut: 'Pasó demasiado tiempo y DocuSign cerró su página. Por favor, ábrala de nuevo.',
  failed: 'DocuSign no pudo terminar. Inténtelo de nuevo o llámenos.',
  copying: 'Ha firmado. Estamos trayendo su copia de DocuSign; tarda un momento.',
}

const pt: ElsewhereWords = {
  what: 'Este documento é assinado com a DocuSign, um serviço de assinaturas eletrônicas.',
  next: 'Você vai assinar na página da DocuSign e voltar para cá.',
  go: 'Ir para a DocuSign',
  going: 'Abrindo a DocuSign...',
  again: 'Continuar na DocuSign',
  confirming: 'Confirmando…',
  confirmingText: 'Você voltou da DocuSign. Estamos esperando a confirmação; isso leva um momento.',
  confirmingLate:
    'Pode demorar um pouco mais. Nada se perdeu: receberemos assim que a DocuSign nos avisar, e você pode sair desta página.',
  unfinished: 'Você ainda não assinou. Nada se perdeu: continue quando quiser.',
  timedOut: 'O tempo acabou e a DocuSign fechou a página. Abra-a de novo.',
  failed: 'A DocuSign não conseguiu concluir. Tente de novo ou ligue para nós.',
  copying: 'Você assinou. Estamos buscando sua cópia na DocuSign; isso leva um momento.',
}

const words: Readonly<Record<Language, ElsewhereWords>> = { en, es, pt }

/** What is said about a document that is signed at DocuSign; it travels with its screen. */
export function useElsewhereWords(): ElsewhereWords {
  return words[useLanguage((state) => state.language)]
}
