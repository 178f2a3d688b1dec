import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)
const megabyte = 2 ** 20
/** CPU seconds of a whole process: ends one that the service no longer watches. */
const mostCpuSeconds = 900

/** `choom`: the kernel kills it before the service. `setpriv`: ends with the service. `prlimit`: no core dump. */
const launcher = [
  ...['choom', '-n', '1000', '--'],
  ...['setpriv', '--pdeathsig', 'KILL', '--no-new-privs'],
  ...['prlimit', '--core=0', '--fsize=0', `--cpu=${mostCpuSeconds}`, '--nofile=256'],
] as const

let tried: Promise<readonly string[]> | undefined

/** Empty on systems without these programs (macOS, Alpine): then only the service's own checks apply. */
export function findLauncher(): Promise<readonly string[]> {
  tried ??= process.platform === 'linux' ? tryLauncher() : Promise.resolve([])
  return tried
}

export const hasSystemLimits = async (): Promise<boolean> => (await findLauncher()).length > 0

async function tryLauncher(): Promise<readonly string[]> {
  const [command, ...args] = launcher
  try {
    await run(command, [...args, 'true'])
    return launcher
  } catch {
    return []
  }
}

/** RLIMIT_DATA, relative to now: V8 reserves space for code. RLIMIT_AS would count pointer cages: 11 GB. */
export async function limitData(pid: number, megabytes: number): Promise<void> {
  const kilobytes = await readStatus(pid, 'VmData')
  if (kilobytes === undefined) return
  const bytes = kilobytes * 1024 + megabytes * megabyte
  await run('prlimit', ['--pid', String(pid), `--data=${bytes}`])
}

/** Resident memory in megabytes and CPU time in seconds. */
export type ProcessUse = { megabytes: number; cpuSeconds: number }

/** What a process uses now; undefined after it has ended. */
export async function readUse(pid: number): Promise<ProcessUse | undefined> {
  if (process.platform !== 'linux') return askPs(pid)
  const kilobytes = await readStatus(pid, 'VmRSS')
  const cpuSeconds = await readCpuSeconds(pid)
  return kilobytes === undefined || cpuSeconds === undefined ? undefined : { megabytes: kilobytes / 1024, cpuSeconds }
}

async function readStatus(pid: number, name: 'VmData' | 'VmRSS'): Promise<number | undefined> {
  const kilobytes = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(await readProc(pid, 'status'))?.[1]
  return kilobytes === undefined ? undefined : Number(kilobytes)
}

/** Linux counts these in hundredths, whatever its own clock (proc_pid_stat(5), fields 14 and 15). */
async function readCpuSeconds(pid: number): Promise<number | undefined> {
  const stat = await readProc(pid, 'stat')
  // The second field is a name, which may contain spaces and brackets.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return stat === '' ? undefined : (Number(fields[11]) + Number(fields[12])) / 100
}

const readProc = (pid: number, name: string): Promise<string> =>
  readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '')

async function askPs(pid: number): Promise<ProcessUse | undefined> {
  const { stdout } = await run('ps', ['-o', 'rss=,time=', '-p', String(pid)]).catch(() => ({ stdout: '' }))
  const [rss, time] = stdout.trim().split(/\s+/)
  if (!rss || !time) return undefined
  const cpuSeconds = time.split(/[-:]/).reduce((sum, part) => sum * 60 + Number(part), 0)
  return { megabytes: Number(rss) / 1024, cpuSeconds }
}
