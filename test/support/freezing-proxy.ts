import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A TCP proxy that can freeze: its connections stay open and no longer forward data. */
type FreezingProxy = {
  /** The database URL through the proxy. */ through(url: string): string
  freeze(): void
  close(): void
}

/** Starts a proxy for the server of this URL. */
export async function openFreezingProxy(url: string): Promise<FreezingProxy> {
  const { hostname, port } = new URL(url)
  const host = decodeURIComponent(hostname)
  const pairs = new Set<[Socket, Socket]>()
  const server = createServer((near) => {
    const far = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(Number(port), host)
    const pair: [Socket, Socket] = [near, far]
    pairs.add(pair)
    for (const [from, to] of [pair, [far, near] as const]) {
      from
        .on('error', () => {})
        .on('close', () => {
          pairs.delete(pair)
          to.destroy()
        })
        .pipe(to)
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const own = typeof address === 'object' && address ? address.port : 0
  return {
    through: (other) => Object.assign(new URL(other), { hostname: '127.0.0.1', port: String(own) }).href,
    freeze() {
      for (const [near, far] of pairs) {
        near.unpipe(far)
        far.unpipe(near)
        // Read and discarded, so that writers see no back pressure.
        for (const socket of [near, far]) socket.on('data', () => {}).resume()
      }
    },
    close() {
      for (const pair of pairs) for (const socket of pair) socket.destroy()
      server.close()
    },
  }
}
