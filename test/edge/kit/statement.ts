import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type PrincipalStatement, principalAudience, principalIssuer } from '@agency/contract/principal'

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A statement of who is asking as only the bff can sign it (RFC 7515, HS256), with the deployment's own secret. */
export function signStatement(dataDirectory: string, statement: PrincipalStatement): string {
  const secret = readFileSync(join(dataDirectory, 'keys/principal-secret.key'), 'utf8')
  const now = Math.floor(Date.now() / 1000)
  const claims = { ...statement, iss: principalIssuer, aud: principalAudience, iat: now, exp: now + 30 }
  const signed = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
}
