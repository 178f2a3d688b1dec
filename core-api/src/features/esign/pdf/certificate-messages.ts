import type { CertificateEventName, CertificateLanguage } from './certificate-data.ts'

type CertificateMessages = {
  title: string
  statement: string
  document: string
  envelopeId: string
  sessionId: string
  documentTitle: string
  pages: string
  sender: string
  signer: string
  name: string
  email: string
  phone: string
  authentication: string
  signature: string
  signatureStyle: { typed: string; drawn: string }
  signatureId: string
  sent: string
  viewed: string
  signed: string
  ip: string
  userAgent: string
  timeZone: string
  consent: string
  consentVersion: string
  consentAt: string
  consentLanguage: string
  consentHash: string
  integrity: string
  originalHash: string
  presentedHash: string
  sealFingerprint: string
  verify: string
  events: string
  eventTime: string
  event: string
  actor: string
  chainHead: string
  languageNames: Record<CertificateLanguage, string>
  eventNames: Record<CertificateEventName, string>
  footer: (page: number, pages: number) => string
}

/** The certificate's words in each language; a missing one fails the type check. */
export const certificateMessages: Record<CertificateLanguage, CertificateMessages> = {
  en: {
    title: 'Certificate of completion',
    statement:
      'This page records how the document before it was signed electronically. It is part of the same sealed file: any later change to the document or to this page breaks the seal.',
    document: 'Document',
    envelopeId: 'Envelope',
    sessionId: 'Session',
    documentTitle: 'Title',
    pages: 'Pages',
    sender: 'Sent by',
    signer: 'Signer',
    name: 'Name',
    email: 'E-mail',
    phone: 'Phone',
    authentication: 'Authenticated by',
    signature: 'Signature',
    signatureStyle: { typed: 'Typed', drawn: 'Drawn' },
    signatureId: 'Signature ID',
    sent: 'Sent',
    viewed: 'Viewed',
    signed: 'Signed',
    ip: 'IP address',
    userAgent: 'Browser',
    timeZone: 'Time zone',
    consent: 'Consent to electronic records and signatures',
    consentVersion: 'Version',
    consentAt: 'Accepted',
    consentLanguage: 'Language',
    consentHash: 'SHA-256 of the text',
    integrity: 'Integrity',
    originalHash: 'SHA-256 of the original',
    presentedHash: 'SHA-256 as presented',
    sealFingerprint: 'Seal certificate (SHA-256)',
    verify: 'Verify this document at',
    events: 'History',
    eventTime: 'Time (UTC)',
    event: 'Event',
    actor: 'By',
    chainHead: 'Head of the hash chain',
    languageNames: { en: 'English', es: 'Spanish', pt: 'Portuguese' },
    eventNames: {
      attached: 'Document attached',
      sent: 'Sent',
      authenticated: 'Signer authenticated',
      viewed: 'Viewed',
      consented: 'Consent given',
      signed: 'Signed',
      declined: 'Declined',
      sealed: 'Sealed',
      downloaded: 'Downloaded',
      voided: 'Voided',
      reminded: 'Reminder sent',
      staff_override: 'Changed by staff',
    },
    footer: (page, pages) => `Certificate page ${page} of ${pages}`,
  },
  es: {
    title: 'Certificado de finalización',
    statement:
      'Esta página deja constancia de cómo se firmó electrónicamente el documento que la precede. Forma parte del mismo archivo sellado: cualquier cambio posterior en el documento o en esta página rompe el sello.',
    document: 'Documento',
    envelopeId: 'Sobre',
    sessionId: 'Sesión',
    documentTitle: 'Título',
    pages: 'Páginas',
    sender: 'Enviado por',
    signer: 'Firmante',
    name: 'Nombre',
    email: 'Correo electrónico',
    phone: 'Teléfono',
    authentication: 'Autenticación',
    signature: 'Firma',
    signatureStyle: { typed: 'Escrita', drawn: 'Dibujada' },
    signatureId: 'ID de la firma',
    sent: 'Enviado',
    viewed: 'Visto',
    signed: 'Firmado',
    ip: 'Dirección IP',
    userAgent: 'Navegador',
    timeZone: 'Zona horaria',
    consent: 'Consentimiento para registros y firmas electrónicos',
    consentVersion: 'Versión',
    consentAt: 'Aceptado',
    consentLanguage: 'Idioma',
    consentHash: 'SHA-256 del texto',
    integrity: 'Integridad',
    originalHash: 'SHA-256 del original',
    presentedHash: 'SHA-256 de lo presentado',
    sealFingerprint: 'Certificado del sello (SHA-256)',
    verify: 'Verifique este documento en',
    events: 'Historial',
    eventTime: 'Hora (UTC)',
    event: 'Evento',
    actor: 'Por',
    chainHead: 'Final de la cadena de hashes',
    languageNames: { en: 'inglés', es: 'español', pt: 'portugués' },
    eventNames: {
      attached: 'Documento adjuntado',
      sent: 'Enviado',
      authenticated: 'Firmante autenticado',
      viewed: 'Visto',
      consented: 'Consentimiento otorgado',
      signed: 'Firmado',
      declined: 'Rechazado',
      sealed: 'Sellado',
      downloaded: 'Descargado',
      voided: 'Anulado',
      reminded: 'Recordatorio enviado',
      staff_override: 'Cambiado por el personal',
    },
    footer: (page, pages) => `Página ${page} de ${pages} del certificado`,
  },
  pt: {
    title: 'Certificado de conclusão',
    statement:
      'Esta página registra como o documento anterior foi assinado eletronicamente. Ela faz parte do mesmo arquivo selado: qualquer alteração posterior no documento ou nesta página rompe o selo.',
    document: 'Documento',
    envelopeId: 'Envelope',
    sessionId: 'Sessão',
    documentTitle: 'Título',
    pages: 'Páginas',
    sender: 'Enviado por',
    signer: 'Signatário',
    name: 'Nome',
    email: 'E-mail',
    phone: 'Telefone',
    authentication: 'Autenticação',
    signature: 'Assinatura',
    signatureStyle: { typed: 'Digitada', drawn: 'Desenhada' },
    signatureId: 'ID da assinatura',
    sent: 'Enviado',
    viewed: 'Visualizado',
    signed: 'Assinado',
    ip: 'Endereço IP',
    userAgent: 'Navegador',
    timeZone: 'Fuso horário',
    consent: 'Consentimento para registros e assinaturas eletrônicos',
    consentVersion: 'Versão',
    consentAt: 'Aceito',
    consentLanguage: 'Idioma',
    consentHash: 'SHA-256 do texto',
    integrity: 'Integridade',
    originalHash: 'SHA-256 do original',
    presentedHash: 'SHA-256 do apresentado',
    sealFingerprint: 'Certificado do selo (SHA-256)',
    verify: 'Verifique este documento em',
    events: 'Histórico',
    eventTime: 'Hora (UTC)',
    event: 'Evento',
    actor: 'Por',
    chainHead: 'Final da cadeia de hashes',
    languageNames: { en: 'inglês', es: 'espanhol', pt: 'português' },
    eventNames: {
      attached: 'Documento anexado',
      sent: 'Enviado',
      authenticated: 'Signatário autenticado',
      viewed: 'Visualizado',
      consented: 'Consentimento dado',
      signed: 'Assinado',
      declined: 'Recusado',
      sealed: 'Selado',
      downloaded: 'Baixado',
      voided: 'Anulado',
      reminded: 'Lembrete enviado',
      staff_override: 'Alterado pela equipe',
    },
    footer: (page, pages) => `Página ${page} de ${pages} do certificado`,
  },
}
