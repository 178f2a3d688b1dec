import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { FastifyHttpProxyOptions } from '@fastify/http-proxy'
import type { FastifyRequest } from 'fastify'
import { connectionTrouble, isRepeatable } from '../../platform/cores/call-repeats.ts'
import type { Cores } from '../../platform/cores/cores.ts'
import { CoreUnreachable } from '../../platform/errors.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** A body that can be sent again; undefined for an upload, which is streamed, and where there is none. */
    smallBody: Buffer | undefined
  }
}

type Handler = NonNullable<FastifyHttpProxyOptions['handler']>
type Given = Parameters<Handler>

interface Call {
  request: Given[0]
  reply: Given[1]
  path: Given[2]
  options: Given[3]
}

/** Reads what is not an upload: of that kind, `body-limits` lets in a megabyte at most. */
export async function readSmallBody({ body, headers }: FastifyRequest): Promise<Buffer | undefined> {
  const type = headers['content-type']
  if (!(body instanceof Readable) || type === undefined || type.startsWith('multipart/form-data')) return undefined
  return buffer(body)
}

/**
 * Passes a call on to the core-api whose turn it is; to another one when that is safe: when it was never sent, and after
 * it was cut off when doing it twice is as doing it once. What a core-api answers is the answer, whatever it is.
 */
export async function passOn(cores: Cores, { request, reply, path, options }: Call): Promise<typeof reply> {
  const { body, smallBody, headers } = request
  const streamed = body instanceof Readable && smallBody === undefined
  let triesLeft = streamed ? 1 : cores.tries

  const send = (address: string): void => {
    triesLeft -= 1
    let failed = false
    reply.from(path, {
      ...options,
      ...(smallBody ? { body: smallBody, contentType: headers['content-type'] ?? '' } : {}),
      getUpstream: () => address,
      onError: (_reply, { error }) => {
        // A connection can fail in two ways at once.
        if (failed) return
        failed = true
        const trouble = connectionTrouble(error)
        if (trouble) cores.passOver(address)
        const again = trouble === 'never sent' || (trouble === 'cut off' && isRepeatable(request))
        if (!again || triesLeft === 0) return void reply.send(new CoreUnreachable({ cause: error }))
        request.log.warn({ trouble }, 'sent to another core-api')
        send(cores.next(address))
      },
    })
  }

  const address = streamed ? await cores.nextThatListens() : cores.next()
  if (address === undefined) throw new CoreUnreachable()
  send(address)
  return reply
}
