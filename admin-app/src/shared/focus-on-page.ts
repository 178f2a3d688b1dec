import { isDialogOpen } from './keyboard'

/**
 * Moves the focus to a part of the page that has just arrived, unless a dialog is open. A dialog would take the focus back
 * and select what was typed so far, which the next key replaces.
 */
export function focusOnPage(element: HTMLElement | null | undefined, options?: FocusOptions): void {
  if (!isDialogOpen()) element?.focus(options)
}
