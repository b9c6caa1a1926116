import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { serve } from '@hono/node-server'

/** An application on a real port, for requests given byte by byte. */
export type Listening = { port: number; exchange(bytes: string): Promise<RawAnswer>; close(): Promise<void> }
type RawAnswer = { status: number; head: string; body: string }

type Fetch = Parameters<typeof serve>[0]['fetch']

/** Serves on a free port of this machine. */
export async function listen(fetch: Fetch): Promise<Listening> {
  const server = serve({ fetch, port: 0, hostname: '127.0.0.1' })
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    port,
    exchange: (bytes) => exchange(port, bytes),
    async close() {
      if ('closeAllConnections' in server) server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/**
 * Sends exactly these bytes (latin1) and reads until the server closes the connection; add `Connection:
 * close`.
 */
export async function exchange(port: number, bytes: string): Promise<RawAnswer> {
  const socket = connect(port, '127.0.0.1')
  socket.setEncoding('latin1')
  socket.on('error', () => {})
  socket.write(bytes, 'latin1')
  const all = await text(socket).catch(() => '')
  const [head = '', ...rest] = all.split('\r\n\r\n')
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0), head, body: rest.join('\r\n\r\n') }
}
