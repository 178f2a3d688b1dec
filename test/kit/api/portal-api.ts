import type { SignBody } from '@agency/contract/esign'
import type { SessionFormFields } from '@agency/contract/form-fields'
import type { Session } from '@agency/contract/sessions'
import { type APIRequestContext, expect, request } from '@playwright/test'
import { staffUrl } from '../product/product-address.ts'

/**
 * A client agrees, writes into a document's fields and signs it, without the screens.
 * @param written by the labels of the fields; what is not named stays as it was filled in
 */
export async function fillAndSign(
  { session_code, passcode }: Pick<Session, 'session_code' | 'passcode'>,
  formId: string,
  written: Readonly<Record<string, string>>,
): Promise<void> {
  const client = await request.newContext({
    baseURL: staffUrl('/session/_api/'),
    // As a browser says it of the portal's own page.
    extraHTTPHeaders: { 'sec-fetch-site': 'same-origin' },
  })
  await post(client, `api/session/${session_code}/auth`, { passcode })
  await post(client, `sessionforms/${formId}/open`)
  const disclosure = await client.get(`session/${session_code}/disclosure`)
  const { version, sha256, language } = await disclosure.json()
  await post(client, `session/${session_code}/consent`, { version, sha256, language })
  const answer = await client.get(`sessionforms/${formId}/fields`)
  const { fields }: SessionFormFields = await answer.json()
  const values = Object.fromEntries(
    fields.flatMap(({ id, label }) => (written[label] === undefined ? [] : [[id, written[label]]])),
  )
  const typed = { kind: 'typed', text: 'Ida Client', font: 'caveat' } as const
  const body: SignBody = {
    name: 'Ida Client',
    signature: typed,
    initials: { ...typed, text: 'IC' },
    values,
    language: 'en',
    time_zone: 'America/New_York',
  }
  await post(client, `sessionforms/${formId}/sign`, body)
  await client.dispose()
}

async function post(client: APIRequestContext, path: string, data?: object): Promise<void> {
  const answer = await client.post(path, { data })
  expect(answer.ok(), `${path}: ${answer.status()} ${await answer.text()}`).toBe(true)
}
