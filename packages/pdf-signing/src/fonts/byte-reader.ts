/** Reads big-endian numbers from a font, one after the other. @throws {RangeError} behind the end */
export class ByteReader {
  readonly #source: Buffer
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  get at(): number {
    return this.#at
  }

  skip(count: number): void {
    this.#at += count
  }

  bytes(count: number): Buffer {
    const end = this.#at + count
    if (end > this.#source.length) throw new RangeError('The font is cut off')
    const bytes = this.#source.subarray(this.#at, end)
    this.#at = end
    return bytes
  }

  u8(): number {
    return this.#source.readUInt8(this.#step(1))
  }

  u16(): number {
    return this.#source.readUInt16BE(this.#step(2))
  }

  i16(): number {
    return this.#source.readInt16BE(this.#step(2))
  }

  u32(): number {
    return this.#source.readUInt32BE(this.#step(4))
  }

  tag(): string {
    return this.bytes(4).toString('latin1')
  }

  /** UIntBase128 (WOFF 2.0, 4.1): seven bits a byte. */
  base128(): number {
    let value = 0
    for (let count = 0; count < 5; count += 1) {
      const byte = this.u8()
      value = value * 128 + (byte & 0x7f)
      if (byte < 0x80) return value
    }
    throw new RangeError('A number of the font is too long')
  }

  /** 255UInt16 (WOFF 2.0, 6.1.1). */
  short255(): number {
    const code = this.u8()
    if (code === 253) return this.u16()
    if (code === 255) return this.u8() + 253
    return code === 254 ? this.u8() + 506 : code
  }

  #step(count: number): number {
    const at = this.#at
    this.#at += count
    return at
  }
}
