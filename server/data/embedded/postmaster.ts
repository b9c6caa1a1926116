import { spawn } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Cluster } from './cluster.ts'
import { commandLine, identify, listPids, signalTo, untilGone, type Running } from './process.ts'
import { asUser, give } from './run-as.ts'

/** PostgreSQL's first process, the parent of the others. */
export interface Postmaster extends Running {
  port: number
}

const LOG_LIMIT = 4 * 1024 * 1024

const SETTINGS: Record<string, string> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  shared_buffers: '128MB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  jit: 'off',
  // After a crash one call instead of one per file: on a busy machine 0.3 s instead of 2 to 5 s until it answers.
  recovery_init_sync_method: 'syncfs',
  // /dev/shm is small in containers, and the machines are small too.
  max_parallel_workers_per_gather: '0',
  // The statements and keys of failed queries are personal data, and the server logs those queries itself.
  log_min_messages: 'log',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
}

/**
 * The live postmaster of the cluster, whoever started it; null when there is none. Its pid file is removed where
 * PostgreSQL itself would take a zombie, or another process that got the pid, for the postmaster; the file of a
 * process that is quite gone is left to PostgreSQL, whose own start replaces it without a gap.
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

/** Whether the postmaster says of itself that it takes queries; false while it recovers or stops. */
export function saysReady(data: string, pid: number): boolean {
  const lines = readPidFile(data)
  return Number(lines[0]) === pid && lines[7]?.trim() === 'ready'
}

/**
 * Starts a postmaster in a session of its own, so that neither Ctrl-C nor our death ends it. Null when it ended at
 * once; then and later `lastWords` tells why.
 */
export function spawnPostmaster(cluster: Cluster, port: number): Postmaster | null {
  const settings = { ...SETTINGS, port: String(port), cluster_name: cluster.name, ...cluster.settings }
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

/** Kills the processes a dead postmaster left: they hold its shared memory, so no new one starts beside them. */
export async function endOrphans(name: string): Promise<number> {
  const orphans = listPids()
    .filter((pid) => commandLine(pid)[0]?.startsWith(`postgres: ${name}: `))
    .map(identify)
    .filter((running) => running !== null)
  for (const orphan of orphans) signalTo(orphan, 'SIGKILL')
  for (const orphan of orphans) await untilGone(orphan, 2000)
  return orphans.length
}

/** The last complaint in PostgreSQL's log. */
export function lastWords({ folder }: Cluster): string {
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

/** A postmaster of a folder that is gone was started before the folder moved here; one of another folder is not ours. */
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
  give(user, path)
  return log
}
