import { createHash } from 'node:crypto'
import type { Disclosure, Language } from '@agency/contract/esign'

const version = '2026-11-1'

/**
 * What a client is told before signing electronically (15 U.S.C. § 7001(c)): the right to paper, how to withdraw and
 * what follows, what the consent covers, how to reach the agency, and what is needed to read and keep the documents.
 * A changed text needs a new version. Each agency's counsel must confirm it.
 */
const texts: Record<Language, (agency: string) => string> = {
  en: (agency) => `You are about to review and sign documents from ${agency} electronically.

Your choice. You may have any of these documents on paper instead, free of charge. Ask us by phone, or decline a document here and tell us why.

What you agree to. Your agreement covers the documents of this session only. An electronic signature has the same legal effect as one on paper.

Changing your mind. You may withdraw your agreement at any time before you finish signing: close this page, decline the document, or call us. What you have already signed stays valid. Withdrawing costs nothing; we will then send you the documents on paper, which may take longer.

Your copy. After signing you can download each document here. You can also ask us for a paper copy. Please tell us when your phone number or e-mail address changes.

What you need. A phone, tablet or computer with an up-to-date web browser, a connection to the internet, and a program that opens PDF files. If you can read this page, your device is suitable.

By ticking the box you confirm that you have read this, that you can open documents in this way, and that you agree to sign electronically.`,
  es: (agency) => `Está a punto de revisar y firmar documentos de ${agency} por medios electrónicos.

Su elección. Puede recibir cualquiera de estos documentos en papel, sin costo. Pídanoslo por teléfono, o rechace un documento aquí y díganos por qué.

Qué acepta. Su consentimiento abarca solamente los documentos de esta sesión. Una firma electrónica tiene el mismo efecto legal que una firma en papel.

Si cambia de opinión. Puede retirar su consentimiento en cualquier momento antes de terminar de firmar: cierre esta página, rechace el documento o llámenos. Lo que ya firmó sigue siendo válido. Retirarlo no cuesta nada; le enviaremos los documentos en papel, lo que puede tardar más.

Su copia. Después de firmar puede descargar aquí cada documento. También puede pedirnos una copia en papel. Avísenos cuando cambie su número de teléfono o su correo electrónico.

Qué necesita. Un teléfono, una tableta o una computadora con un navegador actualizado, conexión a internet y un programa que abra archivos PDF. Si puede leer esta página, su dispositivo es adecuado.

Al marcar la casilla confirma que ha leído esto, que puede abrir documentos de esta manera y que acepta firmar electrónicamente.`,
  pt: (agency) => `Você está prestes a revisar e assinar documentos de ${agency} por meio eletrônico.

Sua escolha. Você pode receber qualquer um destes documentos em papel, sem custo. Peça por telefone, ou recuse um documento aqui e diga-nos o motivo.

O que você aceita. Seu consentimento vale somente para os documentos desta sessão. Uma assinatura eletrônica tem o mesmo efeito legal de uma assinatura em papel.

Se mudar de ideia. Você pode retirar seu consentimento a qualquer momento antes de terminar de assinar: feche esta página, recuse o documento ou ligue para nós. O que você já assinou continua válido. Retirar não custa nada; enviaremos os documentos em papel, o que pode demorar mais.

Sua cópia. Depois de assinar, você pode baixar aqui cada documento. Também pode nos pedir uma cópia em papel. Avise-nos quando mudar seu telefone ou e-mail.

Do que você precisa. Um telefone, tablet ou computador com um navegador atualizado, conexão com a internet e um programa que abra arquivos PDF. Se você consegue ler esta página, seu aparelho é adequado.

Ao marcar a caixa você confirma que leu este texto, que consegue abrir documentos desta forma e que aceita assinar eletronicamente.`,
}

/** The disclosure in a language, with the hash that a consent to it must name. */
export function getDisclosure(language: Language, agency: string): Disclosure {
  const text = texts[language](agency)
  return { version, language, text, sha256: createHash('sha256').update(text).digest('hex') }
}
