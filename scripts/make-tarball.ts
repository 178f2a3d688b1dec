import { execFileSync } from 'node:child_process'
import { gzipSync } from 'node:zlib'

/** The same bytes for the same files: sorted, without times, owners and machine. @param files below the directory */
export function makeTarball(directory: string, files: readonly string[]): Buffer {
  const args = ['--create', '--format=gnu', '--directory', directory]
  const same = ['--mtime=@0', '--owner=0', '--group=0', '--numeric-owner', '--mode=u=rw,go=r']
  const tar = execFileSync('tar', [...args, ...same, '--sort=name', '--no-recursion', '--null', '--files-from=-'], {
    input: [...files].sort().join('\0'),
    maxBuffer: 512 * 1024 * 1024,
    env: { ...process.env, LC_ALL: 'C' },
  })
  return gzipSync(tar, { level: 9 })
}
