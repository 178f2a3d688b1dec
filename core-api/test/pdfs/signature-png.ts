/** An 8 × 8 PNG, dark in its upper left quarter, transparent elsewhere. */
export const signaturePng = new Uint8Array(
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAYAAADED76LAAAAGUlEQVR42mPgEon6j4YZkDEDfRTgxXRQAAAw5C3xzTIVyQAAAABJRU5ErkJggg==',
    'base64',
  ),
)
