import type { PathParam, Route } from '@agency/contract/route'
import { type QueryKey, queryOptions } from '@tanstack/react-query'
import type { Static, TSchema } from 'typebox'
import { parseAnswer, readTotal } from './answer'
import { api, ifMatch } from './api'
import { uploadForm } from './upload'

/** What a caller may send in place of a mutable value: also read-only arrays and objects. */
type Sent<Value> = Value extends readonly (infer Item)[]
  ? readonly Sent<Item>[]
  : Value extends object
    ? { readonly [Name in keyof Value]: Sent<Value[Name]> }
    : Value

/** Query parameters; undefined ones are not sent. */
type Query<Value> = { readonly [Name in keyof Value]?: Value[Name] | undefined }

interface Extras {
  /** The version that a change is based on (If-Match). The call fails with EDIT_CONFLICT if it is no longer the current one. */
  readonly version?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
  /** `include` for calls that read or set the device cookie. */
  readonly credentials?: RequestCredentials
}

type Params<R extends Route> = [PathParam<R['path']>] extends [never]
  ? unknown
  : { readonly params: Readonly<Record<PathParam<R['path']>, string>> }

/** What a route needs from its caller: parameters of its path, query, body. */
type CallOptions<R extends Route> = Extras &
  Params<R> &
  (R extends { readonly query: infer Schema extends TSchema } ? { readonly query?: Query<Static<Schema>> } : unknown) &
  (R extends { readonly body: infer Schema extends TSchema } ? { readonly body: Sent<Static<Schema>> } : unknown)

/** Optional where the route needs nothing. */
type Rest<R extends Route> = Extras extends CallOptions<R> ? [options?: CallOptions<R>] : [options: CallOptions<R>]

/** The body of a route's answer; undefined if it has none. */
export type Answer<R extends Route> = R extends { readonly response: infer Schema extends TSchema }
  ? Static<Schema>
  : undefined

type Values = Readonly<Record<string, string | number | boolean | undefined>>

/** Options of any route, as they are sent. */
interface Call extends Extras {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Values
  readonly body?: unknown
}

/** A path with its parameters filled in and encoded, relative to the address of the API. */
export function pathOf(path: string, params: Readonly<Record<string, string>> = {}): string {
  return path.slice(1).replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}

function send(route: Route, { params, query, body, version, headers, signal, credentials }: Call) {
  return api()(pathOf(route.path, params), {
    method: route.method,
    headers: { ...headers, ...(version !== undefined && ifMatch(version)) },
    ...(query !== undefined && { searchParams: query }),
    ...(body !== undefined && { json: body }),
    ...(signal !== undefined && { signal }),
    ...(credentials !== undefined && { credentials }),
  })
}

/** @throws HTTPError when the server refuses; UnexpectedAnswerError when the answer does not match the contract */
export function call<R extends Route>(route: R, ...rest: Rest<R>): Promise<Answer<R>>
export async function call(route: Route, options: Call = {}): Promise<unknown> {
  const response = await send(route, options)
  return route.response === undefined ? undefined : parseAnswer(route.response, await response.json())
}

/** Calls a route that answers one page of a list: its rows, and how many there are on all pages. */
export function callPage<R extends Route>(
  route: R,
  ...rest: Rest<R>
): Promise<{ readonly rows: Answer<R>; readonly total: number }>
export async function callPage(route: Route, options: Call = {}): Promise<{ rows: unknown; total: number }> {
  const response = await send(route, options)
  const body: unknown = await response.json()
  return { rows: route.response && parseAnswer(route.response, body), total: readTotal(response.headers) }
}

interface Upload {
  readonly params?: Readonly<Record<string, string>>
  readonly form: FormData
  /** Called with a fraction from 0 to 1. */
  readonly onProgress?: (fraction: number) => void
  readonly signal?: AbortSignal
}

/** A form with a file, and what the address of a route needs. */
export type UploadTo<R extends Route> = Upload & Params<R>

/** @throws UploadRefusedError; UploadLostError when the server can't be reached; AbortError when aborted */
export function callUpload<R extends Route>(route: R, upload: UploadTo<R>): Promise<Answer<R>>
export async function callUpload(route: Route, { params, form, ...options }: Upload): Promise<unknown> {
  const body = await uploadForm(pathOf(route.path, params), form, options)
  return route.response === undefined ? undefined : parseAnswer(route.response, body)
}

/** A query of the cache whose data is the answer of a call. */
export function callQuery<R extends Route>(queryKey: QueryKey, route: R, ...rest: Rest<R>) {
  return queryOptions({ queryKey, queryFn: ({ signal }) => callWith(signal, route, ...rest) })
}

function callWith<R extends Route>(signal: AbortSignal, route: R, ...rest: Rest<R>): Promise<Answer<R>>
function callWith(signal: AbortSignal, route: Route, options: Call = {}): Promise<unknown> {
  return call<Route>(route, { ...options, signal })
}
