import { Agent, request } from 'node:http'

export type Target = { port: number; host: string; path: string; headers?: Record<string, string> }
export type Answer = { status: number; bytes: number; body: Buffer; headers: NodeJS.Dict<string | string[]>; ms: number }

/** A client that keeps its connections; so many requests at a time as it has connections. */
export function openClient(connections: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })

  function get({ port, host, path, headers }: Target): Promise<Answer> {
    const began = performance.now()
    return new Promise((resolve, reject) => {
      const sent = request({ agent, host: '127.0.0.1', port, path, headers: { host, ...headers } }, (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('error', reject)
        answer.on('end', () => {
          const body = Buffer.concat(chunks)
          resolve({ status: answer.statusCode ?? 0, bytes: body.length, body, headers: answer.headers, ms: performance.now() - began })
        })
      })
      sent.on('error', reject)
      sent.end()
    })
  }

  return {
    get,
    /** Asks as fast as it can for a while. @returns requests a second; @throws for an answer other than 200. */
    async rate(target: Target, seconds: number): Promise<number> {
      const began = performance.now()
      const end = began + seconds * 1000
      let done = 0
      await Promise.all(Array.from({ length: connections }, async () => {
        while (performance.now() < end) {
          const { status } = await get(target)
          if (status !== 200) throw new Error(`${target.path} answered ${status}`)
          done += 1
        }
      }))
      return done / ((performance.now() - began) / 1000)
    },
    close: () => agent.destroy(),
  }
}
