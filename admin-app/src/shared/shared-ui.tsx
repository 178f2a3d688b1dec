import { Button as OwnButton } from '@agency/shared-ui/Button'
import type { DialogsProps } from '@agency/shared-ui/Dialogs'
import type { FolderGroupProps } from '@agency/shared-ui/FolderGroup'
import { useCloseOnBack } from '@agency/shared-ui/host/close-on-back'
import {
  loadSharedUi,
  preloadedComponent,
  Remote,
  registerSharedUi,
  remoteSource,
  useSettled,
} from '@agency/shared-ui/host/load'
import type { ModalProps } from '@agency/shared-ui/Modal'
import type { RichTextProps } from '@agency/shared-ui/RichText'
import type { ComponentType, ReactNode } from 'react'
import styles from './shared-ui.module.css'

/** Fallbacks in this build for when shared-ui can't be loaded. The editor has none, because of its size. */
const fallbacks = {
  Dialogs: () => import('@agency/shared-ui/Dialogs'),
  FolderGroup: () => import('@agency/shared-ui/FolderGroup'),
  Modal: () => import('@agency/shared-ui/Modal'),
}

/** Names shared-ui's address; called once, before anything is rendered. */
export const connectSharedUi = (uiBase: string): void => registerSharedUi({ name: 'admin_app', uiBase, fallbacks })

const button = preloadedComponent(
  OwnButton,
  async () => (await loadSharedUi<typeof import('@agency/shared-ui/Button')>('Button')).Button,
)
const dialogs = remoteSource(
  async () => (await loadSharedUi<typeof import('@agency/shared-ui/Dialogs')>('Dialogs')).Dialogs,
)
const modal = remoteSource(async () => (await loadSharedUi<typeof import('@agency/shared-ui/Modal')>('Modal')).Modal)
const folderGroup = remoteSource(
  async () => (await loadSharedUi<typeof import('@agency/shared-ui/FolderGroup')>('FolderGroup')).FolderGroup,
)
const richText = remoteSource(
  async () => (await loadSharedUi<typeof import('@agency/shared-ui/RichText')>('RichText')).RichText,
)

/** A button (primary, danger, secondary): shared-ui's, or the app's own copy if it is mounted before that is loaded. */
export const Button = button.Component

/** Loads shared-ui's button before the next screen is mounted. */
export const preloadButton = button.preload

/** The app's own copy of the button, for the login: that must not load shared-ui. */
export { OwnButton, useCloseOnBack }

/** A dialog of the page. Back asks it to close, unless only its own buttons may do so. */
export function Modal(props: ModalProps) {
  useCloseOnBack(props.open, () => {
    if (props.dismissible !== false) props.onOpenChange(false)
  })
  return <Remote source={modal} props={props} failure={unavailable} />
}

/** Loads the code of alerts and confirmations in advance, so that they also work after the connection is lost. */
export const prepareDialogs = (): void => {
  loadSharedUi('Dialogs').catch(() => undefined)
}

/** The open alert, confirm or prompt. The browser's Back button cancels it. */
export function Dialogs(props: DialogsProps) {
  useCloseOnBack(props.request !== null, () => props.onAnswer(null))
  return <Remote source={dialogs} props={props} failure={unavailable} />
}

/** Whether folders are shown at their full height at once; at the latest when loading them has failed. */
export const useReadyFolders = (): boolean => useSettled(folderGroup)

export function FolderGroup(props: FolderGroupProps) {
  const waiting = <span className={`skeleton ${styles.folder}`} />
  return <Remote source={folderGroup} props={props} placeholder={waiting} failure={unavailable} />
}

/** Loads the editor's code before it is opened: what is typed until it is there would be lost. */
export const prepareEditor = (): void => {
  loadSharedUi('RichText').catch(() => undefined)
}

/** The rich-text editor for notes, loaded when a dialog first needs it. */
export function RichText(props: RichTextProps) {
  const waiting = <span className={`skeleton ${styles.editor}`} />
  return <Remote source={richText} props={props} placeholder={waiting} failure={unavailable} />
}

/** A failed load is tried once more; then a message stands in its place. @param placeholder while it loads */
export function loadedPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  placeholder?: ReactNode,
): ComponentType<Props> {
  const source = remoteSource(() => load().catch(load))
  return (props) => <Remote source={source} props={props} placeholder={placeholder} failure={unavailable} />
}

function unavailable(retry: () => void) {
  return (
    <div className="notice" data-tone="warning" role="alert">
      <p>A part of this page could not be loaded.</p>
      <button type="button" className="link-button" onClick={retry}>
        Try again
      </button>
    </div>
  )
}

export { groupByFolder } from '@agency/shared-ui/host/group-by-folder'
