import { setupServer } from 'msw/node'

/** Stands in for the network; each test says what it answers. */
export const server = setupServer()
