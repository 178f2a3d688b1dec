import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, openSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { logDestination } from './log-destination.ts'

/** An output that takes so many bytes and then fails. */
class Output {
  text = ''
  room = Number.POSITIVE_INFINITY
  code = 'ENOSPC'
  calls = 0

  readonly write = (bytes: Buffer): number => {
    this.calls += 1
    if (this.room === 0) throw Object.assign(new Error('cannot write'), { code: this.code })
    const taken = bytes.subarray(0, this.room)
    this.room -= taken.length
    this.text += taken.toString()
    return taken.length
  }
}

describe('the destination of the log', () => {
  it.each(['ENOSPC', 'EDQUOT', 'EPIPE', 'EBADF', 'EIO'])(
    'given an output that fails with %s, when lines are written, then they are dropped, and counted once it takes them again',
    (code) => {
      const output = new Output()
      output.code = code
      output.room = 8
      const log = logDestination(output.write)
      for (const line of ['first\n', 'second\n', 'third\n']) log.write(line)
      expect(output.text).toBe('first\nse')
      output.room = Number.POSITIVE_INFINITY
      log.write('fourth\n')
      const [first, half, notice, fourth] = output.text.split('\n')
      expect([first, half, fourth]).toEqual(['first', 'se', 'fourth'])
      expect(JSON.parse(notice ?? '')).toMatchObject({ level: 40, dropped: 2, msg: 'log lines could not be written' })
    },
  )

  it('given a pipe that is full and then read, when a line is written, then it waits and is whole', () => {
    const output = new Output()
    output.code = 'EAGAIN'
    output.room = 3
    const log = logDestination((bytes) => {
      if (output.calls === 3) output.room = 100
      return output.write(bytes)
    })
    log.write('in full\n')
    expect(output.text).toBe('in full\n')
  })

  it('given a pipe that nobody reads, when lines are written, then only the first waits', () => {
    const output = new Output()
    output.code = 'EAGAIN'
    output.room = 0
    const log = logDestination(output.write)
    log.write('first\n')
    const waited = output.calls
    log.write('second\n')
    expect(output.calls).toBe(waited + 1)
  })

  /** A service that logs, warns and prints when it is told to, and then ends with code 7. */
  const service = `
    import Fastify from 'fastify'
    import { loggerOptions } from '${new URL('./request-log.ts', import.meta.url)}'
    import { runService } from '${new URL('./service-process.ts', import.meta.url)}'
    runService(async () => {
      const { log } = Fastify(loggerOptions('info'))
      process.once('message', () => {
        for (const level of ['info', 'fatal']) log[level]('to nobody')
        process.emitWarning('to nobody')
        console.log('to nobody')
        setTimeout(() => process.send('still here', () => process.exit(7)), 20)
      })
      process.send('ready')
    })`

  it.skipIf(!existsSync('/dev/full')).each([
    ['a pipe whose reader has gone', () => 'pipe' as const],
    ['a disk that is full', () => openSync('/dev/full', 'w')],
  ])('given %s, when a service logs and warns, then it goes on', async (_where, open) => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', service], {
      cwd: import.meta.dirname,
      stdio: ['ignore', open(), open(), 'ipc'],
    })
    await once(child, 'message')
    child.stdout?.destroy()
    child.stderr?.destroy()
    const exited = once(child, 'exit')
    const answered = Promise.race([once(child, 'message'), exited])
    child.send('log')
    expect(await answered).toContain('still here')
    expect(await exited).toEqual([7, null])
  })
})
