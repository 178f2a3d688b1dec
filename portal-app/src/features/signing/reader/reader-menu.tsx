import { saveFile } from '@agency/http-client/save-file'
import type { ReactNode } from 'react'
import { useMessages } from '../../../shared/language.ts'
import { LanguageSwitch } from '../../../shared/language-switch.tsx'
import { Menu } from '../../../shared/menu.tsx'
import { PhoneLink } from '../../../shared/phone.tsx'
import styles from './document-reader.module.css'
import { zoomRange } from './use-zoom.ts'

interface ReaderMenuProps {
  readonly title: string
  /** The document, once it has loaded. */
  readonly file: Blob | undefined
  readonly zoom: number
  readonly onZoom: (factor: number) => void
  readonly entries: ReactNode
}

const zoomStep = 1.5

/** The menu of the reader: zoom, download, what else the screen offers, language and phone. */
export function ReaderMenu({ title, file, zoom, onZoom, entries }: ReaderMenuProps) {
  const t = useMessages()
  return (
    <Menu label={t('reader.more')}>
      <fieldset className={styles.zoom} data-stay>
        <legend className="visually-hidden">{t('viewer.zoom')}</legend>
        <button
          type="button"
          aria-label={t('viewer.zoomOut')}
          aria-disabled={zoom <= zoomRange.least}
          onClick={() => onZoom(1 / zoomStep)}
        >
          −
        </button>
        <output>{Math.round(zoom * 100)}%</output>
        <button
          type="button"
          aria-label={t('viewer.zoomIn')}
          aria-disabled={zoom >= zoomRange.most}
          onClick={() => onZoom(zoomStep)}
        >
          +
        </button>
      </fieldset>
      {file && (
        <button type="button" onClick={() => saveFile(file, `${title}.pdf`)}>
          {t('download')}
        </button>
      )}
      {entries}
      <PhoneLink />
      <LanguageSwitch />
    </Menu>
  )
}
