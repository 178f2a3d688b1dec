/** A widget of a form with a value, as pdf.js describes it. */
export type FilledWidget = { fieldType: string; fieldValue?: unknown; readOnly?: boolean | undefined }

/**
 * Whether the value of a filled-in widget stays page content. Otherwise the widget becomes a field, and the page shows it
 * empty. `readWidgets` takes over the widgets that are left.
 */
export const staysOnPage = (_widget: FilledWidget): boolean => true
