import { once } from 'node:events'
import { request as forward } from 'node:http'
import { createServer } from 'node:https'
import { makeCertificate } from '#test/certificate.ts'

/** Requests over https: their host, path and cookies. */
type Arrived = { host: string; path: string; cookie: string }

/** Terminates TLS on a port of this machine and forwards plain HTTP, as an operator's reverse proxy does. */
export async function startTlsProxy(
  port: number,
  behind: number,
): Promise<{ arrived: Arrived[]; close(): Promise<void> }> {
  const arrived: Arrived[] = []
  // Keep-alive never closes a connection while a request is sent over it, on either side.
  const server = createServer(
    { ...makeCertificate(['localhost', '*.localhost']), keepAliveTimeout: 75_000 },
    (incoming, outgoing) => {
      const { method = 'GET', url: path = '/', headers } = incoming
      arrived.push({ host: (headers.host ?? '').replace(/:\d+$/, ''), path, cookie: headers.cookie ?? '' })
      const onward = forward(
        {
          agent: false,
          host: '127.0.0.1',
          port: behind,
          method,
          path,
          headers: {
            ...headers,
            'x-forwarded-for': incoming.socket.remoteAddress ?? '',
            'x-forwarded-proto': 'https',
          },
        },
        (answer) => {
          outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
          answer.pipe(outgoing)
        },
      )
      // A disconnected browser, or a server that stops, ends both sides.
      onward.on('error', () => outgoing.destroy())
      outgoing.on('close', () => onward.destroy())
      incoming.pipe(onward)
    },
  )
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    arrived,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
