import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'

/**
 * Runs a `COPY … TO STDOUT` and yields its data at the reader's pace. A reader that stops early must close
 * the connection.
 * @returns the number of rows
 */
export async function* copyOut(client: pg.Client, command: string): AsyncGenerator<Buffer, number> {
  const stream = client.query(copyTo(command))
  for await (const chunk of stream) yield chunk as Buffer
  // The number follows the data, perhaps in a later packet: the answer to another statement is behind both.
  await client.query('select')
  return stream.rowCount
}

/** Runs a `COPY … FROM STDIN` with this data. @returns the number of rows. */
export async function copyIn(
  client: pg.Client,
  command: string,
  data: AsyncIterable<Buffer>,
): Promise<number> {
  const stream = client.query(copyFrom(command))
  await pipeline(Readable.from(data, { objectMode: false }), stream)
  return stream.rowCount
}
