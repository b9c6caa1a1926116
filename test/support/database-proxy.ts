import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { PassThrough, type Duplex } from 'node:stream'

/** A TCP proxy of a database that can freeze: its connections stay open and no longer forward data. */
type DatabaseProxy = {
  /** The database URL through the proxy. */ through(url: string): string
  freeze(): void
  close(): void
}

/** Starts a proxy for the server of this URL; `answers` makes what each connection's answers pass through. */
export async function openDatabaseProxy(
  url: string,
  answers: () => Duplex = () => new PassThrough(),
): Promise<DatabaseProxy> {
  const { hostname, port } = new URL(url)
  const host = decodeURIComponent(hostname)
  const pairs = new Set<[Socket, Socket]>()
  const server = createServer((near) => {
    const far = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(Number(port), host)
    const pair: [Socket, Socket] = [near, far]
    pairs.add(pair)
    near.pipe(far)
    far.pipe(answers()).pipe(near)
    for (const [from, to] of [pair, [far, near] as const])
      from
        .on('error', () => {})
        .on('close', () => {
          pairs.delete(pair)
          to.destroy()
        })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const own = typeof address === 'object' && address ? address.port : 0
  return {
    through: (other) => Object.assign(new URL(other), { hostname: '127.0.0.1', port: String(own) }).href,
    freeze() {
      for (const pair of pairs)
        for (const socket of pair) {
          socket.unpipe()
          // Read and discarded, so that writers see no back pressure.
          socket.on('data', () => {}).resume()
        }
    },
    close() {
      for (const pair of pairs) for (const socket of pair) socket.destroy()
      server.close()
    },
  }
}
