import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** The first preferred port of 127.0.0.1 that is free, else a random free one. */
export async function choosePort(wanted: (number | null)[]): Promise<number> {
  for (const port of wanted) if (port && (await isFree(port))) return port
  for (;;) {
    // Below the ephemeral range, so that no outgoing connection takes the port between starts.
    const port = randomInt(20_000, 32_000)
    if (await isFree(port)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve(true)))
  })
}
