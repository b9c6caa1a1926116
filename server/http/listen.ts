import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'

const STOP_MS = 10_000
/**
 * Longer than what web servers in front of us keep a connection for: one that we close just as they send a
 * request is an error to a guest.
 */
const IDLE_MS = 75_000
const QUIET_MS = 100
const MAX_QUIET_ROUNDS = 10
const HEADERS_TIMEOUT_MS = 10_000
const REQUEST_TIMEOUT_MS = 30_000
/**
 * How often Node looks for requests that are too slow; its own 30 s would let them be up to that much slower.
 */
const TIMEOUT_CHECK_MS = 500

type Options = {
  /** 0 for one that is free. */
  port: number
  host: string
  fetch: Parameters<typeof getRequestListener>[0]
  /** Sees a request before the framework does; true when it has answered. */
  first: (incoming: IncomingMessage, outgoing: ServerResponse) => boolean
  /** How long a client may take for the headers, and for the whole request, in ms; answered 408 then. */
  headersTimeoutMs?: number
  requestTimeoutMs?: number
}

/**
 * Listens for HTTP. `close` lets running requests finish, within ten seconds. @throws where the port is
 * taken.
 */
export async function openServer({
  port,
  host,
  fetch,
  first,
  headersTimeoutMs = HEADERS_TIMEOUT_MS,
  requestTimeoutMs = REQUEST_TIMEOUT_MS,
}: Options): Promise<{ port: number; close(): Promise<void> }> {
  const listener = getRequestListener(fetch, { hostname: host })
  const timeouts = {
    headersTimeout: headersTimeoutMs,
    requestTimeout: requestTimeoutMs,
    connectionsCheckingInterval: Math.min(TIMEOUT_CHECK_MS, headersTimeoutMs),
    keepAliveTimeout: IDLE_MS,
  }
  const server = createServer({ maxHeaderSize: 16_384, ...timeouts }, (incoming, outgoing) => {
    if (!first(incoming, outgoing)) void listener(incoming, outgoing)
  })
  server.listen(port, host)
  await once(server, 'listening')
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : port,
    close: () => closeServer(server),
  }
}

async function closeServer(server: Server): Promise<void> {
  // A connection whose answer has ended would otherwise stay open for seconds, in case a next request came.
  server.keepAliveTimeout = 1
  server.keepAliveTimeoutBuffer = 0
  await acceptWaiting(server)
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  await Promise.race([closed, sleep(STOP_MS, undefined, { ref: false })])
}

/**
 * The kernel resets connections that it has accepted and we have not: goes on until none has come for a tenth
 * of a second, for a second at most.
 */
async function acceptWaiting(server: Server): Promise<void> {
  let came = 0
  const count = () => {
    came += 1
  }
  server.on('connection', count)
  for (let round = 0, before = -1; came !== before && round < MAX_QUIET_ROUNDS; round += 1) {
    before = came
    await sleep(QUIET_MS)
  }
  server.off('connection', count)
}
