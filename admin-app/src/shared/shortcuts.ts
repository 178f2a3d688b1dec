/** Whether the keyboard is Apple's, whose shortcuts go by ⌘. */
export const isApple = (): boolean => /Mac|iPhone|iPad/.test(navigator.userAgent)

const typing = 'input, textarea, select, [contenteditable="true"]'

/** Whether a key was pressed where it is text. */
export const isTyping = ({ target }: KeyboardEvent): boolean => target instanceof Element && target.matches(typing)

/** Whether a dialog is open: what the page offers by a key is out of reach then, as it is by the mouse. */
export const isDialogOpen = (): boolean => document.querySelector('[role="dialog"], [role="alertdialog"]') !== null
