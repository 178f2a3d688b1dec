import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { sourcesOf } from '../../scripts/artefact-content.ts'
import { makeTarball } from '../../scripts/make-tarball.ts'
import { changedButton } from './candidates.ts'
import { compareCopies, compareStyles } from './compare-copies.ts'
import { changeFile, copyPart } from './part-copy.ts'

test.each([
  ['other white space and comments', ':root { --ink: #111; }', '/* dark */ :root{--ink:#111}', []],
  ['another value', ':root { --ink: #111; }', ':root { --ink: #222; }', [':root --ink: #111, in shared-ui #222']],
  ['a new token', ':root { --a: 1px }', ':root { --a: 1px; --b: 2px }', [':root --b: nothing, in shared-ui 2px']],
  ['a removed one', ':root { --a: 1px }', ':root { }', [':root --a: 1px, in shared-ui nothing']],
  [
    'another value in the dark',
    ':root { --a: 1px } @media (prefers-color-scheme: dark) { :root { --a: 1px } }',
    ':root { --a: 1px } @media (prefers-color-scheme: dark) { :root { --a: 2px } }',
    ['@media (prefers-color-scheme: dark) :root --a: 1px, in shared-ui 2px'],
  ],
  ['a text with signs in it', `a { content: "};:"; color: red }`, `a { content: "};:"; color: red }`, []],
])(
  'given %s, when two style sheets are compared, then what differs is named with both values',
  (_what, own, offered, differing) => {
    expect(compareStyles(own, offered)).toEqual(differing)
  },
)

test.each(['admin-app', 'portal-app'] as const)(
  'given %s and a shared-ui with another look, when its copies are compared, then each drift is seen; with its own, none @full',
  (app) => {
    const directory = mkdtempSync(join(tmpdir(), 'copies-'))
    onTestFinished(() => rmSync(directory, { recursive: true }))
    const pack = (name: string, from: string, part: 'shared-ui' | typeof app) => {
      const path = join(directory, `${name}.sources.tar.gz`)
      writeFileSync(path, makeTarball(from, sourcesOf(part).files))
      return path
    }
    const released = pack(app, sourcesOf(app).directory, app)
    expect(compareCopies(app, released, pack('same', sourcesOf('shared-ui').directory, 'shared-ui'))).toEqual([])
    const copy = join(directory, 'copy')
    copyPart('shared-ui', copy)
    changedButton(copy)
    changeFile(copy, 'shared-ui/src/tokens/tokens.css', '--radius-sm:', '--radius-sm: 1px; --was-radius-sm:')
    const seen = compareCopies(app, released, pack('other', copy, 'shared-ui'))
    expect(seen).toContain(
      `${app}: its copy of shared-ui/src/button/button.module.css has .button border-radius: var(--radius-sm), in shared-ui 13px`,
    )
    expect(seen.join('\n')).toMatch(/tokens\.css has :root --radius-sm: \S+, in shared-ui 1px\n/)
    expect(seen.at(-1)).toBe(`${app}: its copy of shared-ui/src/button/button.tsx is another one`)
  },
)
