import autocannon from 'autocannon'
import { quantile } from './table.ts'

export interface Load {
  url: string
  /** Each request asks for the next of these, from anywhere on. */
  paths: () => string
  headers?: Record<string, string>
  callers: number
  seconds: number
}
export interface Outcome {
  /** Answers a second. */
  rate: number
  /** Milliseconds. */
  p50: number
  p99: number
  answers: number
}

/**
 * So many callers ask for so long, each again as soon as it has its answer.
 * @throws when an answer is not a success: a refusal is quick, and measures nothing
 */
export async function applyLoad({ url, paths, headers = {}, callers, seconds }: Load): Promise<Outcome> {
  const times: number[] = []
  const failures = new Set<string>()
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const options: autocannon.Options = {
      url,
      connections: callers,
      duration: seconds,
      timeout: 60,
      requests: [{ method: 'GET', headers, setupRequest: (request) => ({ ...request, path: paths() }) }],
    }
    const running = autocannon(options, (error, ended) => (error ? reject(error) : resolve(ended)))
    running.on('reqError', (error) => failures.add(error.message))
    running.on('response', (_client, _status, _bytes, milliseconds) => times.push(milliseconds))
  })
  if (result.non2xx > 0 || result.errors > 0) {
    const failed = `${result.errors} calls failed ${[...failures].join()}`
    throw new Error(`${result.non2xx} answers of ${url}${paths()} were refusals, ${failed}`)
  }
  return {
    rate: times.length / result.duration,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    answers: times.length,
  }
}
