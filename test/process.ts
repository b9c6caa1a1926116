import { spawn, type ChildProcess } from 'node:child_process'
import { get, type IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { choosePort } from '#server/data/embedded/port.ts'

const root = join(import.meta.dirname, '..')
const node = join(root, 'node_modules/node/bin/node')

/** A server process of our own, started as an operator starts it. */
export type ServerProcess = {
  child: ChildProcess
  port: number
  /** What it has printed. */
  said(): string
  /** Milliseconds until it answers that it is ready. @throws with its words when it ends first. */
  ready(): Promise<number>
  kill(signal?: NodeJS.Signals): Promise<void>
}

/** A port of this machine that nobody listens on just now, and that nobody else is given meanwhile who asks the system for any. */
export const freePort = (): Promise<number> => choosePort([])

/** Starts `bin/start.ts` with exactly the settings given (and a PATH); `output` is a file of one's own for what it prints. */
export function startProcess(
  port: number,
  env: Record<string, string>,
  output: 'pipe' | number = 'pipe',
): ServerProcess {
  const child = spawn(node, [join(root, 'bin/start.ts')], {
    cwd: root,
    env: {
      PATH: process.env.PATH ?? '',
      HOME: process.env.HOME ?? '/',
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      NODE_ENV: 'production',
      PORT: String(port),
      LOG_LEVEL: 'error',
      BOOKING_LIMIT: '10000000',
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
    said: () => words,
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

/** Whether a server answers there that it is ready, within a second. */
export const isReady = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(1_000) }).then(
    (answer) => answer.ok,
    () => false,
  )

/** GETs a page of one host from a server on this machine; `fetch` would put its own Host. `text` is read in the coding that it came in. */
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
  if (!decode) throw new Error(`an answer came in the coding ${coding}`)
  return (bytes.length > 0 ? decode(bytes) : bytes).toString()
}
