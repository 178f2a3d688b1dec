import { createHash, randomBytes } from 'node:crypto'
import type { AdminIdentity, AdminRole, CoreLoginAnswer } from '@agency/contract/admins'
import type { FastifyBaseLogger } from 'fastify'
import { recordEvent, recordStrangersRefusal } from '../../platform/audit-trail/audit-service.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import { LoginRefused, NotFound, WrongState } from '../../platform/errors.ts'
import type { AdminPrincipal, NobodyPrincipal } from '../../platform/http/principals.ts'
import { getAdmin } from '../admins/admin-service.ts'
import { type LoginSource, openLoginIn } from '../admins/open-login.ts'
import type { PasswordLogin } from '../admins/password-login.ts'
import {
  addProvidedAdmin,
  applyProvidedRole,
  endOtherProvidedLogins,
  endProvidedLogins,
  findProvidedAdmin,
  findTakenName,
  hasOwnLogin,
  lockAccounts,
  lockLoggedIn,
} from '../admins/provided-admins.ts'
import { requireConfirmation, requirePresence } from '../admins/second-factor/confirmation.ts'
import { tellStaff } from '../admins/tell-staff.ts'
import { loginCounter } from './login-limit.ts'
import { type OidcClient, type ProvidedPerson, secretsOf } from './oidc-client.ts'
import {
  deleteIdentity,
  findIdentity,
  type Identity,
  insertBegunLogin,
  insertIdentity,
  listIssuers,
  noteLogin,
  noteRefusal,
  takeBegunLogin,
} from './oidc-login-repository.ts'
import { type OidcProvider, roleEntries } from './oidc-settings.ts'

export interface OidcContext {
  db: Database
  cipher: FieldCipher
  clients: readonly OidcClient[]
  passwordLogin: PasswordLogin
  log: FastifyBaseLogger
}

const refused = 'admin.provider-refused' as const
/** Minutes that a person has for the provider's pages. */
const minutes = 15

const hashOf = (state: string): Buffer => createHash('sha256').update(state).digest()

function requireClient(clients: readonly OidcClient[], id: string): OidcClient {
  const client = clients.find(({ provider }) => provider.id === id)
  if (!client) throw new NotFound()
  return client
}

interface Begin {
  principal: AdminPrincipal | NobodyPrincipal
  provider: string
  device: string
  /** The admin's confirmation. Required to connect a provider, since that adds a way to log in. */
  confirmation?: string
}

/**
 * Begins a login, or connects an account.
 * @param device alone can end it
 * @throws NotFound; LoginRefused; TooManyAttempts; ConfirmationRequired
 */
export async function beginOidcLogin(
  { db, cipher, clients, log }: OidcContext,
  { principal, provider, device, confirmation }: Begin,
): Promise<string> {
  const client = requireClient(clients, provider)
  const counter = await loginCounter({ db, cipher }, { address: principal.address, device })
  await counter.count()
  const state = randomBytes(32).toString('base64url')
  const url = await client.startAddress(state, secretsOf(cipher, state)).catch((error) => {
    log.error({ err: error, provider }, 'an OpenID provider could not be reached')
    throw new LoginRefused(`${client.provider.label} does not answer. Try again in a minute.`, { cause: error })
  })
  await db.transaction().execute(async (trx) => {
    // A connected provider is a way in without a second factor of this product, so it is confirmed as they are.
    const staff = principal.kind === 'admin' ? await requireConfirmation(trx, principal, confirmation) : undefined
    const by = { admin_id: staff?.adminId ?? null, admin_session_id: staff?.adminSessionId ?? null }
    await insertBegunLogin(trx, { state_hash: hashOf(state), provider, device, ...by }, minutes)
  })
  return url
}

interface Finish extends Omit<LoginSource, 'cipher'> {
  principal: NobodyPrincipal & { device: string }
  query: string
}

/** Opens a login, or connects the account that began it. @throws LoginRefused with a message for the person */
export async function finishOidcLogin(context: OidcContext, finish: Finish): Promise<CoreLoginAnswer> {
  const { db, clients } = context
  const { principal, query } = finish
  const params = new URLSearchParams(query)
  const state = params.get('state') ?? ''
  const begun = await takeBegunLogin(db, { state_hash: hashOf(state), device: principal.device })
  if (!begun) {
    // Anybody can send one.
    const event = { action: refused, detail: 'not begun here' }
    await recordStrangersRefusal({ db, cipher: context.cipher, principal }, event)
    throw new LoginRefused(ended)
  }
  const client = requireClient(clients, begun.provider)
  const { provider } = client
  if (params.has('error')) {
    const isCancelled = params.get('error') === 'access_denied'
    const message = isCancelled ? `The login with ${provider.label} was canceled.` : refusedBy(provider)
    throw await refusal(context, principal, `${provider.id}: ${isCancelled ? 'denied' : 'error'}`, message)
  }
  const person = await client.person(query, state, secretsOf(context.cipher, state)).catch(async (error) => {
    context.log.warn({ err: error, provider: provider.id }, 'the answer of an OpenID provider was refused')
    throw await refusal(context, principal, `${provider.id}: answer`, refusedBy(provider))
  })
  const known = { issuer: provider.issuer, subject: person.subject }
  const owner = await findIdentity(db, known)
  const role = roleOf(provider, person)
  const isAllowed = person.email !== undefined && provider.domains.includes(person.email.split('@').at(-1) ?? '')
  if (!isAllowed || role === undefined) {
    if (owner) {
      await noteRefusal(db, known)
      await endProvidedLogins(db, owner)
    }
    const [why, message] = isAllowed ? ['role', noRole(provider)] : ['domain', wrongDomain(provider)]
    throw await refusal(context, principal, `${provider.id}: ${why}`, message, owner)
  }
  const admitted = { provider, person: { ...person, email: person.email ?? '' }, role, identity: known, owner }
  // Before the login, which makes the browser a known one.
  const counter = await loginCounter(context, principal)
  const answer =
    begun.admin_id === null ? await open(context, finish, admitted) : await connect(context, principal, admitted, begun)
  await counter.forgive()
  return answer
}

interface Admitted {
  provider: OidcProvider
  person: ProvidedPerson & { email: string }
  role: AdminRole
  identity: Identity
  owner: string | undefined
}

/** Opens a login of the identity's account. The first login makes the account. */
async function open(context: OidcContext, finish: Finish, admitted: Admitted) {
  const { principal } = finish
  const { provider, role, identity } = admitted
  const detail = `with ${provider.id}`
  const ways = {
    passwordLogin: context.passwordLogin,
    issuers: context.clients.map((client) => client.provider.issuer),
  }
  const outcome = await context.db.transaction().execute(async (trx) => {
    const id = admitted.owner ?? (await addAccount(trx, principal, admitted))
    if (id === undefined) return { why: 'account exists', message: accountExists(provider) }
    await lockAccounts(trx)
    // Its owner may have disconnected it meanwhile. Nothing is written then.
    if (!(await noteLogin(trx, identity, id))) return { why: 'disconnected', message: ended }
    await applyProvidedRole({ db: trx, principal, detail, ways }, id, role)
    const admin = await findProvidedAdmin(trx, id)
    if (!admin) throw new NotFound()
    return openLoginIn(trx, { ...finish, cipher: context.cipher }, admin, { detail, atProvider: true })
  })
  if ('why' in outcome) throw await refusal(context, principal, `${provider.id}: ${outcome.why}`, outcome.message)
  return outcome
}

/** @returns undefined if a local account has this address or user name: a login alone must not take it over */
async function addAccount(
  trx: Transaction,
  principal: NobodyPrincipal,
  { provider, person, role, identity }: Admitted,
) {
  const names = { first_name: person.firstName, last_name: person.lastName }
  const account = { ...names, email: person.email, username: person.email, role, password_hash: null }
  const taken = await findTakenName(trx, account)
  // All admins are locked now: the same person may have logged in for the first time in another tab.
  if (taken) return findIdentity(trx, identity)
  const id = await addProvidedAdmin({ db: trx, principal, detail: `with ${provider.id}` }, account)
  await insertIdentity(trx, identity, id)
  return id
}

/** Connects a provider for the login that began it. One that has ended since, such as a stolen one, connects nothing. */
async function connect(
  context: OidcContext,
  principal: NobodyPrincipal,
  { provider, identity }: Admitted,
  { admin_session_id: login }: { admin_session_id: string | null },
): Promise<CoreLoginAnswer> {
  const { cipher } = context
  const outcome = await context.db.transaction().execute(async (trx) => {
    const admin = login === null ? undefined : await lockLoggedIn(trx, login)
    if (!admin) return { why: 'login ended', message: loginEnded(provider) }
    if (!(await insertIdentity(trx, identity, admin.id)))
      return { why: 'connected', message: isTaken(provider), adminId: admin.id }
    const event = { action: 'admin.provider-connected' as const, subjectId: admin.id, detail: provider.id }
    await recordEvent(trx, principal, event)
    await tellStaff({ db: trx, cipher }, admin, { kind: 'account-changed', change: `${provider.label} connected` })
    return undefined
  })
  if (outcome)
    throw await refusal(context, principal, `${provider.id}: ${outcome.why}`, outcome.message, outcome.adminId)
  return { success: true, connected: provider.label }
}

interface Disconnect extends Pick<OidcContext, 'db' | 'cipher' | 'clients'> {
  principal: AdminPrincipal
  passwordLogin: PasswordLogin
}

/** @throws ConfirmationRequired; NotFound if it is not connected; WrongState if it is the only way to log in */
export async function disconnectProvider(
  { db, cipher, clients, principal, passwordLogin }: Disconnect,
  id: string,
  confirmation: string | undefined,
): Promise<void> {
  const { provider } = requireClient(clients, id)
  const { adminId } = principal
  await db.transaction().execute(async (trx) => {
    await requirePresence(trx, principal, confirmation)
    const hasOwn = await hasOwnLogin(trx, adminId, passwordLogin)
    if (!(await deleteIdentity(trx, provider.issuer, adminId))) throw new NotFound()
    const issuers = await listIssuers(trx, adminId)
    const hasProvider = clients.some((client) => issuers.includes(client.provider.issuer))
    if (!hasOwn && !hasProvider) throw new WrongState(isLastWay(provider))
    await endOtherProvidedLogins(trx, principal)
    await recordEvent(trx, principal, { action: 'admin.provider-disconnected', subjectId: adminId, detail: id })
    const notice = { kind: 'account-changed', change: `${provider.label} disconnected` } as const
    await tellStaff({ db: trx, cipher }, await getAdmin(trx, adminId), notice)
  })
}

export async function listIdentities(
  { db, clients }: Pick<OidcContext, 'db' | 'clients'>,
  { adminId }: AdminPrincipal,
): Promise<AdminIdentity[]> {
  const issuers = await listIssuers(db, adminId)
  return clients.map(({ provider: { id, label, issuer } }) => ({
    provider: id,
    label,
    connected: issuers.includes(issuer),
  }))
}

/** The role of the first entry of the setting whose group the person is in. */
const roleOf = (provider: OidcProvider, { groups }: ProvidedPerson): AdminRole | undefined =>
  roleEntries(provider).find(([group]) => groups.includes(group))?.[1]

/** @param why a word for the audit trail, without personal data */
async function refusal(
  { db }: OidcContext,
  principal: NobodyPrincipal,
  why: string,
  message: string,
  subjectId?: string,
): Promise<Error> {
  const event = { action: refused, detail: why, ...(subjectId ? { subjectId } : {}) }
  await recordEvent(db, principal, event)
  return new LoginRefused(message)
}

const ended = 'This login has expired, or was used before. Please start again.'
const refusedBy = ({ label }: OidcProvider) => `${label} did not log you in. Please try again.`
const wrongDomain = ({ label }: OidcProvider) =>
  `Your ${label} account has no verified email address of this agency. Ask an admin with power access.`
const noRole = ({ label }: OidcProvider) =>
  `Your ${label} account is in no group that may log in here. Ask an admin with power access.`
const accountExists = ({ label }: OidcProvider) =>
  `An account with your email address exists. Log in to it with your password, then connect ${label} under Security.`
const loginEnded = ({ label }: OidcProvider) =>
  `You have logged out since, so ${label} was not connected. Log in and start again.`
const isLastWay = ({ label }: OidcProvider) =>
  `${label} is your only way to log in. Ask an admin with power access to set a password first.`
const isTaken = ({ label }: OidcProvider) =>
  `This ${label} account could not be connected: it, or another one, is connected already.`
