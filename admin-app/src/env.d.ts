interface ImportMetaEnv {
  /** Where the files stand that pdf.js fetches at run time; ends in a slash. */
  readonly PDFJS_ASSETS: string
}
