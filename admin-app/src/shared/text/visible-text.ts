/** The text of rich text, without markup. */
export const visibleText = (html: string): string => new DOMParser().parseFromString(html, 'text/html').body.textContent

/** Whether rich text contains anything but markup and white space. */
export const hasVisibleText = (html: string): boolean => visibleText(html).replace(/[\s\u00a0\u200b]/g, '') !== ''
