import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findPackage, provideBinaries } from './binaries.ts'
import { openCluster, type Cluster } from './cluster.ts'
import { writeDurably } from './durable-file.ts'
import { claimFolder, locate, openFolder } from './locate.ts'
import { acquireLock } from './lock.ts'
import { completeCluster, buildUrl } from './ready.ts'
import { chooseUser } from './run-as.ts'
import { supervise, type Log, type Supervised } from './supervise.ts'

/** An embedded PostgreSQL under `dataDir`, restarted with the same connection URLs until `stop`. */
export interface EmbeddedPostgres {
  /** For migrations: the superuser `postgres`, database `stamgast`. */
  ownerUrl: string
  /** For requests: the request role, bound by row-level security. */
  appUrl: string
  /** The folder of the database. */
  location: string
  /** Whether it was already running, left by a killed owner. */
  adopted: boolean
  /** The current pid of the postmaster. */
  readonly pid: number
  /** Fast shutdown and release of the folder; idempotent. */
  stop(): Promise<void>
}

interface EmbeddedOptions {
  dataDir: string
  /** Preferred port; else the port of the last start, else any free one. */
  port?: number
  log: Log
  /** PostgreSQL settings that override ours, for tests. */
  settings?: Record<string, string>
  /** Aborts the start and stops what is already running. */
  signal?: AbortSignal
  /** How long to retry if PostgreSQL exits at once, ms; default 10,000. */
  timeoutMs?: number
}

/**
 * Starts or adopts the embedded PostgreSQL; resolves once it answers queries.
 * @throws EmbeddedLocked if another process owns the folder.
 * @throws EmbeddedUnavailable if it cannot run here.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const native = findPackage()
  const folder = openFolder(options.dataDir)
  const user = chooseUser(join(folder, 'cluster'))
  claimFolder(folder, user)
  const release = await acquireLock(folder, user)
  try {
    const location = locate(folder, user, options.log)
    const binaries = provideBinaries(native, user, options.log)
    const cluster = await openCluster(location, binaries, user, options.settings ?? {})
    const ports = [options.port ?? null, findPort(cluster)]
    const supervised = await supervise(
      {
        cluster,
        ports,
        timeoutMs: options.timeoutMs ?? 10_000,
        ...(options.signal && { aborted: options.signal }),
      },
      options.log,
    )
    return await complete(cluster, supervised, release)
  } catch (error) {
    release()
    throw error
  }
}

async function complete(
  cluster: Cluster,
  supervised: Supervised,
  release: () => void,
): Promise<EmbeddedPostgres> {
  const { port } = supervised.postmaster
  let stopped: Promise<void> | null = null
  try {
    await completeCluster(cluster, port)
    writeDurably(cluster.user, portFile(cluster), String(port))
  } catch (error) {
    await supervised.stop()
    throw error
  }
  return {
    ownerUrl: buildUrl(cluster, port, 'owner'),
    appUrl: buildUrl(cluster, port, 'app'),
    location: cluster.folder,
    adopted: supervised.adopted,
    get pid() {
      return supervised.postmaster.pid
    },
    stop: () => (stopped ??= supervised.stop().finally(release)),
  }
}

function portFile({ folder }: Cluster): string {
  return join(folder, 'port')
}

function findPort(cluster: Cluster): number | null {
  try {
    return Number(readFileSync(portFile(cluster), 'utf8')) || null
  } catch {
    return null
  }
}
