import { setTimeout as sleep } from 'node:timers/promises'
import { Duplex } from 'node:stream'
import pg from 'pg'
import { expect, test } from 'vitest'
import { openDatabaseProxy } from '#test/database-proxy.ts'
import { makeDb } from '#test/make.ts'
import { copyOut } from './copy.ts'

/** PostgreSQL's message that the data of a COPY is complete; the one with the number of rows follows it. */
const COPY_DONE = Buffer.from('c\0\0\0\x04', 'latin1')

/** Sends what follows the data of a COPY in a later packet. */
const splitAfterCopy = () =>
  Duplex.from(async function* (answers: AsyncIterable<Buffer>) {
    for await (const chunk of answers) {
      const found = chunk.indexOf(COPY_DONE)
      const end = found === -1 ? chunk.length : found + COPY_DONE.length
      yield chunk.subarray(0, end)
      if (end === chunk.length) continue
      await sleep(50)
      yield chunk.subarray(end)
    }
  })

test('the number of rows of a COPY is known where it arrives later than the data', async () => {
  const testDb = await makeDb()
  const proxy = await openDatabaseProxy(testDb.ownerUrl, splitAfterCopy)
  const client = new pg.Client({ connectionString: proxy.through(testDb.ownerUrl) })
  try {
    await client.connect()
    for (const rows of [3, 0]) {
      const data = copyOut(client, `copy (select generate_series(1, ${rows})) to stdout`)
      let next = await data.next()
      while (!next.done) next = await data.next()
      expect(next.value).toBe(rows)
    }
  } finally {
    await client.end()
    proxy.close()
    await testDb.close()
  }
})
