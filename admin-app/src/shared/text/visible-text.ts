/** The text of a piece of rich text, without its markup. */
export const visibleText = (html: string): string => new DOMParser().parseFromString(html, 'text/html').body.textContent

/** Whether rich text shows anything once its markup and blanks are taken away. */
export const hasVisibleText = (html: string): boolean => visibleText(html).replace(/[\s\u00a0\u200b]/g, '') !== ''
