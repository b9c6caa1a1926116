import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from './cluster.ts'
import { EmbeddedUnavailable } from './errors.ts'
import { choosePort } from './port.ts'
import {
  endOrphans,
  findPostmaster,
  lastWords,
  saysReady,
  spawnPostmaster,
  type Postmaster,
} from './postmaster.ts'
import { isRunning } from './process.ts'
import { answers } from './ready.ts'

/** What raising needs to know; `onPostmaster` hears of each process before it is ready. */
export interface Raising {
  cluster: Cluster
  /** The ports to try, best first. */
  ports: (number | null)[]
  /** Whether another port will do when these are taken. */
  anyPort: boolean
  /** How long postmasters that end at once are tried again, ms: right after a crash the first ones may. */
  patience: number
  signal: AbortSignal
  onPostmaster: (postmaster: Postmaster) => void
}

/** Adopts the live postmaster or starts one, and returns it when a query is answered. */
export async function raise(raising: Raising): Promise<{ postmaster: Postmaster; adopted: boolean }> {
  const { cluster, patience, signal, onPostmaster } = raising
  const end = Date.now() + patience
  for (;;) {
    signal.throwIfAborted()
    const live = findPostmaster(cluster.data)
    const postmaster = live ?? (await spawnAlone(raising))
    if (postmaster) {
      onPostmaster(postmaster)
      if (await untilReady(cluster, postmaster, signal)) return { postmaster, adopted: live !== null }
    }
    if (Date.now() > end) {
      throw new EmbeddedUnavailable(`PostgreSQL does not start in ${cluster.folder}: ${lastWords(cluster)}`)
    }
    await sleep(100)
  }
}

async function spawnAlone({ cluster, ports, anyPort }: Raising): Promise<Postmaster | null> {
  await endOrphans(cluster.name)
  const port = anyPort ? await choosePort(ports) : ports[0]
  return port ? spawnPostmaster(cluster, port) : null
}

/** True when a query is answered, false when the postmaster ended. Recovery may take as long as it takes. */
async function untilReady(cluster: Cluster, postmaster: Postmaster, signal: AbortSignal): Promise<boolean> {
  while (isRunning(postmaster)) {
    signal.throwIfAborted()
    // Asked only once our own process says that it listens, so the password never goes to a stranger on the port.
    if (saysReady(cluster.data, postmaster.pid) && (await answers(cluster, postmaster.port))) return true
    await sleep(10)
  }
  return false
}
