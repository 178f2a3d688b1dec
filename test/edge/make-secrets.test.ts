import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ownDirectory } from './kit/own-router.ts'

const script = join(import.meta.dirname, '../../nginx/make-secrets.sh')
const make = (directory: string, path = process.env.PATH) =>
  spawnSync('/bin/sh', [script, directory], { encoding: 'utf8', env: { PATH: path } })
const contentOf = (directory: string) =>
  Object.fromEntries(readdirSync(directory).map((name) => [name, readFileSync(join(directory, name), 'utf8')]))

/** A directory with all secrets in it. */
function madeDirectory(): string {
  const directory = ownDirectory()
  expect(make(directory)).toMatchObject({ status: 0, stderr: '' })
  return directory
}

describe('given a directory for the secrets @full', () => {
  test('when it was made by somebody else, open to all, then it is closed: the files in it are readable', () => {
    const directory = ownDirectory()
    chmodSync(directory, 0o755)
    make(directory)
    expect(statSync(directory).mode & 0o777).toBe(0o700)
    expect(statSync(join(directory, 'master_key')).mode & 0o777).toBe(0o444)
  })

  test('when all are there, then they stay, and nothing else is left', () => {
    const directory = madeDirectory()
    const before = contentOf(directory)
    expect(make(directory).status).toBe(0)
    expect(contentOf(directory)).toEqual(before)
    expect(Object.keys(before)).toHaveLength(12)
  })

  test('when it is new, then no key has been rotated; when one was, then it stays', () => {
    const directory = madeDirectory()
    expect(contentOf(directory).master_key_previous).toBe('')
    chmodSync(join(directory, 'master_key_previous'), 0o600)
    writeFileSync(join(directory, 'master_key_previous'), 'former')
    make(directory)
    expect(contentOf(directory).master_key_previous).toBe('former')
  })

  test.each([
    ['master_key'],
    ['database_url'],
    ['seal_key'],
    ['tls_certificate', 'tls_certificate_key'],
    ['database_password', 'database_url'],
  ])('when %s is missing, then it is made to fit the others, which stay', (...names) => {
    const directory = madeDirectory()
    const before = contentOf(directory)
    for (const name of names) rmSync(join(directory, name))
    expect(make(directory).status).toBe(0)
    const after = contentOf(directory)
    const others = Object.keys(before).filter((name) => !names.includes(name))
    for (const name of others) expect([name, after[name]]).toEqual([name, before[name]])
    expect(after.database_url).toContain(`:${after.database_password?.trim()}@`)
  })

  test('when an empty file is among them, then it counts as none', () => {
    const directory = ownDirectory()
    writeFileSync(join(directory, 'master_key'), '')
    make(directory)
    expect(contentOf(directory).master_key).toMatch(/^[\w+/]{43}=\n$/)
  })

  test.each([
    ['database_password', 'database_url'],
    ['tls_certificate', 'tls_certificate_key'],
    ['tls_certificate_key', 'tls_certificate'],
  ])('when %s is missing, which %s goes with, then it says so and changes nothing', (missing, kept) => {
    const directory = madeDirectory()
    rmSync(join(directory, missing))
    const before = contentOf(directory)
    const { status, stderr } = make(directory)
    expect([status, stderr]).toEqual([
      1,
      expect.stringContaining(`${kept} exists without ${missing}: restore ${missing}`),
    ])
    expect(contentOf(directory)).toEqual(before)
  })

  test.each([
    ['tls_certificate', 'not a certificate', 'tls_certificate is not a certificate in PEM'],
    ['tls_certificate_key', 'not a key', 'tls_certificate_key is not a private key in PEM'],
    ['tls_certificate_key', 'of another', 'do not belong together'],
    ['tls_certificate', 'a link', 'tls_certificate is a link to /etc/letsencrypt/live/x/fullchain.pem'],
    ['master_key', 'a link', 'master_key is a link to /etc/letsencrypt'],
    ['seal_key', 'a folder', 'seal_key is not a readable file'],
  ])('when %s is %s, then it is refused by name and nothing is made in its place', (name, what, words) => {
    const directory = madeDirectory()
    const path = join(directory, name)
    const other = contentOf(madeDirectory())[name] ?? ''
    rmSync(path)
    if (what === 'a link') symlinkSync('/etc/letsencrypt/live/x/fullchain.pem', path)
    else if (what === 'a folder') mkdirSync(path)
    else writeFileSync(path, what === 'of another' ? other : what)
    const names = readdirSync(directory)
    const { status, stderr } = make(directory)
    expect([status, stderr]).toEqual([1, expect.stringContaining(words)])
    expect(readdirSync(directory)).toEqual(names)
  })

  test('when there is no openssl, then no empty secret is left for the next run', () => {
    const [directory, bin] = [ownDirectory(), join(ownDirectory(), 'bin')]
    mkdirSync(bin)
    for (const program of ['cat', 'chmod', 'mkdir', 'mv', 'rm']) symlinkSync(`/bin/${program}`, join(bin, program))
    const { status, stderr } = make(directory, bin)
    expect(status).not.toBe(0)
    expect(stderr).toContain('openssl')
    expect(Object.keys(contentOf(directory)).filter((name) => !name.endsWith('.new'))).toEqual([])
  })
})
