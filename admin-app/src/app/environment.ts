import { Environment } from '@agency/contract/environment'
import { Check, Errors } from 'typebox/value'

/**
 * The settings that the server writes into the page.
 * @throws Error that lists every missing or invalid setting
 */
export function readEnvironment(page: Document): Environment {
  const text = page.getElementById('env')?.textContent
  if (text === undefined || text === null) throw new Error('The page has no <script id="env">.')
  const settings = parse(text)
  if (Check(Environment, settings)) return settings
  const faults = Errors(Environment, settings).map((fault) => `${fault.instancePath || '/'}: ${fault.message}`)
  throw new Error(`The page's settings are wrong.\n${faults.join('\n')}`)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new Error("The page's settings are not JSON.", { cause })
  }
}
