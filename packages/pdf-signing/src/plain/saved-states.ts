import { endOfToken } from './content-tokens.ts'

/** How many `Q` of a content stream have no `q`, and how many `q` have no `Q`. */
export type SavedStates = { unopened: number; unclosed: number }

const [save, restore] = ['q', 'Q'].map((operator) => operator.charCodeAt(0))

/** Content after an unbalanced stream would be drawn in the wrong place (ISO 32000-2, 8.4.2). */
export function countSavedStates(content: Uint8Array): SavedStates {
  let depth = 0
  let unopened = 0
  for (let at = 0; at < content.length; ) {
    const end = endOfToken(content, at)
    if (end - at === 1 && content[at] === save) depth += 1
    else if (end - at === 1 && content[at] === restore && depth > 0) depth -= 1
    else if (end - at === 1 && content[at] === restore) unopened += 1
    at = end
  }
  return { unopened, unclosed: depth }
}
