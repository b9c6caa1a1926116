import { readFileSync, readdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** A process, identified by pid and start time (`started`, in clock ticks since boot). */
export interface Running {
  pid: number
  started: string
}

/** The live process with this pid; null if there is none or only a zombie. */
export function identify(pid: number): Running | null {
  const stat = readProc(pid, 'stat')
  // The name in brackets may contain spaces and brackets: count from the last one.
  const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const started = fields[18]
  if (!started || state === 'Z' || state === 'X') return null
  return { pid, started }
}

/** Whether exactly this process is running: no zombie, no later process with its pid. */
export function isRunning(process: Running): boolean {
  return identify(process.pid)?.started === process.started
}

/** The command line as a list; empty for a zombie or no process. */
export function commandLine(pid: number): string[] {
  return readProc(pid, 'cmdline').split('\0').filter(Boolean)
}

/** The pids of all visible processes. */
export function listPids(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
}

/** Waits for the process to exit; false if it is still running after `ms`. */
export async function waitForExit(process: Running, ms: number): Promise<boolean> {
  const end = Date.now() + ms
  while (isRunning(process)) {
    if (Date.now() > end) return false
    await sleep(10)
  }
  return true
}

/** Sends a signal to exactly this process; does nothing if it has exited. */
export function signalTo(running: Running, signal: NodeJS.Signals): void {
  if (!isRunning(running)) return
  try {
    process.kill(running.pid, signal)
  } catch {
    // It exited between the check and the signal.
  }
}

function readProc(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return ''
  }
}
