import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)
const megabyte = 2 ** 20
/** CPU seconds of a whole process: ends one that the service no longer watches. */
const mostCpuSeconds = 900

/**
 * The command prefix of a PDF process, from util-linux. `choom`: when a container runs out of memory, the kernel kills
 * this process before the service. `setpriv`: it ends when the service ends or is killed, and gains no privileges.
 * `prlimit`: no core dump, which would contain the document, and no file writes.
 */
const launcher = [
  ...['choom', '-n', '1000', '--'],
  ...['setpriv', '--pdeathsig', 'KILL', '--no-new-privs'],
  ...['prlimit', '--core=0', '--fsize=0', `--cpu=${mostCpuSeconds}`, '--nofile=256'],
] as const

let tried: Promise<readonly string[]> | undefined

/**
 * The command prefix; empty where the system lacks these programs (macOS, Alpine). Then only the service's own checks
 * of time and memory and the heap limit apply.
 */
export function findLauncher(): Promise<readonly string[]> {
  tried ??= process.platform === 'linux' ? tryLauncher() : Promise.resolve([])
  return tried
}

/** Whether PDF processes run with limits of the operating system. */
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

/**
 * Lets a process allocate `megabytes` more than it has now (RLIMIT_DATA, which counts writable private memory). The
 * limit is relative, because V8 reserves address space for code and the amount differs by processor. RLIMIT_AS would
 * also count the address space of pointer cages: 11 GB.
 */
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

/** Empty when the process has ended. */
const readProc = (pid: number, name: string): Promise<string> =>
  readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '')

async function askPs(pid: number): Promise<ProcessUse | undefined> {
  const { stdout } = await run('ps', ['-o', 'rss=,time=', '-p', String(pid)]).catch(() => ({ stdout: '' }))
  const [rss, time] = stdout.trim().split(/\s+/)
  if (!rss || !time) return undefined
  const cpuSeconds = time.split(/[-:]/).reduce((sum, part) => sum * 60 + Number(part), 0)
  return { megabytes: Number(rss) / 1024, cpuSeconds }
}
