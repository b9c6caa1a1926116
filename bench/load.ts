import { Agent, request } from 'node:http'
import { connect } from 'node:net'

export type Target = { port: number; host: string; path: string; headers?: Record<string, string> }
type Answer = { status: number; body: Buffer; ms: number }

/** An HTTP client that sends one request at a time over one keep-alive connection. */
export function openClient() {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return {
    get({ port, host, path, headers }: Target): Promise<Answer> {
      const began = performance.now()
      return new Promise((resolve, reject) => {
        const sent = request(
          { agent, host: '127.0.0.1', port, path, headers: { host, ...headers } },
          (answer) => {
            const chunks: Buffer[] = []
            answer.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', reject)
            answer.on('end', () =>
              resolve({
                status: answer.statusCode ?? 0,
                body: Buffer.concat(chunks),
                ms: performance.now() - began,
              }),
            )
          },
        )
        sent.on('error', reject).end()
      })
    },
    close: () => agent.destroy(),
  }
}

/**
 * Requests one path over many connections, each as fast as it is answered. It uses raw sockets and
 * busy-polls: Node's own client needs more CPU than a fast server and would limit the measurement, and waking
 * an idle virtual CPU costs the server as much as rendering a page. @returns requests a second; @throws for a
 * status other than 200.
 */
export async function measureRate(
  target: Target,
  { connections, seconds }: { connections: number; seconds: number },
): Promise<number> {
  const began = performance.now()
  const end = began + seconds * 1000
  let awake = true
  const stayAwake = () => {
    if (awake) setImmediate(stayAwake)
  }
  stayAwake()
  const done = await Promise.all(
    Array.from({ length: connections }, () => requestUntil(target, end)),
  ).finally(() => {
    awake = false
  })
  return done.reduce((sum, one) => sum + one, 0) / ((performance.now() - began) / 1000)
}

/** Larger than any response head. */
const HEAD_BYTES = 65_536

function requestUntil({ port, host, path, headers }: Target, end: number): Promise<number> {
  const requestHead = Buffer.from(
    [
      `GET ${path} HTTP/1.1`,
      `host: ${host}`,
      ...Object.entries(headers ?? {}).map(([name, value]) => `${name}: ${value}`),
      '',
      '',
    ].join('\r\n'),
  )
  return new Promise((resolve, reject) => {
    let done = 0
    let left = 0
    const callback = (bytes: number, buffer: Uint8Array): boolean => {
      if (left === 0) left = parseLength(Buffer.from(buffer.buffer, buffer.byteOffset, bytes), path)
      left -= bytes
      if (left > 0) return true
      done += 1
      if (performance.now() < end) return socket.write(requestHead) || true
      socket.removeAllListeners('close').end()
      resolve(done)
      return true
    }
    // One shared read buffer: allocating one for each response would cost the client more than the response
    // costs the server.
    const onread = {
      buffer: Buffer.alloc(HEAD_BYTES),
      callback: (bytes: number, buffer: Uint8Array) => {
        try {
          return callback(bytes, buffer)
        } catch (error) {
          socket.destroy(error as Error)
          return false
        }
      },
    }
    const socket = connect({ port, host: '127.0.0.1', noDelay: true, onread }, () =>
      socket.write(requestHead),
    )
    socket.on('error', reject)
    socket.on('close', () => reject(new Error(`${path}: the server closed the connection`)))
  })
}

/**
 * Length in bytes of the response that starts with `first`. @throws for a status other than 200 and for a
 * response without Content-Length.
 */
function parseLength(first: Buffer, path: string): number {
  const head = first.indexOf('\r\n\r\n')
  const text = first.toString('latin1', 0, Math.max(0, head))
  const contentLength = /^content-length: (\d+)/im.exec(text)
  if (head < 0 || !contentLength || !text.startsWith('HTTP/1.1 200 '))
    throw new Error(`${path} answered ${text.slice(0, 200)}`)
  return head + 4 + Number(contentLength[1])
}
