import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ownDirectory } from './kit/own-router.ts'

const script = join(import.meta.dirname, '../../nginx/40-watch-certificate.sh')

/** Starts the watch with an nginx that notes its calls and accepts no certificate with "broken" in it. */
function startWatch() {
  const directory = ownDirectory()
  const [certificate, key, calls] = ['certificate', 'key', 'calls'].map((name) => join(directory, name))
  const nginx = `#!/bin/sh\necho "$*" >> ${calls}\n! grep -q broken ${certificate}\n`
  mkdirSync(join(directory, 'bin'))
  writeFileSync(join(directory, 'bin/nginx'), nginx, { mode: 0o755 })
  writeFileSync(join(directory, 'bin/sleep'), '#!/bin/sh\nexec /bin/sleep 0.02\n', { mode: 0o755 })
  for (const path of [certificate, key]) writeFileSync(String(path), 'first')
  const env = {
    PATH: `${join(directory, 'bin')}:${process.env.PATH}`,
    TLS_CERTIFICATE: certificate,
    TLS_CERTIFICATE_KEY: key,
  }
  // A group of its own, since the watch goes on after the script has ended.
  const child = spawn('sh', [script], { env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  onTestFinished(() => {
    if (child.pid) process.kill(-child.pid, 'SIGKILL')
  })
  let said = ''
  for (const output of [child.stdout, child.stderr]) output.on('data', (text) => (said += text))
  return {
    replace: (text: string) => writeFileSync(String(certificate), text),
    calls: () => (existsSync(String(calls)) ? readFileSync(String(calls), 'utf8').trim().split('\n') : []),
    said: () => said,
  }
}

test('[OP-07] given a router, when its certificate changes, then it is checked and served, and one that cannot be used is reported', async () => {
  const watch = startWatch()
  // The first digest may be taken after this write; the second write is seen in any case.
  await vi.waitFor(
    () => {
      watch.replace(`renewed ${Math.random()}`)
      expect(watch.calls().slice(0, 2)).toEqual(['-t -q', '-s reload'])
    },
    { timeout: 20_000 },
  )
  watch.replace('broken')
  await vi.waitFor(
    () => {
      expect(watch.said()).toContain('cannot be used: the former one is still served')
      // This nginx also fails to reload, if the file was replaced after its check: then the next check follows.
      expect(watch.calls().at(-1)).toBe('-t -q')
    },
    { timeout: 20_000 },
  )
})
