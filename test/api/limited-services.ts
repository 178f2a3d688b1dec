import { readFileSync } from 'node:fs'
import type { RawAnswer } from '@agency/test-kit/api/raw-http'
import { sendJson } from '@agency/test-kit/api/send'
import { logInHeader } from '@agency/test-kit/api/staff-api'
import { prepareReplicasOnServer } from '@agency/test-kit/product/replicas'
import type { Service } from '../../scripts/product.ts'

export const megabyte = 1024 * 1024
export const json = 'content-type: application/json'
export const form = 'content-type: multipart/form-data; boundary=b'

/** How a part of a form begins. */
export const part = (name: string, filename?: string) =>
  `--b\r\ncontent-disposition: form-data; name="${name}"${filename ? `; filename="${filename}"` : ''}\r\n\r\n`
export const codeOf = (answer: RawAnswer) => JSON.parse(answer.body).code

/** Resident memory of a service in bytes. */
const memory = ({ process: { pid } }: Service): number =>
  Number(readFileSync(`/proc/${pid}/status`, 'utf8').match(/VmRSS:\s+(\d+)/)?.[1]) * 1024

/** Both services with a limit of 2 MB a file and 2 s for a request, the first admin logged in, and one client. */
export async function startLimitedServices() {
  const replicas = await prepareReplicasOnServer({ UPLOAD_LIMIT_MB: '2', CLIENT_TIMEOUT_SECONDS: '2' })
  const core = await replicas.startCore()
  const bff = await replicas.startBff(core.address)
  const headers = await logInHeader(bff.address)
  const api = (path: string) => `${bff.address}/admin/_api${path}`
  const { id } = await (await sendJson(api('/clients'), 'POST', {}, headers)).json()
  const clientId: string = id
  return {
    replicas,
    core,
    url: bff.address,
    headers,
    clientId,
    api,
    /** The head of a request to the bff, as a browser of the first admin sends it. */
    head(method: string, path: string, more: string[] = []): string {
      const lines = ['host: localhost', `authorization: ${headers.authorization}`, ...more]
      return `${method} /admin/_api${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`
    },
    /** Runs something and tells how many megabytes the memory of either service rose above where it was. */
    async growthDuring(work: () => Promise<unknown>): Promise<number> {
      const product = [core, bff]
      const before = product.map(memory)
      let most = 0
      const look = () => {
        most = Math.max(most, ...product.map((service, at) => memory(service) - (before[at] ?? 0)))
      }
      const timer = setInterval(look, 50)
      await work().finally(() => clearInterval(timer))
      look()
      return most / megabyte
    },
  }
}
