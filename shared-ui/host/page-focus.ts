export const dialogSelector = '[role="dialog"], [role="alertdialog"]'

/** The heading of the page, which takes the focus when the focused element is gone. */
export const pageHeading = () => document.querySelector<HTMLElement>('h1[tabindex]')
