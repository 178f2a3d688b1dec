import { ByteReader } from './byte-reader.ts'

const headerBytes = 36
/** Flags of a component of a composite glyph (OpenType, `glyf`). */
const component = { wordArguments: 1, scale: 8, more: 32, scaleXY: 64, twoByTwo: 128, instructions: 256 }
const onCurve = 1
const overlapping = 0x40

type Streams = Record<'contours' | 'points' | 'flags' | 'glyphs' | 'composites' | 'boxes' | 'instructions', ByteReader>

/** Rebuilds `glyf`, and `loca` with offsets of 32 bits, from a transformed `glyf` (WOFF 2.0, 5.1). */
export function readTransformedGlyphs(data: Uint8Array): { glyf: Buffer; loca: Buffer } {
  const source = new ByteReader(data)
  source.skip(2)
  const hasOverlaps = (source.u16() & 1) === 1
  const count = source.u16()
  source.skip(2)
  const sizes = Array.from({ length: 7 }, () => source.u32())
  source.skip(headerBytes - source.at)
  const [contours, points, flags, glyphs, composites, boxes, instructions] = sizes.map((size) => source.bytes(size))
  if (!contours || !points || !flags || !glyphs || !composites || !boxes || !instructions)
    throw new Error('Unreachable')
  const boxBits = boxes.subarray(0, 4 * Math.ceil(count / 32))
  const overlapBits = hasOverlaps ? source.bytes(Math.ceil(count / 8)) : Buffer.alloc(0)
  const streams: Streams = {
    contours: new ByteReader(contours),
    points: new ByteReader(points),
    flags: new ByteReader(flags),
    glyphs: new ByteReader(glyphs),
    composites: new ByteReader(composites),
    boxes: new ByteReader(boxes.subarray(boxBits.length)),
    instructions: new ByteReader(instructions),
  }
  const rebuilt = Array.from({ length: count }, (_, glyph) =>
    padded(readGlyph(streams, hasBit(boxBits, glyph), hasBit(overlapBits, glyph))),
  )
  const loca = Buffer.alloc(4 * (count + 1))
  let end = 0
  rebuilt.forEach((glyph, index) => {
    end += glyph.length
    loca.writeUInt32BE(end, 4 * (index + 1))
  })
  return { glyf: Buffer.concat(rebuilt), loca }
}

const hasBit = (bits: Buffer, at: number): boolean => ((bits[at >> 3] ?? 0) & (0x80 >> (at & 7))) !== 0

const padded = (glyph: Buffer): Buffer =>
  glyph.length % 4 === 0 ? glyph : Buffer.concat([glyph, Buffer.alloc(4 - (glyph.length % 4))])

function readGlyph(streams: Streams, hasBox: boolean, hasOverlap: boolean): Buffer {
  const contours = streams.contours.i16()
  if (contours === 0) return Buffer.alloc(0)
  return contours < 0 ? readComposite(streams) : readSimple(streams, contours, { hasBox, hasOverlap })
}

function readComposite({ composites, glyphs, boxes, instructions }: Streams): Buffer {
  const parts: Buffer[] = []
  let flags = 0
  do {
    const head = composites.bytes(4)
    flags = head.readUInt16BE(0)
    const transform = flags & component.scale ? 2 : flags & component.scaleXY ? 4 : flags & component.twoByTwo ? 8 : 0
    parts.push(head, composites.bytes((flags & component.wordArguments ? 4 : 2) + transform))
  } while (flags & component.more)
  if (flags & component.instructions) {
    const length = glyphs.short255()
    parts.push(shorts([length]), instructions.bytes(length))
  }
  return Buffer.concat([shorts([-1]), boxes.bytes(8), ...parts])
}

function readSimple(
  { points, flags, glyphs, boxes, instructions }: Streams,
  contours: number,
  { hasBox, hasOverlap }: { hasBox: boolean; hasOverlap: boolean },
): Buffer {
  const ends: number[] = []
  for (let contour = 0; contour < contours; contour += 1) ends.push((ends.at(-1) ?? -1) + points.short255())
  const count = (ends.at(-1) ?? -1) + 1
  const steps = Array.from({ length: count }, () => readStep(flags.u8(), glyphs))
  const box = hasBox ? boxes.bytes(8) : boxOf(steps)
  const length = glyphs.short255()
  const outline = steps.map((step, index) => (step.isOn ? onCurve : 0) | (index === 0 && hasOverlap ? overlapping : 0))
  return Buffer.concat([
    ...[shorts([contours]), box, shorts(ends), shorts([length]), instructions.bytes(length), Buffer.from(outline)],
    ...[shorts(steps.map(({ x }) => x)), shorts(steps.map(({ y }) => y))],
  ])
}

type Step = { x: number; y: number; isOn: boolean }

/** One step from point to point, of one to four bytes (WOFF 2.0, 5.2). */
function readStep(flag: number, data: ByteReader): Step {
  const kind = flag & 0x7f
  const [x, y] = stepOf(kind, data)
  return { x: kind < 10 || (kind & 1) === 1 ? x : -x, y: isUp(kind) ? y : -y, isOn: flag < 0x80 }
}

/** The sign of a vertical step: bit 0 where there is no horizontal one, otherwise bit 1. */
const isUp = (kind: number): boolean => (kind < 10 ? (kind & 1) === 1 : kind < 20 || (kind & 2) === 2)

function stepOf(kind: number, data: ByteReader): [number, number] {
  if (kind < 10) return [0, ((kind & 14) << 7) + data.u8()]
  if (kind < 20) return [(((kind - 10) & 14) << 7) + data.u8(), 0]
  if (kind < 84) {
    const [at, packed] = [kind - 20, data.u8()]
    return [1 + (at & 0x30) + (packed >> 4), 1 + ((at & 0x0c) << 2) + (packed & 15)]
  }
  if (kind < 120) {
    const at = kind - 84
    return [1 + (Math.floor(at / 12) << 8) + data.u8(), 1 + (((at % 12) >> 2) << 8) + data.u8()]
  }
  if (kind < 124) {
    const [first, second, third] = [data.u8(), data.u8(), data.u8()]
    return [(first << 4) + (second >> 4), ((second & 15) << 8) + third]
  }
  return [data.u16(), data.u16()]
}

function boxOf(steps: readonly Step[]): Buffer {
  let [x, y] = [0, 0]
  let [left, bottom, right, top] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const step of steps) {
    x += step.x
    y += step.y
    left = Math.min(left, x)
    right = Math.max(right, x)
    bottom = Math.min(bottom, y)
    top = Math.max(top, y)
  }
  return shorts([left, bottom, right, top])
}

function shorts(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(2 * values.length)
  values.forEach((value, index) => {
    bytes.writeUInt16BE(value & 0xffff, 2 * index)
  })
  return bytes
}
