import { type ApiAnswer, ApiDocument, type ApiOperation } from '@agency/contract/api-description'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { Value } from 'typebox/value'

/** An answer. Its body is read only if the description says that it is JSON. */
export interface Answer {
  method: string
  /** Without the base path and the query. */
  path: string
  status: number
  contentType: string | undefined
  body: () => unknown
}

interface Route {
  method: string
  pattern: RegExp
  /** Where the operation is in the document. */
  pointer: string
  operation: ApiOperation
}

const escapePointer = (part: string) => part.replaceAll('~', '~0').replaceAll('/', '~1')
const documentId = 'https://description.invalid/openapi'

function routesOf({ paths }: ApiDocument): Route[] {
  const routes = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      method: method.toUpperCase(),
      pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '([^/]+)')}$`),
      pointer: `#/paths/${escapePointer(path)}/${method}`,
      operation,
    })),
  )
  // A path without parameters comes before one whose parameter would match its last part.
  return routes.sort((a, b) => a.pattern.source.split('(').length - b.pattern.source.split('(').length)
}

/**
 * Checks answers against the description of the API. An operation that is not described must answer 404.
 * @param document OpenAPI 3.1
 * @returns a function that throws when the description does not allow an answer
 */
export function describedAnswers(document: unknown): (answer: Answer) => Promise<void> {
  Value.Assert(ApiDocument, document)
  const ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: true }))
  ajv.addSchema(document, documentId)
  const routes = routesOf(document)

  const resolve = (declared: ApiAnswer): ApiAnswer => {
    const name = declared.$ref?.split('/').at(-1)
    const shared = name === undefined ? declared : document.components.responses?.[name]
    if (!shared) throw new Error(`The description has no answer ${name}`)
    return shared
  }
  const validate = async (pointer: string, { body }: Answer) => {
    const content = await body()
    const check = ajv.getSchema(documentId + pointer)
    if (!check) throw new Error(`The description has nothing at ${pointer}`)
    if (check(content)) return []
    return [ajv.errorsText(check.errors ?? [])]
  }
  const problemsOf = async ({ pointer, operation }: Route, answer: Answer): Promise<string[]> => {
    const { status, contentType } = answer
    const declared = operation.responses[status]
    if (!declared) return ['is not declared']
    const { content } = resolve(declared)
    if (!content) return contentType === undefined ? [] : [`has a body of ${contentType}, and none is declared`]
    const type = contentType?.split(';')[0] ?? 'none'
    const media = content[type] ? type : '*/*'
    if (!content[media]) return [`is ${type}, and only ${Object.keys(content).join(', ')} is declared`]
    if (type !== 'application/json' || !content[media].schema) return []
    const at = declared.$ref ?? `${pointer}/responses/${status}`
    return validate(`${at}/content/${escapePointer(media)}/schema`, answer)
  }

  return async (answer) => {
    const method = answer.method === 'HEAD' ? 'GET' : answer.method
    const path = answer.path.replace(/(?<=.)\/$/, '')
    const route = routes.find((each) => each.method === method && each.pattern.test(path))
    if (!route) {
      if (answer.status === 404) return
      throw new Error(`${method} ${path} answered ${answer.status}, and is not described`)
    }
    const problems = answer.method === 'HEAD' ? [] : await problemsOf(route, answer)
    if (problems.length === 0) return
    throw new Error(`${route.operation.operationId}: the answer ${answer.status} ${problems.join('; ')}`)
  }
}
