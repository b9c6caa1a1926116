import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { openServer } from './open-server.ts'

test('a connection is kept longer than a web server in front keeps it, and ends with the server', async () => {
  const server = await openServer({ port: 0, host: '127.0.0.1', fetch: () => new Response('hello'), first: () => false })
  const connection = connect(server.port, '127.0.0.1')
  connection.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  let answer = ''
  connection.on('data', (bytes) => { answer += String(bytes) })
  await expect.poll(() => answer).toContain('hello')
  expect(answer).toMatch(/^connection: keep-alive\r$/im)
  expect(Number(/^keep-alive: timeout=(\d+)\r$/im.exec(answer)?.[1])).toBeGreaterThan(60)
  const ended = once(connection, 'close')
  await server.close()
  await ended
})
