import { saveFile } from '@agency/http-client/save-file'
import type { ReactNode } from 'react'
import { agencyWebsite } from '../../../shared/environment.ts'
import { useMessages } from '../../../shared/language.ts'
import { LanguageSwitch } from '../../../shared/language-switch.tsx'
import { LogOut } from '../../../shared/log-out.tsx'
import { Menu } from '../../../shared/menu.tsx'
import { PhoneLink } from '../../../shared/phone.tsx'
import { useOpenSession } from '../../../shared/session-store.ts'
import styles from './document-reader.module.css'
import { zoomRange } from './gestures.ts'

export interface ReaderMenuProps {
  readonly title: string
  readonly file: Blob | undefined
  readonly zoom: number
  readonly onZoom: (factor: number) => void
  /** Whether the text is shown in place of the pages, where they are narrow; `set` once it is there. */
  readonly asText: { readonly isOn: boolean; readonly set: ((isOn: boolean) => void) | undefined } | undefined
  readonly entries: ReactNode
}

const zoomStep = 1.5

/** What the screen offers, and what the header has: phone, website, language, log out. */
export function ReaderMenu({ title, file, zoom, onZoom, asText, entries }: ReaderMenuProps) {
  const t = useMessages()
  const { session_code: code } = useOpenSession()
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
      {asText && (
        <button
          type="button"
          aria-disabled={asText.set === undefined || undefined}
          onClick={() => asText.set?.(!asText.isOn)}
        >
          {t(asText.isOn ? 'reader.asPages' : 'reader.asText')}
        </button>
      )}
      {/* Also before the file has come: an entry that appears moves the others away from a finger. */}
      <button type="button" aria-disabled={!file || undefined} onClick={() => file && saveFile(file, `${title}.pdf`)}>
        {t('download')}
      </button>
      {entries}
      <PhoneLink />
      <a href={agencyWebsite} data-website={agencyWebsite}>
        {t('viewWebsite')}
      </a>
      <LanguageSwitch />
      <LogOut code={code} />
    </Menu>
  )
}
