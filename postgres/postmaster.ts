import { spawn } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { socketFolder } from './address.ts'
import type { Cluster } from './cluster.ts'
import { commandLine, identify, listPids, signalTo, waitForExit, type Running } from './process.ts'
import { asUser, chownTo } from './run-as.ts'

/** PostgreSQL's first process, the parent of the others. */
export interface Postmaster extends Running {
  port: number
}

const LOG_LIMIT = 4 * 1024 * 1024

const SETTINGS: Record<string, string> = {
  listen_addresses: '127.0.0.1',
  max_connections: '200',
  shared_buffers: '128MB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  jit: 'off',
  // After a crash one syncfs instead of one fsync per file: 0.3 s instead of 2 to 5 s to ready on a busy
  // machine.
  recovery_init_sync_method: 'syncfs',
  // Parallel workers need /dev/shm, which is small in containers.
  max_parallel_workers_per_gather: '0',
  // Statements and keys of failed queries are personal data; the application logs those queries itself.
  log_min_messages: 'log',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
}

/**
 * The live postmaster of the cluster, or null. Removes its pid file if PostgreSQL would mistake a zombie, or
 * another process with that pid, for the postmaster; the pid file of a process that is gone is left to
 * PostgreSQL's own start, which replaces it atomically.
 */
export function findPostmaster(data: string): Postmaster | null {
  const lines = readPidFile(data)
  const pid = Number(lines[0])
  const port = Number(lines[3])
  if (!pid || !port) return null
  const running = identify(pid)
  if (running && isPostmasterOf(pid, data)) return { ...running, port }
  if (existsSync(`/proc/${pid}`)) rmSync(join(data, 'postmaster.pid'), { force: true })
  return null
}

/** Whether the postmaster reports that it accepts queries; false during recovery and shutdown. */
export function reportsReady(data: string, pid: number): boolean {
  const lines = readPidFile(data)
  return Number(lines[0]) === pid && lines[7]?.trim() === 'ready'
}

/**
 * Starts a postmaster in a session of its own, so that it survives Ctrl-C and the end of this process.
 * @returns null if it exited at once; `lastLogError` has the reason.
 */
export function spawnPostmaster(cluster: Cluster, port: number): Postmaster | null {
  const settings = {
    ...SETTINGS,
    unix_socket_directories: socketFolder(cluster.folder, port),
    port: String(port),
    cluster_name: cluster.name,
    ...cluster.settings,
  }
  const log = openLog(cluster)
  try {
    const child = spawn(
      join(cluster.binaries, 'bin/postgres'),
      ['-D', cluster.data, ...Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`])],
      { ...asUser(cluster.user), detached: true, stdio: ['ignore', log, log] },
    )
    child.on('error', () => {})
    child.unref()
    const running = child.pid ? identify(child.pid) : null
    return running && { ...running, port }
  } finally {
    closeSync(log)
  }
}

/** Kills the processes that a dead postmaster left: they hold its shared memory, which blocks a new one. */
export async function killOrphans(name: string): Promise<number> {
  const orphans = listPids()
    .filter((pid) => commandLine(pid)[0]?.startsWith(`postgres: ${name}: `))
    .map(identify)
    .filter((running) => running !== null)
  for (const orphan of orphans) signalTo(orphan, 'SIGKILL')
  for (const orphan of orphans) await waitForExit(orphan, 2000)
  return orphans.length
}

/** The last error in PostgreSQL's log. */
export function lastLogError({ folder }: Cluster): string {
  const path = join(folder, 'postgres.log')
  if (!existsSync(path)) return ''
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n').slice(-20)
  return lines.findLast((line) => /FATAL|PANIC|error/i.test(line)) ?? lines.at(-1) ?? ''
}

function readPidFile(data: string): string[] {
  try {
    return readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return []
  }
}

/**
 * A postmaster whose folder is gone was started before the folder was moved here; one of another folder is
 * foreign.
 */
function isPostmasterOf(pid: number, data: string): boolean {
  const [program = '', ...options] = commandLine(pid)
  if (basename(program) !== 'postgres') return false
  const folder = options[options.indexOf('-D') + 1]
  return folder === data || (folder !== undefined && !existsSync(folder))
}

function openLog({ folder, user }: Cluster): number {
  const path = join(folder, 'postgres.log')
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > LOG_LIMIT) renameSync(path, `${path}.1`)
  const log = openSync(path, 'a', 0o600)
  chownTo(user, path)
  return log
}
