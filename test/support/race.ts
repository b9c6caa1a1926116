import { spawn } from 'node:child_process'
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { CallInput, CallName, Output } from '#contract/calls.ts'
import type { TenantId } from '#server/database/db.ts'
import { freja } from './steps.ts'

export type Attempt = Omit<CallInput<'holdVisit'>, 'tenantId'>
export type Outcome = {
  attempt: Attempt
  client: number
  won: boolean
  segments: { id: string; member: string }[]
}
export type RaceServers = {
  ports: number[]
  stop(): void
  /** kill -9 of all of them. */ kill(): void
}

/** Two server processes over one PostgreSQL. */
export async function startServers(appUrl: string, count = 2): Promise<RaceServers> {
  const children = Array.from({ length: count }, () =>
    spawn(process.execPath, [fileURLToPath(new URL('race-server.ts', import.meta.url)), appUrl], {
      stdio: ['pipe', 'pipe', 'inherit'],
    }),
  )
  const ports = await Promise.all(
    children.map(
      (child) =>
        new Promise<number>((resolve, reject) => {
          child.stdout.once('data', (line: Buffer) => resolve(Number(line.toString())))
          child.once('exit', (code) => reject(new Error(`a server of the race ended with ${code}`)))
        }),
    ),
  )
  const end = (signal: 'SIGTERM' | 'SIGKILL') => {
    for (const child of children) {
      child.removeAllListeners('exit')
      child.kill(signal)
    }
  }
  return { ports, stop: () => end('SIGTERM'), kill: () => end('SIGKILL') }
}

/**
 * Guests with their own IP addresses, spread over the servers. Counts responses and records the duration of
 * each. Patient ones come again where a server has too much to do, as its response says (503).
 */
export function makeCrowd({ ports }: Pick<RaceServers, 'ports'>, tenant: TenantId, { patient = false } = {}) {
  const agent = new Agent({ keepAlive: true, maxSockets: 512 })
  const times: number[] = []
  const failures: string[] = []

  /** The answer is an error where `failures` has the response. */
  function send<Name extends CallName>(
    client: number,
    name: Name,
    body: object,
    cookie: string,
  ): Promise<{ answer: Output<Name>; cookie: string }> {
    const started = performance.now()
    const headers = {
      host: `${tenant}.localhost`,
      'content-type': 'application/json',
      'x-forwarded-for': `10.0.${client >> 8}.${client & 255}`,
      ...(cookie ? { cookie, origin: `http://${tenant}.localhost` } : {}),
    }
    return new Promise((resolve, reject) => {
      const sent = request(
        {
          agent,
          host: '127.0.0.1',
          port: ports[client % ports.length],
          path: `/api/${name}`,
          method: 'POST',
          headers,
        },
        async (answer) => {
          const chunks: Buffer[] = []
          for await (const chunk of answer) chunks.push(chunk as Buffer)
          const text = Buffer.concat(chunks).toString()
          times.push(performance.now() - started)
          if (patient && answer.statusCode === 503) {
            await sleep(Number(answer.headers['retry-after']) * 1000)
            resolve(send(client, name, body, cookie))
            return
          }
          if (answer.statusCode !== 200) failures.push(`${name} ${answer.statusCode} ${text}`)
          resolve({
            answer: JSON.parse(text) as Output<Name>,
            cookie: answer.headers['set-cookie']?.[0]?.split(';')[0] ?? cookie,
          })
        },
      )
      sent.on('error', reject)
      sent.end(JSON.stringify(body))
    })
  }

  /** Holds the time and, if that succeeds, confirms it at once. */
  async function book(client: number, attempt: Attempt): Promise<Outcome> {
    const held = await send(client, 'holdVisit', attempt, '')
    if (!held.answer.ok) {
      if (held.answer.reason !== 'taken') failures.push(`refused for ${held.answer.reason}`)
      return { attempt, client, won: false, segments: [] }
    }
    const { handle, segments } = held.answer.hold
    const confirmed = await send(client, 'confirmVisit', { handle, details: freja }, held.cookie)
    if (!confirmed.answer.ok) failures.push('a held time was lost')
    return {
      attempt,
      client,
      won: confirmed.answer.ok,
      segments: segments.map(({ id, member }) => ({ id, member: member.id })),
    }
  }

  const percentile = (share: number) =>
    times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
  return {
    book,
    /** Sends a call for a client, without a cookie if that is empty. */
    send,
    failures,
    times,
    report: () =>
      `${times.length} requests, p50 ${percentile(0.5).toFixed(0)} ms, p99 ` +
      `${percentile(0.99).toFixed(0)} ms, max ${percentile(1).toFixed(0)} ms`,
  }
}
