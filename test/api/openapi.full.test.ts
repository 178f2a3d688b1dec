import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import description from '../../packages/contract/openapi.json' with { type: 'json' }

interface Operation {
  operationId: string
  summary: string
  tags: string[]
  responses: Record<string, unknown>
}
const operations: Operation[] = Object.values(description.paths).flatMap((path) => Object.values(path as object))

describe('packages/contract/openapi.json', () => {
  it('given the schemas of both services, when the description is made anew, then it is the one that is committed (`npm run openapi` writes it)', () => {
    const script = join(import.meta.dirname, '../../scripts/openapi.ts')
    const { status, stderr } = spawnSync(process.execPath, [script, '--check'], { encoding: 'utf8' })
    expect([status, stderr]).toEqual([0, ''])
  })

  it('given its operations, when read, then each has a name of its own, a summary, one tag and a success', () => {
    const names = operations.map(({ operationId }) => operationId)
    expect(new Set(names).size).toBe(names.length)
    for (const { operationId, summary, tags, responses } of operations) {
      expect(summary, operationId).toMatch(/^\S.{8,100}$/)
      expect(tags, operationId).toHaveLength(1)
      expect(Object.keys(responses), operationId).toContainEqual(expect.stringMatching(/^20[014]$/))
    }
  })
})
