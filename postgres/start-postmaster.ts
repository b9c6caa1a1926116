import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from './cluster.ts'
import { EmbeddedUnavailable } from './errors.ts'
import { choosePort } from './port.ts'
import {
  killOrphans,
  findPostmaster,
  lastLogError,
  reportsReady,
  spawnPostmaster,
  type Postmaster,
} from './postmaster.ts'
import { isRunning } from './process.ts'
import { acceptsConnections } from './ready.ts'

/** `onPostmaster` is called with each process before it is ready. */
export interface StartOptions {
  cluster: Cluster
  /** The ports to try, in order of preference. */
  ports: (number | null)[]
  /** Whether any other port is allowed if these are taken. */
  anyPort: boolean
  /** How long to retry if postmasters exit at once, ms; this happens right after a crash. */
  timeoutMs: number
  signal: AbortSignal
  onPostmaster: (postmaster: Postmaster) => void
}

/** Adopts the live postmaster or starts one; resolves once it answers a query. */
export async function startPostmaster(
  raising: StartOptions,
): Promise<{ postmaster: Postmaster; adopted: boolean }> {
  const { cluster, timeoutMs, signal, onPostmaster } = raising
  const end = Date.now() + timeoutMs
  for (;;) {
    signal.throwIfAborted()
    const live = findPostmaster(cluster.data)
    const postmaster = live ?? (await spawnAlone(raising))
    if (postmaster) {
      onPostmaster(postmaster)
      if (await waitUntilReady(cluster, postmaster, signal)) return { postmaster, adopted: live !== null }
    }
    if (Date.now() > end) {
      throw new EmbeddedUnavailable(
        `PostgreSQL does not start in ${cluster.folder}: ${lastLogError(cluster)}`,
      )
    }
    await sleep(100)
  }
}

async function spawnAlone({ cluster, ports, anyPort }: StartOptions): Promise<Postmaster | null> {
  await killOrphans(cluster.name)
  const port = anyPort ? await choosePort(ports) : ports[0]
  return port ? spawnPostmaster(cluster, port) : null
}

/** True once a query is answered, false if the postmaster exited. Recovery has no time limit. */
async function waitUntilReady(
  cluster: Cluster,
  postmaster: Postmaster,
  signal: AbortSignal,
): Promise<boolean> {
  while (isRunning(postmaster)) {
    signal.throwIfAborted()
    // Only once our own process reports that it listens: the password must not reach another listener on the
    // port.
    if (reportsReady(cluster.data, postmaster.pid) && (await acceptsConnections(cluster, postmaster.port)))
      return true
    await sleep(10)
  }
  return false
}
