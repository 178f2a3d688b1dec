import type { TSchema } from 'typebox'

/** A call of the API. An upload has no `body`: it is multipart/form-data. Without `response`, the answer has no body. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below the address of the API. Parameters have a colon: `/teams/:id`. */
  readonly path: string
  readonly query?: TSchema
  readonly body?: TSchema
  readonly response?: TSchema
}

type Schemas = Omit<Route, 'method' | 'path'>

export function route<const Path extends string, Parts extends Schemas = Record<never, never>>(
  method: Route['method'],
  path: Path,
  schemas?: Parts,
): { readonly method: Route['method']; readonly path: Path } & Readonly<Parts>
export function route(method: Route['method'], path: string, schemas: Schemas = {}): Route {
  return { method, path, ...schemas }
}

export type PathParam<Path extends string> = Path extends `${string}/:${infer Rest}`
  ? Rest extends `${infer Name}/${infer More}`
    ? Name | PathParam<`/${More}`>
    : Rest
  : never
