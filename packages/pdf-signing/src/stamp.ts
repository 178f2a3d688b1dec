import type { ScriptFont } from './font-files.ts'
import type { Box } from './page-canvas.ts'

export type StampContent =
  | { kind: 'typed-signature'; text: string; font: ScriptFont }
  | { kind: 'drawn-signature'; png: Uint8Array }
  | { kind: 'text'; text: string }
  | { kind: 'check' }

/** Something a signer puts on a page: 0-based `page`, box in points from the top left of the page as it is seen. */
export type Stamp = Box & { page: number; content: StampContent }
