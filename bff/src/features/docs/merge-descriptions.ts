import { ApiDocument, type ApiOperation } from '@agency/contract/api-description'
import { Value } from 'typebox/value'
import { errorResponses, sharedResponses, withSharedResponses } from './openapi-responses.ts'
import { referenceSchemas } from './openapi-schemas.ts'

type Paths = ApiDocument['paths']

/** Errors of this service for a proxied call: cross-origin, no Content-Length, core-api unreachable. */
const proxyErrors = (method: string): number[] => (method === 'get' ? [502] : [403, 411, 502])

function withErrors(operation: ApiOperation, statuses: number[]): ApiOperation {
  return { ...operation, responses: withSharedResponses({ ...operation.responses, ...errorResponses(statuses) }) }
}

/** All operations by path. This service's own replace those of core-api. */
function mergePaths(core: Paths, own: Paths): Paths {
  const paths = [...new Set([...Object.keys(core), ...Object.keys(own)])].sort()
  const merged = paths.map((path) => {
    const ofCore = Object.entries(core[path] ?? {}).map(([method, each]) => [
      method,
      withErrors(each, proxyErrors(method)),
    ])
    const ofOwn = Object.entries(own[path] ?? {}).map(([method, each]) => [method, withErrors(each, [])])
    return [path, Object.fromEntries([...ofCore, ...ofOwn])]
  })
  return Object.fromEntries(merged)
}

/** Schemas and error answers become shared components. @throws if an operation lacks a name, a summary or a tag */
export function mergeDescriptions(core: unknown, own: unknown): ApiDocument {
  Value.Assert(ApiDocument, core)
  Value.Assert(ApiDocument, own)
  const merged = {
    ...core,
    components: { ...core.components, responses: sharedResponses },
    paths: mergePaths(core.paths, own.paths),
  }
  const { referenced, schemas } = referenceSchemas(merged)
  Value.Assert(ApiDocument, referenced)
  return { ...referenced, components: { ...referenced.components, schemas } }
}
