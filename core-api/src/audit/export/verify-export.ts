import { createHash } from 'node:crypto'
import { verifyDetached } from '@agency/pdf-signing/detached-signature'
import { verifyTimeStamp } from '@agency/pdf-signing/time-stamp'
import type { Static, TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { hashAfter } from '../../platform/audit-trail/event-hash.ts'
import { hashOfLeaf, parseStatement } from '../anchors/anchor.ts'
import { rootOfPath } from '../anchors/merkle-tree.ts'
import { ExportEnd, ExportedEvent, ExportHead, ExportProof } from './audit-export-format.ts'

export interface ExportReport {
  chain: string
  events: number
  /** The anchor that covers the trail, up to which event, and since when. */
  anchored: { position: number; number: number; at: string; stampedAt: string | undefined } | undefined
  certificates: string[]
  problems: string[]
}

/** @param lines of the file, without line ends @throws if it is not an exported trail */
export async function verifyExport(lines: AsyncIterable<string>): Promise<ExportReport> {
  const report: ExportReport = { chain: '', events: 0, anchored: undefined, certificates: [], problems: [] }
  const hashes: string[] = []
  let previous: Buffer | undefined
  let proof: Static<typeof ExportProof> | undefined
  for await (const text of lines) {
    const value: unknown = JSON.parse(text)
    if (report.chain === '') report.chain = parse(ExportHead, value, 'its first line').chain
    else if (proof) report.problems.push('Something follows after the signed end.')
    else if (Value.Check(ExportProof, value)) proof = value
    else previous = verifyEvent(report, hashes, previous, parse(ExportedEvent, value, `line ${hashes.length + 2}`))
  }
  if (!proof) report.problems.push('The signed end is missing: the file was cut off.')
  else {
    await verifyEnd(report, proof, hashes)
    await verifyAnchorOf(report, proof.anchor, hashes)
  }
  return report
}

function parse<Schema extends TSchema>(schema: Schema, value: unknown, where: string): Static<Schema> {
  if (Value.Check(schema, value)) return value
  throw new Error(`This is not an exported audit trail: ${where} has another form.`)
}

function verifyEvent(
  report: ExportReport,
  hashes: string[],
  previous: Buffer | undefined,
  { position, hash, event }: Static<typeof ExportedEvent>,
): Buffer {
  report.events++
  hashes.push(hash)
  const expected = hashAfter(previous, event)
  if (position !== report.events) report.problems.push(`Event ${report.events} is missing or in another place.`)
  if (expected.toString('hex') !== hash) report.problems.push(`Event ${position} was altered, or one before it.`)
  if ((event.client_id ?? 'agency') !== report.chain) report.problems.push(`Event ${position} is of another chain.`)
  return Buffer.from(hash, 'hex')
}

const decode = (text: string): Buffer => Buffer.from(text, 'base64')

async function verifyEnd(report: ExportReport, { end, signature }: Static<typeof ExportProof>, hashes: string[]) {
  const signer = await verifyDetached(decode(end), decode(signature))
  if (!signer) return void report.problems.push('The signature of the end does not fit.')
  report.certificates.push(createHash('sha256').update(signer.certificate).digest('hex'))
  const { chain, position, hash } = parse(ExportEnd, JSON.parse(decode(end).toString('utf8')), 'its end')
  const isEnd = chain === report.chain && position === hashes.length && hash === (hashes.at(-1) ?? '')
  if (!isEnd) report.problems.push('The events do not end where the signed end says.')
}

async function verifyAnchorOf(report: ExportReport, anchor: Static<typeof ExportProof>['anchor'], hashes: string[]) {
  if (!anchor) return
  const [statement, signature] = [decode(anchor.statement), decode(anchor.signature)]
  const signer = await verifyDetached(statement, signature)
  if (!signer) return void report.problems.push('The signature of the anchor does not fit.')
  report.certificates.push(createHash('sha256').update(signer.certificate).digest('hex'))
  const { number, at, root } = parseStatement(statement)
  const path = anchor.path.map(({ side, hash }) => ({ side, hash: Buffer.from(hash, 'hex') }))
  const { leaf } = anchor
  if (rootOfPath(hashOfLeaf(leaf), path).toString('hex') !== root) {
    return void report.problems.push('The chain is not in the anchor.')
  }
  if (leaf.chain !== report.chain || hashes[leaf.position - 1] !== leaf.hash) {
    return void report.problems.push(`The events are not those that anchor ${number} recorded.`)
  }
  const stamp = anchor.time_stamp === null ? undefined : await verifyTimeStamp(signature, decode(anchor.time_stamp))
  if (anchor.time_stamp !== null && !stamp) report.problems.push('The time stamp of the anchor does not fit.')
  report.anchored = { position: leaf.position, number, at, stampedAt: stamp?.toISOString() }
}
