import { Agent, type AgentOptions } from 'node:http'
import { Agent as SecureAgent } from 'node:https'
import { Socket } from 'node:net'
import { connectMilliseconds } from './cores.ts'

const options: AgentOptions = { keepAlive: true, keepAliveMsecs: 60_000, maxSockets: 2_048, maxFreeSockets: 2_048 }

/** Connections to the core-apis, kept for the next call. A machine that is gone refuses nothing: it is not waited for. */
export const coreAgents = () => ({
  'http:': limitConnecting(new Agent(options)),
  'https:': limitConnecting(new SecureAgent(options)),
})

function limitConnecting<Kind extends Agent>(agent: Kind): Kind {
  const open = agent.createConnection.bind(agent)
  agent.createConnection = (...given) => {
    const socket = open(...given)
    if (socket instanceof Socket) giveUpLate(socket)
    return socket
  }
  return agent
}

function giveUpLate(socket: Socket): void {
  const late = () => socket.destroy(Object.assign(new Error('No connection in time'), { code: 'EHOSTUNREACH' }))
  const timer = setTimeout(late, connectMilliseconds)
  for (const event of ['connect', 'close']) socket.once(event, () => clearTimeout(timer))
}
