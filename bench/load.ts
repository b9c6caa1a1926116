import { Agent, request } from 'node:http'
import { connect } from 'node:net'

export type Target = { port: number; host: string; path: string; headers?: Record<string, string> }
export type Answer = { status: number; body: Buffer; ms: number }

/** A client that asks one thing after the other over one kept connection. */
export function openClient() {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return {
    get({ port, host, path, headers }: Target): Promise<Answer> {
      const began = performance.now()
      return new Promise((resolve, reject) => {
        const sent = request({ agent, host: '127.0.0.1', port, path, headers: { host, ...headers } }, (answer) => {
          const chunks: Buffer[] = []
          answer.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', reject)
          answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(chunks), ms: performance.now() - began }))
        })
        sent.on('error', reject).end()
      })
    },
    close: () => agent.destroy(),
  }
}

/**
 * Asks for one thing over many connections, each as fast as it is answered. It speaks to sockets itself, since Node's own
 * client costs more than a fast server and would be what is measured.
 * @returns requests a second; @throws for an answer other than 200.
 */
export async function measureRate(target: Target, { connections, seconds }: { connections: number; seconds: number }): Promise<number> {
  const began = performance.now()
  const end = began + seconds * 1000
  const done = await Promise.all(Array.from({ length: connections }, () => askUntil(target, end)))
  return done.reduce((sum, one) => sum + one, 0) / ((performance.now() - began) / 1000)
}

function askUntil({ port, host, path, headers }: Target, end: number): Promise<number> {
  const question = [`GET ${path} HTTP/1.1`, `host: ${host}`, ...Object.entries(headers ?? {}).map(([name, value]) => `${name}: ${value}`), '', ''].join('\r\n')
  return new Promise((resolve, reject) => {
    let done = 0
    let received: Buffer = Buffer.alloc(0)
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => socket.write(question))
    socket.on('error', reject)
    socket.on('close', () => reject(new Error(`${path}: the server closed the connection`)))
    socket.on('data', (chunk: Buffer) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
      const length = lengthOf(received)
      if (length === null || received.length < length) return
      if (received.toString('latin1', 9, 12) !== '200') return socket.destroy(new Error(`${path} answered ${received.toString('latin1', 0, 200)}`))
      received = received.subarray(length)
      done += 1
      if (performance.now() < end) return socket.write(question)
      socket.removeAllListeners('close').end()
      return resolve(done)
    })
  })
}

/** Bytes of the first answer in the buffer, or null while that cannot be told. */
function lengthOf(received: Buffer): number | null {
  const head = received.indexOf('\r\n\r\n')
  if (head < 0) return null
  const told = /^content-length: (\d+)/im.exec(received.toString('latin1', 0, head))
  if (told) return head + 4 + Number(told[1])
  const last = received.indexOf('\r\n0\r\n\r\n', head)
  return last < 0 ? null : last + 7
}
