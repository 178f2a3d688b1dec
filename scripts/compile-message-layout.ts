import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './repository.ts'

/** Fetched when the layout changes, which is seldom: installed, it would be 160 packages more in every `npm ci`. */
const compiler = 'mjml@5.4.1'
const folder = join(root, 'core-api/src/platform/outbox/templates')

/** Compiles the layout of e-mails to HTML for Gmail, Outlook and others. A test fails if it is older than its source. */
function compileLayout(): void {
  const source = join(folder, 'layout.mjml')
  const hash = createHash('sha256').update(readFileSync(source)).digest('hex')
  const html = execFileSync('npx', ['--yes', compiler, source, '--stdout'], { encoding: 'utf8' })
  // Indentation would be a quarter of each e-mail. The comment FILE names a path of this machine.
  const lines = html.split('\n').map((line) => line.trim())
  const compact = lines.filter((line) => line !== '' && !line.startsWith('<!-- FILE:')).join('\n')
  writeFileSync(join(folder, 'layout.html'), `<!-- ${compiler} of layout.mjml, SHA-256 ${hash} -->\n${compact}\n`)
}

compileLayout()
