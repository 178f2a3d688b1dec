import type { Language } from '@agency/contract/esign'
import { useLanguage } from '../../shared/i18n/language.ts'

const en = {
  imagePage: 'This page is an image. Please call us if you would like it read to you.',
  failed: 'The document could not be shown.',
  locked: 'This document is protected by a password and cannot be shown here.',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  zoom: 'Zoom',
}

type ViewerWords = typeof en

const es: ViewerWords = {
  imagePage: 'Esta página es una imagen. Llámenos si desea que se la leamos.',
  failed: 'No se pudo mostrar el documento.',
  locked: 'Este documento está protegido con contraseña y no se puede mostrar aquí.',
  zoomIn: 'Acercar',
  zoomOut: 'Alejar',
  zoom: 'Zoom',
}

const pt: ViewerWords = {
  imagePage: 'Esta página é uma imagem. Ligue para nós se quiser que a leiamos para você.',
  failed: 'Não foi possível mostrar o documento.',
  locked: 'Este documento é protegido por senha e não pode ser mostrado aqui.',
  zoomIn: 'Aumentar',
  zoomOut: 'Diminuir',
  zoom: 'Zoom',
}

const words: Readonly<Record<Language, ViewerWords>> = { en, es, pt }

/** Words of the viewer; they travel with it, so that the first screen does not carry them. */
export function useViewerWords(): ViewerWords {
  return words[useLanguage((state) => state.language)]
}
