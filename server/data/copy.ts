import type pg from 'pg'

/** The messages of the COPY protocol as the driver writes them; its types leave them out. */
type Wire = pg.Connection & {
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sendCopyFail(reason: string): void
}

const CHUNK = 64 * 1024
const WAITING = 16

/**
 * Runs a `COPY … TO STDOUT` and yields its data in pieces of about 64 KB, no faster than they are taken.
 * A reader that stops early must close the connection.
 */
export async function* copyOut(client: pg.Client, command: string): AsyncGenerator<Buffer, number> {
  const query = new CopyOut(command)
  client.query(query)
  for (;;) {
    const chunk = query.take()
    if (chunk) yield chunk
    else if (query.ended) return query.rows
    else await query.untilMore()
  }
}

/** Runs a `COPY … FROM STDIN` with this data. @returns the number of rows. */
export async function copyIn(
  client: pg.Client,
  command: string,
  data: AsyncIterable<Buffer>,
): Promise<number> {
  const query = new CopyIn(command)
  client.query(query)
  const wire = await query.ready
  try {
    for await (const chunk of data) {
      if (query.failed) break
      wire.sendCopyFromChunk(chunk)
      // Waits for room, or for the refusal of what was sent.
      if (wire.stream.writableNeedDrain)
        await Promise.race([
          new Promise((resolve) => wire.stream.once('drain', resolve)),
          query.done.catch(() => {}),
        ])
    }
    if (!query.failed) wire.endCopyFrom()
  } catch (error) {
    wire.sendCopyFail('the data ended too early')
    await query.done.catch(() => {})
    throw error
  }
  return query.done
}

const rowsOf = ({ text }: { text: string }) => Number(text.split(' ')[1])

class CopyOut implements pg.Submittable {
  readonly command: string
  rows = 0
  ended = false
  private failure: Error | null = null
  private chunks: Buffer[] = []
  private collecting: Buffer[] = []
  private size = 0
  private connection: pg.Connection | null = null
  private wake = () => {}

  constructor(command: string) {
    this.command = command
  }

  submit(connection: pg.Connection): void {
    this.connection = connection
    connection.query(this.command)
  }

  handleCopyData({ chunk }: { chunk: Buffer }, connection: pg.Connection): void {
    // The driver reuses the memory behind it.
    this.collecting.push(Buffer.from(chunk))
    this.size += chunk.length
    if (this.size < CHUNK) return
    this.finishChunk()
    if (this.chunks.length >= WAITING) connection.stream.pause()
  }

  handleCommandComplete(message: { text: string }): void {
    this.rows = rowsOf(message)
  }

  handleReadyForQuery(): void {
    this.finishChunk()
    this.ended = true
    this.wake()
  }

  handleError(error: Error): void {
    this.failure = error
    this.wake()
  }

  take(): Buffer | undefined {
    if (this.failure) throw this.failure
    const chunk = this.chunks.shift()
    if (this.chunks.length < WAITING / 2) this.connection?.stream.resume()
    return chunk
  }

  untilMore(): Promise<void> {
    return new Promise((resolve) => {
      this.wake = resolve
    })
  }

  private finishChunk(): void {
    if (this.size > 0) this.chunks.push(Buffer.concat(this.collecting))
    this.collecting = []
    this.size = 0
    this.wake()
  }
}

class CopyIn implements pg.Submittable {
  readonly command: string
  readonly ready: Promise<Wire>
  readonly done: Promise<number>
  failed = false
  private rows = 0
  private open = Promise.withResolvers<Wire>()
  private finish = Promise.withResolvers<number>()

  constructor(command: string) {
    this.command = command
    this.ready = this.open.promise
    this.done = this.finish.promise
    // Whoever waits for it hears of a failure; nobody waiting yet is no crash.
    this.done.catch(() => {})
  }

  submit(connection: pg.Connection): void {
    connection.query(this.command)
  }

  handleCopyInResponse(connection: Wire): void {
    this.open.resolve(connection)
  }

  handleCommandComplete(message: { text: string }): void {
    this.rows = rowsOf(message)
  }

  handleReadyForQuery(): void {
    this.finish.resolve(this.rows)
  }

  handleError(error: Error): void {
    this.failed = true
    this.open.reject(error)
    this.finish.reject(error)
  }
}
