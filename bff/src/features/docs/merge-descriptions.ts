import { ApiDocument, type ApiOperation } from '@agency/contract/api-description'
import { Value } from 'typebox/value'
import { answersOf, shareAnswers, sharedAnswers } from './shared-answers.ts'
import { nameSchemas } from './shared-schemas.ts'

type Paths = ApiDocument['paths']

/** What this service can answer instead of the core: no length, another site's page, no core. */
const passedOn = (method: string): number[] => (method === 'get' ? [502] : [403, 411, 502])

function withAnswers(operation: ApiOperation, statuses: number[]): ApiOperation {
  return { ...operation, responses: shareAnswers({ ...operation.responses, ...answersOf(statuses) }) }
}

/** All operations, the own ones in the place of the core's, by path. */
function mergePaths(core: Paths, own: Paths): Paths {
  const paths = [...new Set([...Object.keys(core), ...Object.keys(own)])].sort()
  const merged = paths.map((path) => {
    const ofCore = Object.entries(core[path] ?? {}).map(([method, each]) => [
      method,
      withAnswers(each, passedOn(method)),
    ])
    const ofOwn = Object.entries(own[path] ?? {}).map(([method, each]) => [method, withAnswers(each, [])])
    return [path, Object.fromEntries([...ofCore, ...ofOwn])]
  })
  return Object.fromEntries(merged)
}

/**
 * One description of the public API: the core's calls, which are passed on, and this service's own. Schemas of the
 * contract and error answers stand in it once.
 * @throws when an operation lacks a name, a summary or a tag
 */
export function mergeDescriptions(core: unknown, own: unknown): ApiDocument {
  Value.Assert(ApiDocument, core)
  Value.Assert(ApiDocument, own)
  const merged = {
    ...core,
    components: { ...core.components, responses: sharedAnswers },
    paths: mergePaths(core.paths, own.paths),
  }
  const { named, schemas } = nameSchemas(merged)
  Value.Assert(ApiDocument, named)
  return { ...named, components: { ...named.components, schemas } }
}
