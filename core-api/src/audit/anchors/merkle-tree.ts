import { createHash } from 'node:crypto'

/** One step from a leaf to the root: the sibling's hash and side. */
export interface MerkleStep {
  side: 'left' | 'right'
  hash: Buffer
}

const sha256 = (...parts: Uint8Array[]): Buffer => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}
const leafPrefix = Buffer.from([0])
const nodePrefix = Buffer.from([1])

export const merkleLeaf = (content: Uint8Array): Buffer => sha256(leafPrefix, content)

const merkleNode = (left: Buffer, right: Buffer): Buffer => sha256(nodePrefix, left, right)

/** All levels, from the leaves to the root. A node without a sibling moves up unchanged. */
function levelsOf(leaves: Buffer[]): Buffer[][] {
  const levels = [leaves]
  for (let level = leaves; level.length > 1; ) {
    const next: Buffer[] = []
    for (let index = 0; index < level.length; index += 2) {
      const [left, right] = level.slice(index, index + 2)
      if (left) next.push(right ? merkleNode(left, right) : left)
    }
    levels.push(next)
    level = next
  }
  return levels
}

/** The root of a tree of hashed leaves (RFC 6962). @throws without a leaf */
export function merkleRoot(leaves: Buffer[]): Buffer {
  const root = levelsOf(leaves).at(-1)?.[0]
  if (!root) throw new Error('A Merkle tree has at least one leaf')
  return root
}

export function merklePath(leaves: Buffer[], index: number): MerkleStep[] {
  const path: MerkleStep[] = []
  let at = index
  for (const level of levelsOf(leaves).slice(0, -1)) {
    const hash = level[at ^ 1]
    if (hash) path.push({ side: at % 2 === 0 ? 'right' : 'left', hash })
    at = Math.floor(at / 2)
  }
  return path
}

export const rootOfPath = (leaf: Buffer, path: MerkleStep[]): Buffer =>
  path.reduce((hash, step) => (step.side === 'left' ? merkleNode(step.hash, hash) : merkleNode(hash, step.hash)), leaf)
