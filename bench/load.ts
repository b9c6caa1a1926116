import { Agent, request } from 'node:http'
import { connect } from 'node:net'

export type Target = { port: number; host: string; path: string; headers?: Record<string, string> }
type Answer = { status: number; body: Buffer; ms: number }

/** A client that asks one thing after the other over one kept connection. */
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
 * Asks for one thing over many connections, each as fast as it is answered. It speaks to sockets itself, since Node's own client
 * costs more than a fast server and would be what is measured, and never sleeps: to wake a sleeping processor of a virtual machine
 * costs the server as much as a page.
 * @returns requests a second; @throws for an answer other than 200.
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
  const done = await Promise.all(Array.from({ length: connections }, () => askUntil(target, end))).finally(
    () => {
      awake = false
    },
  )
  return done.reduce((sum, one) => sum + one, 0) / ((performance.now() - began) / 1000)
}

/** Larger than any head of an answer. */
const ROOM = 65_536

function askUntil({ port, host, path, headers }: Target, end: number): Promise<number> {
  const question = Buffer.from(
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
      if (left === 0) left = lengthOf(Buffer.from(buffer.buffer, buffer.byteOffset, bytes), path)
      left -= bytes
      if (left > 0) return true
      done += 1
      if (performance.now() < end) return socket.write(question) || true
      socket.removeAllListeners('close').end()
      resolve(done)
      return true
    }
    // One place for all that is read: a new one for each answer would cost the client more than the answer costs the server.
    const onread = {
      buffer: Buffer.alloc(ROOM),
      callback: (bytes: number, buffer: Uint8Array) => {
        try {
          return callback(bytes, buffer)
        } catch (error) {
          socket.destroy(error as Error)
          return false
        }
      },
    }
    const socket = connect({ port, host: '127.0.0.1', noDelay: true, onread }, () => socket.write(question))
    socket.on('error', reject)
    socket.on('close', () => reject(new Error(`${path}: the server closed the connection`)))
  })
}

/** Bytes of the answer whose first bytes these are. @throws for one other than 200, and for one that does not tell its length. */
function lengthOf(first: Buffer, path: string): number {
  const head = first.indexOf('\r\n\r\n')
  const text = first.toString('latin1', 0, Math.max(0, head))
  const told = /^content-length: (\d+)/im.exec(text)
  if (head < 0 || !told || !text.startsWith('HTTP/1.1 200 '))
    throw new Error(`${path} answered ${text.slice(0, 200)}`)
  return head + 4 + Number(told[1])
}
