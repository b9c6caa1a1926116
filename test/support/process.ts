import { spawn, type ChildProcess } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { get, type IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { choosePort } from '#postgres/port.ts'

const root = join(import.meta.dirname, '../..')

/** A server process, started as an operator starts it. */
export type ServerProcess = {
  child: ChildProcess
  port: number
  /** Everything that it has printed. */
  output(): string
  /** Waits until /readyz succeeds. @returns ms. @throws with the output if the process ends first. */
  ready(): Promise<number>
  kill(signal?: NodeJS.Signals): Promise<void>
}

/** Ports of each test process, below those that databases and outgoing connections take. */
const PORTS = { first: 10_000, each: 400, processes: 24 }
const ownPorts = PORTS.first + (Number(process.env.VITEST_POOL_ID ?? 0) % PORTS.processes) * PORTS.each
let lastPort = randomInt(PORTS.each)

/**
 * A port that nothing listens on. No other test process chooses it, so that it is free still when a server
 * listens on it.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    lastPort = (lastPort + 1) % PORTS.each
    const port = ownPorts + lastPort
    if ((await choosePort([port])) === port) return port
  }
}

/**
 * Starts `bin/start` or `bin/dev` with exactly the given settings (and PATH); `output` is a file descriptor
 * for what it prints.
 */
export function startProcess(
  port: number,
  env: Record<string, string>,
  output: 'pipe' | number = 'pipe',
  command: 'start' | 'dev' = 'start',
): ServerProcess {
  const child = spawn(join(root, 'bin', command), {
    cwd: root,
    env: {
      PATH: process.env.PATH ?? '',
      HOME: process.env.HOME ?? '/',
      PORT: String(port),
      LOG_LEVEL: 'error',
      BOOKING_LIMIT: '10000000',
      PAYMENT_PORT: '0',
      ...env,
    },
    stdio: ['ignore', output, 'pipe'],
  })
  let words = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      words = (words + chunk.toString()).slice(-20_000)
    })
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
  })
  return {
    child,
    port,
    output: () => words,
    async ready() {
      const began = performance.now()
      while (child.exitCode === null && child.signalCode === null) {
        if (await isReady(port)) return performance.now() - began
        await new Promise((resolve) => {
          setTimeout(resolve, 20)
        })
      }
      throw new Error(`the server ended before it was ready:\n${words}`)
    },
    async kill(signal = 'SIGKILL') {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal)
      await ended
    },
  }
}

/** Whether /readyz succeeds on this port within a second. */
export const isReady = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(1_000) }).then(
    (answer) => answer.ok,
    () => false,
  )

/**
 * GETs a page of a host from a server on this machine; `fetch` would set its own Host. `text` is decompressed
 * according to its content encoding.
 */
export const getPage = (port: number, host: string, path: string, more: Record<string, string> = {}) =>
  new Promise<{ status: number; headers: IncomingHttpHeaders; text: string }>((resolve, reject) => {
    const request = get(
      { host: '127.0.0.1', port, path, headers: { host, ...more }, agent: false },
      (answer) => {
        buffer(answer)
          .then((bytes) =>
            resolve({
              status: answer.statusCode ?? 0,
              headers: answer.headers,
              text: decoded(bytes, answer.headers['content-encoding']),
            }),
          )
          .catch(reject)
      },
    )
    request.on('error', reject)
  })

function decoded(bytes: Buffer, coding = 'identity'): string {
  const decode = { br: brotliDecompressSync, gzip: gunzipSync, identity: (plain: Buffer) => plain }[coding]
  if (!decode) throw new Error(`a response has the content encoding ${coding}`)
  return (bytes.length > 0 ? decode(bytes) : bytes).toString()
}
