import { createRequire } from 'node:module'
import { isDeepStrictEqual } from 'node:util'

const require = createRequire(import.meta.url)
const sdk: unknown = require('docusign-esign')

function constructorOf(model: string): (data: unknown) => unknown {
  const type: unknown = sdk instanceof Object ? Reflect.get(sdk, model) : undefined
  const construct: unknown = type instanceof Object ? Reflect.get(type, 'constructFromObject') : undefined
  if (typeof construct !== 'function') throw new Error(`DocuSign's SDK has no model ${model}`)
  return (data) => construct.call(type, data)
}

/**
 * Holds data against a model class of DocuSign's own SDK, which keeps what it knows and drops the rest.
 * @returns the data @throws naming the model when a property is no property of it, or is of another type
 */
export function checkModel<T>(model: string, data: T): T {
  const plain: unknown = JSON.parse(JSON.stringify(data))
  const kept: unknown = JSON.parse(JSON.stringify(constructorOf(model)(plain)))
  if (isDeepStrictEqual(kept, plain)) return data
  throw new Error(`DocuSign's ${model} is not like this: ${JSON.stringify(plain)} becomes ${JSON.stringify(kept)}`)
}
