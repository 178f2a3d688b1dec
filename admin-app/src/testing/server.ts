import { setupServer } from 'msw/node'

export const apiBase = 'http://localhost:3000/admin/_api'

/** The API as tests describe it; a call that none of them expects fails the test. */
export const server = setupServer()

/** The address of a call. */
export const at = (path: string): string => `${apiBase}/${path}`
