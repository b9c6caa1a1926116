import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findPackage, provideBinaries } from './binaries.ts'
import { openCluster, type Cluster } from './cluster.ts'
import { writeDurably } from './durable-file.ts'
import { claimFolder, locate, openFolder } from './locate.ts'
import { takeLock } from './lock.ts'
import { completeCluster, urlOf } from './ready.ts'
import { chooseUser } from './run-as.ts'
import { supervise, type Log, type Supervised } from './supervise.ts'

/** A PostgreSQL of our own under `dataDir`, restarted when it dies, at the same addresses until `stop`. */
export interface EmbeddedPostgres {
  /** For migrations: the superuser `postgres`, database `stamgast`. */
  ownerUrl: string
  /** For everything else: the request role, bound by row-level security. */
  appUrl: string
  /** The folder that holds the database. */
  location: string
  /** Whether it was running already, left by a killed owner. */
  adopted: boolean
  /** The postmaster's pid now. */
  readonly pid: number
  /** Fast shutdown and release of the folder; further calls wait for the first. */
  stop(): Promise<void>
}

interface EmbeddedOptions {
  dataDir: string
  /** Used when free; else the last start's, else any free one. */
  port?: number
  log: Log
  /** PostgreSQL settings over ours, for tests. */
  settings?: Record<string, string>
  /** Ends the start: what runs by then is stopped again. */
  signal?: AbortSignal
  /** How long a PostgreSQL that ends at once is tried again, ms (10 s). */
  patience?: number
}

/**
 * Starts or adopts the embedded PostgreSQL; resolves when it answers queries. Throws EmbeddedRefused while another
 * process owns the folder, and EmbeddedUnavailable with a sentence where it cannot run.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const native = findPackage()
  const folder = openFolder(options.dataDir)
  const user = chooseUser(join(folder, 'cluster'))
  claimFolder(folder, user)
  const release = await takeLock(folder, user)
  try {
    const location = locate(folder, user, options.log)
    const binaries = provideBinaries(native, user, options.log)
    const cluster = await openCluster(location, binaries, user, options.settings ?? {})
    const ports = [options.port ?? null, findPort(cluster)]
    const supervised = await supervise(
      {
        cluster,
        ports,
        patience: options.patience ?? 10_000,
        ...(options.signal && { unwanted: options.signal }),
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
    ownerUrl: urlOf(cluster, port, 'owner'),
    appUrl: urlOf(cluster, port, 'app'),
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
