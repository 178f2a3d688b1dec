import { fitText, measureText, textRoom } from '../fonts/fit-text.ts'
import type { ScriptFont } from '../fonts/font-files.ts'
import type { PDF } from '../libpdf.ts'
import type { Box } from '../reading/page-geometry.ts'
import { ink, type PageCanvas, penInk } from './page-canvas.ts'
import { embedSignatureImage } from './signature-image.ts'
import type { StampContent } from './stamp.ts'

const largestText = 12
// Measured on the three faces, times the font size: the height of capitals with descenders.
const scriptHeight = 1.45
const scriptBaseline = 0.98
/** The height of a line of a comb, times the font size. */
const combHeight = 1.3

export function drawStamp(pdf: PDF, canvas: PageCanvas, box: Box, content: StampContent): void {
  switch (content.kind) {
    case 'typed-signature':
      drawTypedSignature(canvas, box, content)
      break
    case 'drawn-signature':
      canvas.image(...containImage(pdf, box, content.png))
      break
    case 'text':
      drawText(canvas, box, content)
      break
    case 'comb':
      drawComb(canvas, box, content)
      break
    case 'check':
      drawCheck(canvas, box)
      break
    case 'dot':
      drawDot(canvas, box)
      break
  }
}

/** Draws a typed signature as large as the box allows, on one line, at its left edge. */
export function drawTypedSignature(
  canvas: PageCanvas,
  box: Box,
  { text, font }: { text: string; font: ScriptFont },
): void {
  const padding = Math.min(box.width, box.height) * 0.06
  const widthAtOne = measureText(text, font, 1)
  const size = Math.min(box.height / scriptHeight, (box.width - 2 * padding) / Math.max(widthAtOne, 0.01))
  const top = box.y + (box.height - size * scriptHeight) / 2
  canvas.text(text, { x: box.x + padding, y: top + size * scriptBaseline }, { face: font, size, color: penInk })
}

/** Scales a signature's PNG to the box, keeping its proportions, at the left, centred in height. */
export function containImage(pdf: PDF, box: Box, png: Uint8Array): [ReturnType<typeof embedSignatureImage>, Box] {
  const image = embedSignatureImage(pdf, png)
  const scale = Math.min(box.width / image.width, box.height / image.height)
  const height = image.height * scale
  return [image, { x: box.x, y: box.y + (box.height - height) / 2, width: image.width * scale, height }]
}

type TextContent = Extract<StampContent, { kind: 'text' }>

function drawText(canvas: PageCanvas, box: Box, { text, align = 'left', isMultiline = false }: TextContent): void {
  const room = textRoom(box)
  const { size, lines, lineHeight } = fitText(text, 'regular', room, largestText, { keepsLines: isMultiline })
  const top = isMultiline ? box.y : box.y + (box.height - lines.length * lineHeight) / 2
  lines.forEach((line, index) => {
    const y = top + index * lineHeight + size * 1.02
    const rest = room.width - (align === 'left' ? 0 : measureText(line, 'regular', size))
    const indent = align === 'left' ? 0 : align === 'center' ? rest / 2 : rest
    canvas.text(line, { x: box.x + (box.width - room.width) / 2 + indent, y }, { face: 'regular', size, color: ink })
  })
}

type CombContent = Extract<StampContent, { kind: 'comb' }>

/** Draws each character in the middle of its cell, all at one size and on one baseline. */
function drawComb(canvas: PageCanvas, box: Box, { text, cells, gaps }: CombContent): void {
  const width = box.width / (cells + gaps.length)
  const places = Array.from({ length: cells + gaps.length }, (_, at) => at).filter((at) => !gaps.includes(at))
  const widest = Math.max(...[...text].map((character) => measureText(character, 'regular', 1)), 0.01)
  const size = Math.min(largestText, box.height / combHeight, width / widest)
  const y = box.y + (box.height - size * combHeight) / 2 + size * 1.02
  for (const [index, character] of [...text].entries()) {
    const at = places[index]
    if (at === undefined) return
    const x = box.x + at * width + (width - measureText(character, 'regular', size)) / 2
    canvas.text(character, { x, y }, { face: 'regular', size, color: ink })
  }
}

function drawCheck(canvas: PageCanvas, box: Box): void {
  const side = Math.min(box.width, box.height)
  const left = box.x + (box.width - side) / 2
  const top = box.y + (box.height - side) / 2
  const at = (x: number, y: number) => ({ x: left + side * x, y: top + side * y })
  canvas.polyline([at(0.2, 0.55), at(0.42, 0.77), at(0.82, 0.25)], { color: ink, thickness: side * 0.11 })
}

/** The dot of a chosen radio button, inside the circle that the document may have there. */
function drawDot(canvas: PageCanvas, { x, y, width, height }: Box): void {
  canvas.dot({ x: x + width / 2, y: y + height / 2 }, { color: ink, radius: Math.min(width, height) * 0.26 })
}
