import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'

/** A call as the fake's routes see it. */
export interface FakeCall {
  request: IncomingMessage
  /** Without the base path. */
  path: string
  query: URLSearchParams
  body: string
}

export interface FakeAnswer {
  status: number
  headers?: Record<string, string>
  body: string | Buffer
}

export const json = (data: unknown, status = 200): FakeAnswer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(data),
})
export const pdf = (body: Buffer): FakeAnswer => ({
  status: 200,
  headers: { 'content-type': 'application/pdf' },
  body,
})
export const page = (body: string): FakeAnswer => ({
  status: 200,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body,
})
export const redirect = (location: string): FakeAnswer => ({ status: 303, headers: { location }, body: '' })
export const problem = (status: number, errorCode: string): FakeAnswer =>
  json({ errorCode, message: 'What DocuSign says of it, which may name ida@example.com.' }, status)

export async function readCall(request: IncomingMessage): Promise<FakeCall> {
  const url = new URL(request.url ?? '/', 'http://fake.invalid')
  return { request, path: url.pathname, query: url.searchParams, body: await text(request) }
}

export function write(response: ServerResponse, { status, headers, body }: FakeAnswer): void {
  response.writeHead(status, headers).end(body)
}
