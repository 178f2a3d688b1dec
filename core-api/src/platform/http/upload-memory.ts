import { finished } from 'node:stream'
import { largestPdf } from '@agency/pdf-signing/pdf-errors'
import type { FastifyRequest, preHandlerAsyncHookHandler } from 'fastify'
import fp from 'fastify-plugin'
import { MemoryBudget } from '../memory-budget.ts'

/** Bytes that uploads may hold together: four of the largest size. */
const budgetOfUploads = 4 * largestPdf

/** Bytes that an upload can take. Without a length it counts as the largest (`library/pdf-checks/read-pdf-form.ts`). */
function sizeOf({ headers }: FastifyRequest): number {
  const announced = Number(headers['content-length'])
  return Number.isFinite(announced) ? Math.min(announced, largestPdf) : largestPdf
}

/** Limits the memory of routes that take one file. Above it: 503 and Retry-After, before the file is read. */
export const uploadMemory = fp(
  async (app) => {
    const budget = new MemoryBudget(budgetOfUploads)
    const take: preHandlerAsyncHookHandler = async (request, reply) => {
      if (request.isMultipart()) finished(reply.raw, budget.take(sizeOf(request)))
    }
    app.addHook('onRoute', (route) => {
      const form = route.config?.form
      if (form && !form.many) route.preHandler = [take, route.preHandler ?? []].flat()
    })
  },
  { name: 'upload-memory', dependencies: ['@fastify/multipart'] },
)
