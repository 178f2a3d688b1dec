const marker = { start: 0xd8, scan: 0xda, firstApplication: 0xe0, lastApplication: 0xef, adobe: 0xee }
/** Frames that say the size of a picture (ITU-T T.81, B.2.2); 0xc4, 0xc8 and 0xcc are other segments. */
const isFrame = (code: number): boolean => code >= 0xc0 && code <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(code)

export type Jpeg = { bytes: Uint8Array; components: number; width: number; height: number }

/** Removes colour profile and orientation, which only a canvas follows. @returns undefined for no complete JPEG */
export function withoutProfiles(bytes: Uint8Array): Jpeg | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (file.length < 4 || file.readUInt16BE(0) !== (0xff00 | marker.start)) return undefined
  const kept = [file.subarray(0, 2)]
  let frame: Omit<Jpeg, 'bytes'> | undefined
  for (let at = 2; at + 9 < file.length; ) {
    const code = file[at + 1] ?? 0
    if (file[at] !== 0xff) return undefined
    // A filling byte.
    if (code === 0xff) {
      at += 1
      continue
    }
    if (code === marker.scan) return frame && { ...frame, bytes: Buffer.concat([...kept, file.subarray(at)]) }
    const end = at + 2 + file.readUInt16BE(at + 2)
    if (isFrame(code))
      frame = { height: file.readUInt16BE(at + 5), width: file.readUInt16BE(at + 7), components: file[at + 9] ?? 0 }
    const isApplication = code >= marker.firstApplication && code <= marker.lastApplication
    if (!isApplication || code === marker.adobe) kept.push(file.subarray(at, end))
    at = end
  }
  return undefined
}
