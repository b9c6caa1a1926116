import { setTimeout as sleep } from 'node:timers/promises'
import type { Postmaster } from './postmaster.ts'
import { isRunning, signalTo, waitForExit } from './process.ts'
import { startPostmaster, type StartOptions } from './start-postmaster.ts'

/** Logs a message for the operator; fields go into the log line. */
export type Log = (message: string, fields?: object) => void

/** The cluster, the ports to try and the timeout of each start. */
type Start = Pick<StartOptions, 'cluster' | 'ports' | 'timeoutMs'> & {
  /** Aborts the first start. */
  aborted?: AbortSignal
}

/** A postmaster that is restarted until `stop`. */
export interface Supervised {
  postmaster: Postmaster
  adopted: boolean
  stop(): Promise<void>
}

/** Health-check interval, ms. */
const HEALTH_CHECK_MS = 100

/** Starts the cluster and restarts it, always on the port of the first start: its URL is in use. */
export async function supervise({ aborted, ...start }: Start, log: Log): Promise<Supervised> {
  const stopping = new AbortController()
  const signal = stopping.signal
  let current: Postmaster | null = null
  const onPostmaster = (postmaster: Postmaster): void => void (current = postmaster)
  const first = await startPostmaster({
    ...start,
    anyPort: true,
    signal: aborted ? AbortSignal.any([signal, aborted]) : signal,
    onPostmaster,
  }).catch(async (error) => {
    if (current) await shutDown(current)
    throw error
  })
  const again = { ...start, ports: [first.postmaster.port], anyPort: false, signal, onPostmaster }
  const supervised = { ...first, stop }

  async function watch(): Promise<void> {
    while (!signal.aborted) {
      await sleep(HEALTH_CHECK_MS, undefined, { ref: false, signal }).catch(() => {})
      if (signal.aborted || isRunning(supervised.postmaster)) continue
      const began = Date.now()
      log('embedded PostgreSQL exited, restarting', { pid: supervised.postmaster.pid })
      try {
        supervised.postmaster = (await startPostmaster(again)).postmaster
        log('embedded PostgreSQL restarted', { pid: supervised.postmaster.pid, ms: Date.now() - began })
      } catch (error) {
        if (!signal.aborted) log('embedded PostgreSQL restart failed', { error: String(error) })
      }
    }
  }

  async function stop(): Promise<void> {
    stopping.abort()
    await watching
    if (current) await shutDown(current)
  }

  const watching = watch()
  return supervised
}

/**
 * Fast shutdown: rolls back open transactions and flushes to disk; a second attempt is immediate (crash
 * recovery).
 */
async function shutDown(postmaster: Postmaster): Promise<void> {
  signalTo(postmaster, 'SIGINT')
  if (await waitForExit(postmaster, 30_000)) return
  signalTo(postmaster, 'SIGQUIT')
  await waitForExit(postmaster, 10_000)
}
