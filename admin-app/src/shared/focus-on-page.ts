import { isDialogOpen } from './keyboard'

/** Focuses a part of the page that arrives, unless a dialog is open: it would select what was typed so far. */
export function focusOnPage(element: HTMLElement | null | undefined, options?: FocusOptions): void {
  if (!isDialogOpen()) element?.focus(options)
}
