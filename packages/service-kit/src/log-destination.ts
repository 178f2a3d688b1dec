import { writeSync } from 'node:fs'

/** Writes bytes and returns how many were written. @throws a system error */
type Write = (bytes: Buffer) => number

/** How often a line is tried while the pipe is full, and the pause after each try, in ms. */
const most = 50
const pause = 20

const standardOutput: Write = (bytes) => writeSync(1, bytes)
const newLine = Buffer.from('\n')

const isPipeFull = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'EAGAIN'

/** Stops this thread, as a blocking write does: the order of the lines must stay. */
const sleep = (milliseconds: number): void => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)
}

/** Writes all of a line. @returns how many bytes were written: fewer if the disk is full or nobody reads the pipe */
function writeWhole(write: Write, line: Buffer, tries: number): number {
  let written = 0
  for (let failures = 0; written < line.length && failures < tries; ) {
    try {
      written += write(line.subarray(written))
    } catch (error) {
      if (!isPipeFull(error)) break
      failures += 1
      if (failures < tries) sleep(pause)
    }
  }
  return written
}

/**
 * A line that cannot be written is dropped, and counted: a log never stops a service. The logger's own destination
 * throws, and waits for ever when it flushes to a full disk.
 */
export function logDestination(write: Write = standardOutput): { write(line: string): void } {
  let dropped = 0
  let isWithinLine = false
  return {
    write(line) {
      const text = dropped === 0 ? line : `${droppedNotice(dropped)}${line}`
      const bytes = isWithinLine ? Buffer.concat([newLine, Buffer.from(text)]) : Buffer.from(text)
      // One line waits for the reader of a full pipe; those after it are tried once.
      const written = writeWhole(write, bytes, dropped === 0 ? most : 1)
      if (written > 0) isWithinLine = bytes[written - 1] !== newLine[0]
      dropped = written < bytes.length ? dropped + 1 : 0
    },
  }
}

const droppedNotice = (count: number): string =>
  `${JSON.stringify({ level: 40, time: Date.now(), pid: process.pid, dropped: count, msg: 'log lines could not be written' })}\n`
