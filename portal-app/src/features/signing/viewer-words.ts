import type { Language } from 'contract/esign'
import { useLanguage } from '../../shared/i18n/language.ts'

const en = { imagePage: 'This page is an image. Please call us if you would like it read to you.' }

type ViewerWords = typeof en

const es: ViewerWords = { imagePage: 'Esta página es una imagen. Llámenos si desea que se la leamos.' }

const pt: ViewerWords = { imagePage: 'Esta página é uma imagem. Ligue para nós se quiser que a leiamos para você.' }

const words: Readonly<Record<Language, ViewerWords>> = { en, es, pt }

/** Words of the viewer that only a screen reader says; they travel with it. */
export function useViewerWords(): ViewerWords {
  return words[useLanguage((state) => state.language)]
}
