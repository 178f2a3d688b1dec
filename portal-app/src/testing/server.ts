import { setupServer } from 'msw/node'

/** The mocked network. Each test defines the answers. */
export const server = setupServer()
