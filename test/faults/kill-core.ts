import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import type { Service } from '../../scripts/product.ts'

export interface Kill {
  /** Milliseconds since 1970. What the core has written before is older, what the next one writes is newer. */
  at: number
  /** How many child processes it had: those that work on PDFs. */
  children: number
  /** How many of them had not ended some seconds later. */
  orphans: number
}

const longestEnd = 20_000

/** Kills a service with SIGKILL. It is stopped first, so that no child process starts after they are listed. */
export async function killService({ process: child }: Service): Promise<Kill> {
  const exited = once(child, 'exit')
  child.kill('SIGSTOP')
  const children = listProcesses().flatMap(({ pid, parent }) => (parent === child.pid ? [pid] : []))
  child.kill('SIGKILL')
  await exited
  const at = Date.now()
  return { at, children: children.length, orphans: await countOrphans(children, at + longestEnd) }
}

/** How many of the processes still run at a time; fewer are answered as soon as none is left. */
async function countOrphans(pids: number[], until: number): Promise<number> {
  for (;;) {
    const left = listProcesses().filter(({ pid, hasEnded }) => pids.includes(pid) && !hasEnded)
    if (left.length === 0 || Date.now() > until) return left.length
    await delay(50)
  }
}

/** All processes of the machine. One that has ended is listed until its parent has asked for its exit code. */
function listProcesses() {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat='], { encoding: 'utf8' }).trim().split('\n')
  return lines.map((line) => {
    const [pid, parent, state = ''] = line.trim().split(/\s+/)
    return { pid: Number(pid), parent: Number(parent), hasEnded: state.startsWith('Z') }
  })
}
