import { readdirSync, readFileSync } from 'node:fs'

/** Linux counts a process's time in these. */
const ticksASecond = 100

/** @returns the fields of /proc/<pid>/stat after the name, which may itself hold spaces */
function statOf(pid: number): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    // It has ended meanwhile.
    return undefined
  }
}

/** How long a process has computed, in milliseconds; 0 when it has ended. */
export function cpuOf(pid: number): number {
  const stat = statOf(pid)
  return stat ? ((Number(stat[11]) + Number(stat[12])) * 1000) / ticksASecond : 0
}

/** A process and all its children. */
function familyOf(pid: number): number[] {
  const children = readdirSync('/proc')
    .map(Number)
    .filter((other) => other > 0 && Number(statOf(other)?.[1]) === pid)
  return [pid, ...children]
}

/** CPU time of a process and all its children, in milliseconds. */
export const cpuOfFamily = (pid: number): number => familyOf(pid).reduce((sum, member) => sum + cpuOf(member), 0)

/** Memory that a process really holds, in megabytes. */
export function memoryOf(pid: number): number {
  const kilobytes = readFileSync(`/proc/${pid}/status`, 'utf8').match(/VmRSS:\s+(\d+)/)?.[1]
  return Number(kilobytes ?? 0) / 1024
}

/** Looks at the memory of some processes every few milliseconds. @returns each one's most, when stopped */
export function watchMemory(pids: number[]): { stop(): number[] } {
  const most = pids.map(memoryOf)
  const timer = setInterval(() => {
    for (const [n, pid] of pids.entries()) most[n] = Math.max(most[n] ?? 0, memoryOf(pid))
  }, 20)
  return {
    stop() {
      clearInterval(timer)
      return most
    },
  }
}
