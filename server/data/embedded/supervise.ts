import { setTimeout as sleep } from 'node:timers/promises'
import type { Postmaster } from './postmaster.ts'
import { isRunning, signalTo, untilGone } from './process.ts'
import { raise, type Raising } from './raise.ts'

/** Tells the operator; fields go into the log line. */
export type Log = (message: string, fields?: object) => void

/** The cluster, the ports to try and the patience of each raising. */
type Start = Pick<Raising, 'cluster' | 'ports' | 'patience'> & {
  /** Ends the first raising. */ unwanted?: AbortSignal
}

/** A postmaster that is kept alive until `stop`. */
export interface Supervised {
  postmaster: Postmaster
  adopted: boolean
  stop(): Promise<void>
}

/** How often we look whether the postmaster lives, ms. */
const BEAT = 100

/** Brings the cluster up and keeps it up, always on the port of the first start: its address has been given out. */
export async function supervise({ unwanted, ...start }: Start, log: Log): Promise<Supervised> {
  const stopping = new AbortController()
  const signal = stopping.signal
  let current: Postmaster | null = null
  const onPostmaster = (postmaster: Postmaster): void => void (current = postmaster)
  const first = await raise({
    ...start,
    anyPort: true,
    signal: unwanted ? AbortSignal.any([signal, unwanted]) : signal,
    onPostmaster,
  }).catch(async (error) => {
    if (current) await shutDown(current)
    throw error
  })
  const again = { ...start, ports: [first.postmaster.port], anyPort: false, signal, onPostmaster }
  const supervised = { ...first, stop }

  async function watch(): Promise<void> {
    while (!signal.aborted) {
      await sleep(BEAT, undefined, { ref: false, signal }).catch(() => {})
      if (signal.aborted || isRunning(supervised.postmaster)) continue
      const began = Date.now()
      log('The embedded PostgreSQL ended by itself; it is started again', { pid: supervised.postmaster.pid })
      try {
        supervised.postmaster = (await raise(again)).postmaster
        log('The embedded PostgreSQL is back', { pid: supervised.postmaster.pid, ms: Date.now() - began })
      } catch (error) {
        if (!signal.aborted) log('The embedded PostgreSQL does not come back yet', { error: String(error) })
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

/** Fast shutdown: open transactions are rolled back, all is on the disk. One that hangs is left to crash recovery. */
async function shutDown(postmaster: Postmaster): Promise<void> {
  signalTo(postmaster, 'SIGINT')
  if (await untilGone(postmaster, 30_000)) return
  signalTo(postmaster, 'SIGQUIT')
  await untilGone(postmaster, 10_000)
}
