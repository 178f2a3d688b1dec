/** Masks sensitive values also for those who may see them: the admin app's screens reveal them one by one. */
export const maskedHeader = 'x-masked-values'
