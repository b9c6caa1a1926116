import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { choosePort } from './port.ts'

test('the first free preferred port is chosen', async () => {
  const free = await choosePort([])
  expect(await choosePort([null, free])).toBe(free)
})

test('a port in use is skipped', async () => {
  const wanted = await choosePort([])
  const server = createServer().listen(wanted, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  expect(await choosePort([wanted])).not.toBe(wanted)
})
