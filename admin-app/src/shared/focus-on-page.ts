import { isDialogOpen } from './keyboard'

/** Focuses a part of the page that arrives, unless a dialog is open: it would select what was typed so far. */
export function focusOnPage(element: HTMLElement | null | undefined, options?: FocusOptions): void {
  if (!isDialogOpen()) element?.focus(options)
}

/** Where the focus goes when the part that had it is gone. */
export const focusHeading = (): void => focusOnPage(document.querySelector<HTMLElement>('main h1'))
