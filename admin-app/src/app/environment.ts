import type { Environment } from '@agency/contract/environment'
import { parseEnvironment } from '@agency/contract/page-environment'

/** @throws Error that lists every missing or invalid setting */
export function readEnvironment(page: Document): Environment {
  const text = page.getElementById('env')?.textContent
  if (text === undefined || text === null) throw new Error('The page has no <script id="env">.')
  return parseEnvironment(text)
}
