import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { openServer } from './listen.ts'
import { isAll } from '#test/tier.ts'

test('a connection is kept longer than a web server in front keeps it, and ends with the server', async () => {
  const server = await openServer({
    port: 0,
    host: '127.0.0.1',
    fetch: () => new Response('hello'),
    first: () => false,
  })
  const connection = connect(server.port, '127.0.0.1')
  connection.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  let answer = ''
  connection.on('data', (bytes) => {
    answer += String(bytes)
  })
  await expect.poll(() => answer).toContain('hello')
  expect(answer).toMatch(/^connection: keep-alive\r$/im)
  expect(Number(/^keep-alive: timeout=(\d+)\r$/im.exec(answer)?.[1])).toBeGreaterThan(60)
  const ended = once(connection, 'close')
  await server.close()
  await ended
})

/** Connects, writes `first` if there is any, then a byte now and then; what came until the server closed. */
async function sendSlowly(port: number, first: string, everyMs: number) {
  const connection = connect(port, '127.0.0.1')
  const began = performance.now()
  let answer = ''
  connection.on('data', (bytes) => {
    answer += String(bytes)
  })
  connection.on('error', () => {})
  const drip = setInterval(() => first && connection.write('a'), everyMs)
  // Writing on after the answer would reset the connection.
  connection.once('data', () => clearInterval(drip))
  if (first) connection.write(first)
  await new Promise((resolve) => connection.once('close', resolve))
  clearInterval(drip)
  return {
    answer: answer.slice(0, answer.indexOf('\r')),
    seconds: Math.round((performance.now() - began) / 100) / 10,
  }
}

// SLOW_CLIENTS=1 waits for the times of a real start: 10 s and 30 s.
test('clients that send their headers or their body too slowly are answered 408 and closed, the first ones sooner', async () => {
  const real = isAll
  const read = async (request: Request) => new Response(await request.text())
  const server = await openServer({
    port: 0,
    host: '127.0.0.1',
    fetch: read,
    first: () => false,
    ...(!real && { headersTimeoutMs: 300, requestTimeoutMs: 900 }),
  })
  const closed: string[] = []
  const slowly = async (name: string, first: string) => {
    const one = await sendSlowly(server.port, first, real ? 1_000 : 30)
    closed.push(name)
    return one
  }
  const [body, headers, nothing] = await Promise.all([
    slowly('body', 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n'),
    slowly('headers', 'GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: '),
    slowly('nothing', ''),
  ])
  console.info('slow clients:', { body, headers, nothing })
  expect([body, headers, nothing].map(({ answer }) => answer)).toEqual(
    Array(3).fill('HTTP/1.1 408 Request Timeout'),
  )
  expect(closed.at(-1)).toBe('body')
  await server.close()
})
