import { createHash, createPublicKey, generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { FakeAccount } from './fake-account.ts'
import { type FakeAnswer, type FakeCall, problem, readCall, write } from './fake-answer.ts'
import { answerApi } from './fake-api.ts'
import { FakeAuth } from './fake-auth.ts'
import { FakeConnect } from './fake-connect.ts'
import { type Fault, Faults } from './fake-fault.ts'
import { answerSigning, type Choice, choose } from './signing-page.ts'

export interface FakeDocusign {
  url: string
  /** The product's settings that connect it with this account. */
  settings: Record<string, string>
  account: FakeAccount
  auth: FakeAuth
  connect: FakeConnect
  /** Each call as `METHOD /path`, without queries; those of the signer are not among them. */
  calls: string[]
  /** What of the fake's own went wrong: a request that is not like DocuSign's model of it, above all. */
  problems: string[]
  fail(fault: Fault): void
  /** The signer does this with the envelope that was made last, as on the page. */
  choose(choice: Choice): Promise<void>
  close(): Promise<void>
}

interface Options {
  port?: number
  privateKey?: KeyObject
  hmacKeys?: string[]
}

/** An id that is the same whenever the fake is started with this key. */
function idOf(key: KeyObject, name: string): string {
  const digest = createHash('sha256')
    .update(name)
    .update(key.export({ type: 'pkcs1', format: 'pem' }))
    .digest('hex')
  return digest.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5')
}

interface World {
  account: FakeAccount
  accountId: string
  auth: FakeAuth
  connect: FakeConnect
  url: string
}

async function answerOf(world: World, call: FakeCall): Promise<FakeAnswer> {
  const open = world.auth.answer(call, world.url) ?? (await answerSigning(world, call))
  if (open) return open
  if (!world.auth.isLetIn(call)) return problem(401, 'USER_AUTHENTICATION_FAILED')
  return (await answerApi(world, call)) ?? problem(404, 'RESOURCE_NOT_FOUND')
}

/** Answers, or does what a fault wants instead. */
async function exchange(world: World, call: FakeCall, fault: Fault | undefined, response: ServerResponse) {
  if (fault?.status) {
    const { status, body, headers } = problem(fault.status, fault.errorCode ?? 'FAULT')
    return write(response, { status, body, headers: { ...headers, ...fault.headers } })
  }
  await fault?.after
  const answer = await answerOf(world, call)
  if (fault?.lost) return response.destroy()
  write(response, answer)
}

/** A DocuSign of one account on loopback: it lets in, lists templates, takes envelopes, has them signed, and tells. */
export async function startFakeDocusign(options: Options = {}): Promise<FakeDocusign> {
  const { privateKey, publicKey } = keysOf(options.privateKey)
  const hmacKeys = options.hmacKeys ?? [randomUUID(), randomUUID()]
  const ids = idsOf(privateKey)
  const account = new FakeAccount()
  const auth = new FakeAuth({ ...ids, publicKey })
  const connect = new FakeConnect(hmacKeys)
  const faults = new Faults()
  const calls: string[] = []
  const problems: string[] = []
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const call = await readCall(request)
    if (!call.path.startsWith('/signing/')) calls.push(`${request.method} ${call.path}`)
    await exchange(world, call, faults.take(request), response)
  }
  const server = createServer((request, response) => {
    handle(request, response).catch((error) => {
      problems.push(String(error))
      write(response, problem(500, 'FAKE_FAILED'))
    })
  })
  const world = { account, accountId: ids.accountId, auth, connect, url: await listen(server, options.port ?? 0) }
  return {
    ...{ account, auth, connect, calls, problems, url: world.url },
    settings: settingsOf(ids, privateKey, world.url, hmacKeys),
    fail: (fault) => faults.add(fault),
    async choose(choice) {
      const envelope = account.envelopes.at(-1)
      if (!envelope) throw new Error('There is no envelope')
      await choose(world, envelope, choice)
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** @returns the address it listens on */
async function listen(server: Server, port: number): Promise<string> {
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('Not listening on a port')
  return `http://127.0.0.1:${address.port}`
}

const idsOf = (key: KeyObject) => ({
  integrationKey: idOf(key, 'integration'),
  userId: idOf(key, 'user'),
  accountId: idOf(key, 'account'),
})

const settingsOf = (ids: ReturnType<typeof idsOf>, key: KeyObject, url: string, hmacKeys: string[]) => ({
  DOCUSIGN_INTEGRATION_KEY: ids.integrationKey,
  DOCUSIGN_USER_ID: ids.userId,
  DOCUSIGN_ACCOUNT_ID: ids.accountId,
  DOCUSIGN_PRIVATE_KEY: key.export({ type: 'pkcs1', format: 'pem' }).toString(),
  DOCUSIGN_AUTH_HOST: url,
  DOCUSIGN_CONNECT_HMAC_KEYS: hmacKeys.join(','),
})

function keysOf(privateKey: KeyObject | undefined) {
  if (!privateKey) return generateKeyPairSync('rsa', { modulusLength: 2048 })
  return { privateKey, publicKey: createPublicKey(privateKey) }
}
