/** The roles of staff. Apart from `admins.ts`, since the login screen starts without the schema checker (decision 009). */
export const adminRoles = ['standard', 'power', 'assistant', 'auditor'] as const
