/** For what waits for the check of an uploaded PDF: the first one of a product starts a process. */
export const pdfCheck = { timeout: 30_000 }
