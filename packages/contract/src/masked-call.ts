/**
 * Header of calls whose answers hold masks in place of sensitive values, also for those who may see them: the admin app's
 * screens, which reveal values one by one. Without it, as from a script, answers hold what the caller may see.
 */
export const maskedHeader = 'x-masked-values'
