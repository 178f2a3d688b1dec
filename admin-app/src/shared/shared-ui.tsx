import type { ButtonProps } from '@agency/shared-ui/Button'
import type { DialogsProps } from '@agency/shared-ui/Dialogs'
import type { FolderGroupProps } from '@agency/shared-ui/FolderGroup'
import { useCloseOnBack } from '@agency/shared-ui/host/close-on-back'
import { loadSharedUi, Remote, registerSharedUi, remoteSource } from '@agency/shared-ui/host/load'
import { PlainButton } from '@agency/shared-ui/host/plain-button'
import type { ModalProps } from '@agency/shared-ui/Modal'
import type { RichTextProps } from '@agency/shared-ui/RichText'
import styles from './shared-ui.module.css'

/** Fallbacks in this build for when shared-ui can't be loaded. The editor has none, because of its size. */
const fallbacks = {
  Button: () => import('@agency/shared-ui/Button'),
  Dialogs: () => import('@agency/shared-ui/Dialogs'),
  FolderGroup: () => import('@agency/shared-ui/FolderGroup'),
  Modal: () => import('@agency/shared-ui/Modal'),
}

/** Names shared-ui's address; called once, before anything is rendered. */
export const connectSharedUi = (uiBase: string): void =>
  registerSharedUi({
    uiBase,
    fallbacks,
    startHost: async () => (await import('@agency/shared-ui/host/late-host')).startLateHost('admin_app'),
  })

const button = remoteSource(
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

/** A button (primary, danger, secondary), or a plain one while shared-ui is not loaded. */
export function Button(props: ButtonProps) {
  const plain = <PlainButton {...props} />
  return <Remote source={button} props={props} placeholder={plain} failure={() => plain} />
}

export { useCloseOnBack }

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

/** A folder that can be folded. */
export function FolderGroup(props: FolderGroupProps) {
  const waiting = <span className={`skeleton ${styles.folder}`} />
  return <Remote source={folderGroup} props={props} placeholder={waiting} failure={unavailable} />
}

/** The rich-text editor for notes, loaded when a dialog first needs it. */
export function RichText(props: RichTextProps) {
  const waiting = <span className={`skeleton ${styles.editor}`} />
  return <Remote source={richText} props={props} placeholder={waiting} failure={unavailable} />
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
