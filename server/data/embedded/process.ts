import { readFileSync, readdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** A process that can be told from a later one with the same pid: `started` is in clock ticks since boot. */
export interface Running {
  pid: number
  started: string
}

/** The live process with this pid; null when there is none or only its zombie is left. */
export function identify(pid: number): Running | null {
  const stat = readProc(pid, 'stat')
  // The name in brackets may hold spaces and brackets itself, so count from the last one.
  const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const started = fields[18]
  if (!started || state === 'Z' || state === 'X') return null
  return { pid, started }
}

/** Whether it is that very process, not a zombie and not a later process with its pid. */
export function isRunning(process: Running): boolean {
  return identify(process.pid)?.started === process.started
}

/** The command line as a list; empty for a zombie or no process. */
export function commandLine(pid: number): string[] {
  return readProc(pid, 'cmdline').split('\0').filter(Boolean)
}

/** The pids of all processes that can be seen. */
export function listPids(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
}

/** Waits until the process is gone; false when it is still there after `ms`. */
export async function untilGone(process: Running, ms: number): Promise<boolean> {
  const end = Date.now() + ms
  while (isRunning(process)) {
    if (Date.now() > end) return false
    await sleep(10)
  }
  return true
}

/** Sends a signal to that very process; nothing happens when it has ended. */
export function signalTo(running: Running, signal: NodeJS.Signals): void {
  if (!isRunning(running)) return
  try {
    process.kill(running.pid, signal)
  } catch {
    // It ended between the look and the signal.
  }
}

function readProc(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return ''
  }
}
