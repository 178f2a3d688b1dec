import { isDialogOpen } from './keyboard'

/** Unless a dialog is open: it would take the focus back and select what was typed so far. */
export function focusOnPage(element: HTMLElement | null | undefined, options?: FocusOptions): void {
  if (!isDialogOpen()) element?.focus(options)
}
