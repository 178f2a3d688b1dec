import type { Language } from 'contract/esign'
import { useLanguage } from '../../../shared/i18n/language.ts'

const en = {
  nextField: (number: number, of: number) => `Next field ${number} of ${of}`,
  nextOptional: 'Optional fields',
  filled: (count: number, of: number) => `${count} of ${of} fields filled`,
  required: 'required',
  optional: 'optional',
  empty: 'not filled in yet',
  ticked: 'ticked',
  next: 'Next',
  done: 'Done',
  onFile: 'We have this already. Type only to change it.',
  onFileIs: (mask: string) => `On file: ${mask}`,
  dateHint: 'Month/day/year, for example 4/12/1961',
  datePlaceholder: 'm/d/yyyy',
  signingDay: 'Day of signing',
  signingDayHint: 'The day of signing will be filled in.',
  missing: 'Please fill this in.',
  wrongDate: 'Please enter a date as month/day/year.',
  wrong: 'This is not accepted here. It may be too long, or not what is asked for.',
  review: (next: string) => `Something you entered needs another look. “${next}” leads to it.`,
  wrongElsewhere: 'Something in this document is not right, and we have to change it. Please call us.',
  saving: 'Saving...',
  saved: 'Saved',
  unsaved: 'Not saved yet. What you typed is still here.',
  retrying: 'No connection. We keep trying; please leave this page open. What you entered is still here.',
  adoptHeading: 'Your signature',
  adopt: 'Use this signature',
  initials: 'Your initials',
  initialsMissing: 'Please enter your initials.',
}

type FieldWords = typeof en

const es: FieldWords = {
  nextField: (number, of) => `Siguiente campo ${number} de ${of}`,
  nextOptional: 'Campos opcionales',
  filled: (count, of) => `${count} de ${of} campos completos`,
  required: 'obligatorio',
  optional: 'opcional',
  empty: 'sin completar',
  ticked: 'marcado',
  next: 'Siguiente',
  done: 'Listo',
  onFile: 'Ya lo tenemos. Escriba solo para cambiarlo.',
  onFileIs: (mask) => `Registrado: ${mask}`,
  dateHint: 'Día/mes/año, por ejemplo 12/04/1961',
  datePlaceholder: 'dd/mm/aaaa',
  signingDay: 'Día de la firma',
  signingDayHint: 'Se completará el día de la firma.',
  missing: 'Por favor, complete este campo.',
  wrongDate: 'Escriba una fecha como día/mes/año.',
  wrong: 'Aquí no se acepta este dato. Puede ser demasiado largo o no ser lo que se pide.',
  review: (next) => `Hay que revisar algo de lo que ingresó. «${next}» lo lleva allí.`,
  wrongElsewhere: 'Algo en este documento no está bien y debemos cambiarlo. Por favor, llámenos.',
  saving: 'Guardando...',
  saved: 'Guardado',
  unsaved: 'Aún no se guardó. Lo que escribió sigue aquí.',
  retrying: 'Sin conexión. Seguimos intentando; deje esta página abierta. Lo que ingresó sigue aquí.',
  adoptHeading: 'Su firma',
  adopt: 'Usar esta firma',
  initials: 'Sus iniciales',
  initialsMissing: 'Por favor, ingrese sus iniciales.',
}

const pt: FieldWords = {
  nextField: (number, of) => `Próximo campo ${number} de ${of}`,
  nextOptional: 'Campos opcionais',
  filled: (count, of) => `${count} de ${of} campos preenchidos`,
  required: 'obrigatório',
  optional: 'opcional',
  empty: 'ainda não preenchido',
  ticked: 'marcado',
  next: 'Próximo',
  done: 'Pronto',
  onFile: 'Já temos este dado. Digite somente para mudá-lo.',
  onFileIs: (mask) => `Registrado: ${mask}`,
  dateHint: 'Dia/mês/ano, por exemplo 12/04/1961',
  datePlaceholder: 'dd/mm/aaaa',
  signingDay: 'Dia da assinatura',
  signingDayHint: 'O dia da assinatura será preenchido.',
  missing: 'Preencha este campo.',
  wrongDate: 'Digite uma data como dia/mês/ano.',
  wrong: 'Este dado não é aceito aqui. Pode ser longo demais ou não ser o que se pede.',
  review: (next) => `É preciso rever algo do que você digitou. “${next}” leva você até lá.`,
  wrongElsewhere: 'Algo neste documento não está certo e precisamos mudá-lo. Ligue para nós.',
  saving: 'Salvando...',
  saved: 'Salvo',
  unsaved: 'Ainda não foi salvo. O que você digitou continua aqui.',
  retrying: 'Sem conexão. Continuamos tentando; deixe esta página aberta. O que você digitou continua aqui.',
  adoptHeading: 'Sua assinatura',
  adopt: 'Usar esta assinatura',
  initials: 'Suas iniciais',
  initialsMissing: 'Digite suas iniciais.',
}

const words: Readonly<Record<Language, FieldWords>> = { en, es, pt }

/** What is said about the fields of a document; it travels with them, so that the first screen does not carry it. */
export function useFieldWords(): FieldWords {
  return words[useLanguage((state) => state.language)]
}
