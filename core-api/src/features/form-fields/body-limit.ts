/** The largest body with the fields of a form or their values, in bytes: so many fields need more than other calls. */
export const formFieldsLimit = 4 * 1024 * 1024
