import { once } from 'node:events'
import { createServer, ServerResponse, type Server } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { ConnectionClosed } from './failures.ts'
import { vippsSimulator, type VippsSimulator } from './vipps-simulator.ts'

export type PaymentSimulator = { origin: string; simulator: VippsSimulator; stop(): Promise<void> }

type Options = {
  port: number
  /** Where `port` is taken, the next free one. */ next?: boolean
  host: string
} & Pick<Parameters<typeof vippsSimulator>[0], 'secret' | 'file' | 'now'>

/**
 * How often the clock is asked which payments have expired, ms: their events are sent also if nobody asks.
 */
const SWEEP_MS = 10_000

/** How many ports after a taken one are tried. */
const NEXT_PORTS = 50

/**
 * Serves the simulator of Vipps MobilePay on a port of its own; 0: a free one. Only for the demo: every
 * visitor may approve.
 * @throws Error with code EADDRINUSE where the port is taken, and with `next` the 50 after it.
 */
export async function openPaymentSimulator({
  port,
  next = false,
  host,
  ...options
}: Options): Promise<PaymentSimulator> {
  const simulator = vippsSimulator(options)
  const server = createServer(
    getRequestListener((request, { outgoing }) =>
      simulator.fetch(request).catch((error: unknown) => {
        if (error instanceof ConnectionClosed && outgoing instanceof ServerResponse) {
          close(outgoing, error)
          return RESPONSE_ALREADY_SENT
        }
        // A client that has left gets no answer; everything else is an error of the simulator.
        if (!request.signal.aborted) console.error(error)
        return new Response(null, { status: 500 })
      }),
    ),
  )
  await listen(server, { port, last: next && port ? Math.min(port + NEXT_PORTS, 65_535) : port, host })
  const address = server.address()
  const origin = `http://localhost:${typeof address === 'object' && address ? address.port : port}`
  const sweep = setInterval(() => simulator.payments(), SWEEP_MS).unref()
  return {
    origin,
    simulator,
    async stop() {
      clearInterval(sweep)
      simulator.webhooks.stop()
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

/** Listens on the first free port from `port` to `last`. */
async function listen(
  server: Server,
  { port, last, host }: { port: number; last: number; host: string },
): Promise<void> {
  try {
    server.listen(port, host)
    await once(server, 'listening')
  } catch (error) {
    const taken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
    if (!taken || port >= last) throw error
    await listen(server, { port: port + 1, last, host })
  }
}

/** Closes a connection, after a part of the answer where there is one. */
function close(outgoing: ServerResponse, { part }: ConnectionClosed): void {
  if (!part) return void outgoing.destroy()
  outgoing.writeHead(200, { 'content-type': 'application/json', 'content-length': part.length * 2 + 1 })
  outgoing.write(part, () => outgoing.destroy())
}
