import { confirm } from './dialogs'

/** Closes a dialog; when something typed would be lost, only after the person agrees. */
export async function closeUnlessDirty(dirty: boolean, close: () => void): Promise<void> {
  if (!dirty || (await confirm('Discard your changes?', { confirmLabel: 'Discard', danger: true }))) close()
}
