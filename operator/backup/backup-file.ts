import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, renameSync, rmSync, statSync } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createGunzip, createGzip } from 'node:zlib'

/**
 * `schema`: the last migration of the database. Format 1: of a version before 0.1.0, with other migrations.
 */
export type BackupHeader = { product: 'stamgast'; format: 1 | 2; schema: string; createdAt: string }
export type BackupTable = { table: string; columns: string[] }
export type TableSum = { table: string; rows: number; sha256: string }
/**
 * Header, then each table followed by its data (in COPY format), then the sums of all tables; the file ends
 * with a checksum.
 */
export type BackupPart = { header: BackupHeader } | BackupTable | { data: Buffer } | { sums: TableSum[] }

/** The last migration before 0.1.0. Its tables and columns are those of `0001_guards`. */
export const LAST_OF_FORMAT_1 = '0045_schedule'

/** The migration whose tables take the rows of a backup; null if no version since 0.1.0 had such tables. */
export function findBackupSchema({ format, schema }: BackupHeader): string | null {
  if (format === 2) return schema
  return schema === LAST_OF_FORMAT_1 ? '0001_guards' : null
}

/** The file is no backup, was cut short or was altered. */
export class BrokenBackup extends Error {}

const MAX_LINE_BYTES = 256 * 1024
const HEAD = 5
const kinds = { header: 'H', table: 'T', data: 'D', sums: 'S', seal: 'Z' } as const

/**
 * Writes the parts as one compressed file, which is renamed into place once it is complete and on the disk.
 */
export async function writeBackup(file: string, parts: AsyncIterable<BackupPart>): Promise<void> {
  const draft = `${file}.tmp`
  try {
    const gzip = createGzip({ level: constants.Z_BEST_SPEED })
    await pipeline(
      Readable.from(verified(parts)),
      gzip,
      createWriteStream(draft, { mode: 0o600, flush: true }),
    )
    renameSync(draft, file)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}

/**
 * Yields the parts of a file; `onRead` gets the fraction read so far. The parts are verified only once the
 * iteration has ended without an error.
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
  let verified = false
  for await (const { kind, payload, whole } of frames(file, bytes)) {
    if (verified)
      throw new BrokenBackup(`${file} is not a backup: name a file written by bin/stamgast backup.`)
    if (kind === kinds.seal) {
      if (seal.digest('hex') !== payload.toString())
        throw new BrokenBackup(`${file} is damaged (wrong checksum): use another backup.`)
      verified = true
      continue
    }
    seal.update(whole)
    const part = parsePart(file, kind, payload)
    if (first && !isOurs(part))
      throw new BrokenBackup(
        `${file} is not a backup that this version can read: use the version that wrote it.`,
      )
    first = false
    yield part
    onRead(bytes.bytesRead / size)
  }
  if (!verified)
    throw new BrokenBackup(`${file} is not a whole backup (it ends too early): use another backup.`)
}

const isOurs = (part: BackupPart) =>
  'header' in part && part.header?.product === 'stamgast' && [1, 2].includes(part.header.format)

async function* verified(parts: AsyncIterable<BackupPart>): AsyncGenerator<Buffer> {
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
      for (let at = 0; at < part.data.length; at += MAX_LINE_BYTES)
        yield frame(kinds.data, part.data.subarray(at, at + MAX_LINE_BYTES))
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
  const gunzip = createGunzip({ chunkSize: MAX_LINE_BYTES })
  bytes.once('error', (error) => gunzip.destroy(error))
  bytes.pipe(gunzip)
  let left: Buffer = Buffer.alloc(0)
  try {
    for await (const chunk of gunzip as AsyncIterable<Buffer>) {
      left = Buffer.concat([left, chunk])
      for (;;) {
        if (left.length < HEAD) break
        const end = HEAD + left.readUInt32BE(1)
        if (end > HEAD + MAX_LINE_BYTES)
          throw new BrokenBackup(`${file} is not a backup: name a file written by bin/stamgast backup.`)
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
    throw zlib
      ? new BrokenBackup(`${file} is not a whole backup (${error.message}): use another backup.`)
      : error
  } finally {
    bytes.destroy()
  }
  if (left.length > 0)
    throw new BrokenBackup(`${file} is not a whole backup (it ends too early): use another backup.`)
}

function parsePart(file: string, kind: string, payload: Buffer): BackupPart {
  if (kind === kinds.data) return { data: payload }
  if (!Object.values<string>(kinds).includes(kind))
    throw new BrokenBackup(`${file} is not a backup: name a file written by bin/stamgast backup.`)
  try {
    return JSON.parse(payload.toString()) as BackupPart
  } catch {
    throw new BrokenBackup(`${file} is damaged: use another backup.`)
  }
}
