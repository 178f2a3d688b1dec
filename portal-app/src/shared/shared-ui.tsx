import { Button as OwnButton } from '@agency/shared-ui/Button'
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
import { environment } from './environment.ts'
import { useMessages } from './language.ts'
import styles from './shared-ui.module.css'

registerSharedUi({
  name: 'portal_app',
  uiBase: environment.uiBase,
  fallbacks: {
    FolderGroup: () => import('@agency/shared-ui/FolderGroup'),
    Modal: () => import('@agency/shared-ui/Modal'),
  },
})

const button = preloadedComponent(
  OwnButton,
  async () => (await loadSharedUi<typeof import('@agency/shared-ui/Button')>('Button')).Button,
)
const folderGroup = remoteSource(
  async () => (await loadSharedUi<typeof import('@agency/shared-ui/FolderGroup')>('FolderGroup')).FolderGroup,
)
const modal = remoteSource(async () => (await loadSharedUi<typeof import('@agency/shared-ui/Modal')>('Modal')).Modal)

/** Loads the federation runtime and the components of the next screens, while the code or the passcode is typed. */
export function prefetchSharedUi(): void {
  void button.preload()
  void folderGroup.preload()
}

/** The same with the dialog, before one is opened: the network may be lost by then. */
export async function prefetchModal(): Promise<void> {
  prefetchSharedUi()
  // Opening a dialog loads it again, and shows a message if that fails.
  await loadSharedUi('Modal').catch(() => undefined)
}

/** The button of shared-ui, or the portal's own copy if it is mounted before that is loaded. */
export const Button = button.Component

/** The portal's own copy of the button, for the first screens: they must not load shared-ui. */
export { OwnButton }

/** Whether folders can be shown; at the latest when loading them has failed. */
export const useReadyFolders = (): boolean => useSettled(folderGroup)

/** The folder of shared-ui, see `useReadyFolders`. If it can't be loaded, its content is shown under its name. */
export function FolderGroup(props: FolderGroupProps) {
  const open = (
    <section className={styles.folder}>
      <h2>{props.name}</h2>
      {props.children}
    </section>
  )
  return <Remote source={folderGroup} props={props} failure={() => open} />
}

/** The dialog of shared-ui. Back asks it to close. */
export function Modal(props: ModalProps) {
  useCloseOnBack(props.open, () => props.onOpenChange(false))
  const t = useMessages()
  return (
    <Remote
      source={modal}
      props={props}
      placeholder={props.open && <p role="status">{t('loading')}</p>}
      failure={(retry) => props.open && <ModalFailure retry={retry} />}
    />
  )
}

function ModalFailure({ retry }: { readonly retry: () => void }) {
  const t = useMessages()
  return (
    <div className="notice" data-tone="danger" role="alert">
      <p>{t('offline')}</p>
      <Button variant="secondary" onClick={retry}>
        {t('tryAgain')}
      </Button>
    </div>
  )
}

export { useCloseOnBack } from '@agency/shared-ui/host/close-on-back'
export { groupByFolder } from '@agency/shared-ui/host/group-by-folder'
