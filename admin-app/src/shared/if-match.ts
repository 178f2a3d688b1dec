/** The header that names the version a change was based on. */
export const ifMatch = (version: number) => ({ 'If-Match': `"${version}"` })
