import type { Language } from '@agency/contract/esign'
import { useLanguage } from '../../shared/i18n/language.ts'

const en = { download: 'Download all documents' }

type PacketWords = typeof en

const es: PacketWords = { download: 'Descargar todos los documentos' }

const pt: PacketWords = { download: 'Baixar todos os documentos' }

const words: Readonly<Record<Language, PacketWords>> = { en, es, pt }

/** The words of this button alone: they travel with it, so that the first screen does not carry them. */
export function usePacketWords(): PacketWords {
  return words[useLanguage((state) => state.language)]
}
