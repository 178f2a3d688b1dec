import type { Language } from '@agency/contract/esign'
import { useLanguage } from '../../shared/i18n/language.ts'

const en = {
  signHeading: 'Add your signature',
  signName: 'Your full name',
  signNameHint: 'Please check that this is your name.',
  signNameMissing: 'Please enter your name.',
  signNameNoLetters: 'Please enter your name with letters: at least two.',
  signMethod: 'How would you like to sign?',
  signType: 'Type',
  signDraw: 'Draw',
  signStyle: 'Choose a style',
  signStyleOption: (number: number) => `Style ${number}`,
  signDrawHere: 'Draw your signature with your finger or mouse',
  signDrawKeyboard: 'If you use a keyboard, choose “Type”.',
  signClear: 'Clear',
  signDrawMissing: 'Please draw your signature, or choose “Type”.',
  signDrawTooSmall: 'This is too small for a signature. Please draw it larger, or choose “Type”.',
  signAdopted: 'Your signature from before',
  signChange: 'Change signature',
  signIntent:
    'By selecting “Finish and sign”, I sign this document. I agree that my electronic signature is as valid as one written by hand.',
  signFinish: 'Finish and sign',
  signBusy: 'Signing...',
  signBack: 'Back to the document',
}

type SignatureWords = typeof en

const es: SignatureWords = {
  signHeading: 'Agregue su firma',
  signName: 'Su nombre completo',
  signNameHint: 'Verifique que este es su nombre.',
  signNameMissing: 'Por favor, ingrese su nombre.',
  signNameNoLetters: 'Por favor, escriba su nombre con letras: al menos dos.',
  signMethod: '¿Cómo desea firmar?',
  signType: 'Escribir',
  signDraw: 'Dibujar',
  signStyle: 'Elija un estilo',
  signStyleOption: (number) => `Estilo ${number}`,
  signDrawHere: 'Dibuje su firma con el dedo o el ratón',
  signDrawKeyboard: 'Si usa un teclado, elija «Escribir».',
  signClear: 'Borrar',
  signDrawMissing: 'Dibuje su firma o elija «Escribir».',
  signDrawTooSmall: 'Es muy pequeña para ser una firma. Dibújela más grande o elija «Escribir».',
  signAdopted: 'Su firma anterior',
  signChange: 'Cambiar la firma',
  signIntent:
    'Al seleccionar «Finalizar y firmar», firmo este documento. Acepto que mi firma electrónica es tan válida como una escrita a mano.',
  signFinish: 'Finalizar y firmar',
  signBusy: 'Firmando...',
  signBack: 'Volver al documento',
}

const pt: SignatureWords = {
  signHeading: 'Adicione sua assinatura',
  signName: 'Seu nome completo',
  signNameHint: 'Confira se este é o seu nome.',
  signNameMissing: 'Digite seu nome.',
  signNameNoLetters: 'Digite seu nome com letras: pelo menos duas.',
  signMethod: 'Como você quer assinar?',
  signType: 'Digitar',
  signDraw: 'Desenhar',
  signStyle: 'Escolha um estilo',
  signStyleOption: (number) => `Estilo ${number}`,
  signDrawHere: 'Desenhe sua assinatura com o dedo ou o mouse',
  signDrawKeyboard: 'Se você usa teclado, escolha “Digitar”.',
  signClear: 'Apagar',
  signDrawMissing: 'Desenhe sua assinatura ou escolha “Digitar”.',
  signDrawTooSmall: 'É pequena demais para uma assinatura. Desenhe-a maior ou escolha “Digitar”.',
  signAdopted: 'Sua assinatura anterior',
  signChange: 'Mudar a assinatura',
  signIntent:
    'Ao escolher “Concluir e assinar”, assino este documento. Concordo que minha assinatura eletrônica vale tanto quanto uma feita à mão.',
  signFinish: 'Concluir e assinar',
  signBusy: 'Assinando...',
  signBack: 'Voltar ao documento',
}

const words: Readonly<Record<Language, SignatureWords>> = { en, es, pt }

/** What is said about giving a signature; it travels with that, so that the first screen does not carry it. */
export function useSignatureWords(): SignatureWords {
  return words[useLanguage((state) => state.language)]
}
