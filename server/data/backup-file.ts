import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, renameSync, rmSync, statSync } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createGunzip, createGzip } from 'node:zlib'

/** `schema` is the last migration of the database that was backed up. */
export type BackupHeader = { product: 'stamgast'; format: 1; schema: string; createdAt: string }
export type BackupTable = { table: string; columns: string[] }
export type TableSum = { table: string; rows: number; sha256: string }
/** Header, then each table followed by its data (as COPY writes it), then the sums of all tables' data. A file ends with a checksum of all that. */
export type BackupPart = { header: BackupHeader } | BackupTable | { data: Buffer } | { sums: TableSum[] }

/** The file is none of ours, was cut short or was altered; the message is a sentence for the operator. */
export class BrokenBackup extends Error {}

const LONGEST = 256 * 1024
const HEAD = 5
const kinds = { header: 'H', table: 'T', data: 'D', sums: 'S', seal: 'Z' } as const

/** Writes the parts as one compressed file, which has its name only once it is whole and on the disk. */
export async function writeBackup(file: string, parts: AsyncIterable<BackupPart>): Promise<void> {
  const draft = `${file}.tmp`
  try {
    const gzip = createGzip({ level: constants.Z_BEST_SPEED })
    await pipeline(Readable.from(sealed(parts)), gzip, createWriteStream(draft, { mode: 0o600, flush: true }))
    renameSync(draft, file)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}

/**
 * Yields the parts of a file; `onRead` hears what fraction has been read. Only once it has come to its end without an error is
 * known that they are what was written.
 * @throws BrokenBackup
 */
export async function* readBackup(
  file: string,
  onRead: (fraction: number) => void = () => {},
): AsyncGenerator<BackupPart> {
  const { size } = statSync(file)
  const bytes = createReadStream(file)
  const seal = createHash('sha256')
  let first = true
  let sealed = false
  for await (const { kind, payload, whole } of frames(file, bytes)) {
    if (sealed) throw new BrokenBackup(`${file} is not a backup.`)
    if (kind === kinds.seal) {
      if (seal.digest('hex') !== payload.toString())
        throw new BrokenBackup(`${file} is damaged: its checksum is not that of what it holds.`)
      sealed = true
      continue
    }
    seal.update(whole)
    const part = partOf(file, kind, payload)
    if (first && !isOurs(part)) throw new BrokenBackup(`${file} is not a backup that this version can read.`)
    first = false
    yield part
    onRead(bytes.bytesRead / size)
  }
  if (!sealed) throw new BrokenBackup(`${file} is not a whole backup: it ends too early.`)
}

const isOurs = (part: BackupPart) =>
  'header' in part && part.header?.product === 'stamgast' && part.header.format === 1

async function* sealed(parts: AsyncIterable<BackupPart>): AsyncGenerator<Buffer> {
  const seal = createHash('sha256')
  for await (const bytes of framed(parts)) {
    seal.update(bytes)
    yield bytes
  }
  yield frame(kinds.seal, Buffer.from(seal.digest('hex')))
}

async function* framed(parts: AsyncIterable<BackupPart>): AsyncGenerator<Buffer> {
  for await (const part of parts) {
    if ('data' in part)
      for (let at = 0; at < part.data.length; at += LONGEST)
        yield frame(kinds.data, part.data.subarray(at, at + LONGEST))
    else
      yield frame(
        'header' in part ? kinds.header : 'sums' in part ? kinds.sums : kinds.table,
        Buffer.from(JSON.stringify(part)),
      )
  }
}

function frame(kind: string, payload: Buffer): Buffer {
  const head = Buffer.alloc(HEAD)
  head.write(kind, 0, 'latin1')
  head.writeUInt32BE(payload.length, 1)
  return Buffer.concat([head, payload])
}

async function* frames(
  file: string,
  bytes: Readable,
): AsyncGenerator<{ kind: string; payload: Buffer; whole: Buffer }> {
  const gunzip = createGunzip({ chunkSize: LONGEST })
  bytes.once('error', (error) => gunzip.destroy(error))
  bytes.pipe(gunzip)
  let left: Buffer = Buffer.alloc(0)
  try {
    for await (const chunk of gunzip as AsyncIterable<Buffer>) {
      left = Buffer.concat([left, chunk])
      for (;;) {
        if (left.length < HEAD) break
        const end = HEAD + left.readUInt32BE(1)
        if (end > HEAD + LONGEST) throw new BrokenBackup(`${file} is not a backup.`)
        if (left.length < end) break
        yield {
          kind: left.toString('latin1', 0, 1),
          payload: left.subarray(HEAD, end),
          whole: left.subarray(0, end),
        }
        left = left.subarray(end)
      }
    }
  } catch (error) {
    const zlib = error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')
    throw zlib ? new BrokenBackup(`${file} is not a whole backup: ${error.message}.`) : error
  } finally {
    bytes.destroy()
  }
  if (left.length > 0) throw new BrokenBackup(`${file} is not a whole backup: it ends too early.`)
}

function partOf(file: string, kind: string, payload: Buffer): BackupPart {
  if (kind === kinds.data) return { data: payload }
  if (!Object.values<string>(kinds).includes(kind)) throw new BrokenBackup(`${file} is not a backup.`)
  try {
    return JSON.parse(payload.toString()) as BackupPart
  } catch {
    throw new BrokenBackup(`${file} is damaged.`)
  }
}
