import { createHash, type Hash } from 'node:crypto'
import { createReadStream, createWriteStream, renameSync, rmSync, statSync } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createGunzip, createGzip } from 'node:zlib'

/** `schema` is the last migration of the database that was backed up. */
export type BackupHeader = { product: 'stamgast'; format: 1; schema: string; createdAt: string }
export type BackupTable = { table: string; columns: string[] }
export type TableSum = { table: string; rows: number; sha256: string }
/** Header, then each table followed by its data (as COPY writes it), then the sums of all tables. */
export type BackupPart = { header: BackupHeader } | BackupTable | { data: Buffer } | { sums: TableSum[] }

/** The file is none of ours, was cut short or was altered; the message is a sentence for the operator. */
export class BrokenBackup extends Error {}

const LONGEST = 256 * 1024
const HEAD = 5
const kinds = { header: 'H', table: 'T', data: 'D', sums: 'S' } as const

/** Writes the parts as one compressed file, which has its name only once it is whole and on the disk. */
export async function writeBackup(file: string, parts: AsyncIterable<BackupPart>): Promise<void> {
  const draft = `${file}.tmp`
  try {
    const gzip = createGzip({ level: constants.Z_BEST_SPEED })
    await pipeline(Readable.from(framed(parts)), gzip, createWriteStream(draft, { mode: 0o600, flush: true }))
    renameSync(draft, file)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}

/**
 * Yields the parts of a file, the sums last and only after they have been found right; `onRead` hears what fraction has been read.
 * @throws BrokenBackup
 */
export async function* readBackup(file: string, onRead: (fraction: number) => void = () => {}): AsyncGenerator<BackupPart> {
  const { size } = statSync(file)
  const bytes = createReadStream(file)
  const check = checker(file)
  for await (const [kind, payload] of frames(file, bytes)) {
    const part = partOf(file, kind, payload)
    check.see(part)
    onRead(bytes.bytesRead / size)
    yield part
  }
  check.end()
}

async function* framed(parts: AsyncIterable<BackupPart>): AsyncGenerator<Buffer> {
  for await (const part of parts) {
    if ('data' in part) for (let at = 0; at < part.data.length; at += LONGEST) yield frame(kinds.data, part.data.subarray(at, at + LONGEST))
    else yield frame('header' in part ? kinds.header : 'sums' in part ? kinds.sums : kinds.table, Buffer.from(JSON.stringify(part)))
  }
}

function frame(kind: string, payload: Buffer): Buffer {
  const head = Buffer.alloc(HEAD)
  head.write(kind, 0, 'latin1')
  head.writeUInt32BE(payload.length, 1)
  return Buffer.concat([head, payload])
}

async function* frames(file: string, bytes: Readable): AsyncGenerator<[string, Buffer]> {
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
        yield [left.toString('latin1', 0, 1), left.subarray(HEAD, end)]
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

/** Follows the parts of a file and throws where they cannot be those that were written. */
function checker(file: string): { see(part: BackupPart): void; end(): void } {
  let first = true
  let whole = false
  const hashes = new Map<string, Hash>()
  let current: Hash | null = null
  const damaged = () => new BrokenBackup(`${file} is damaged: its checksums do not agree with what it holds.`)
  return {
    see(part) {
      if (first !== 'header' in part || whole) throw new BrokenBackup(`${file} is not a backup.`)
      if ('header' in part && (part.header?.product !== 'stamgast' || part.header.format !== 1)) throw new BrokenBackup(`${file} is not a backup that this version can read.`)
      first = false
      if ('table' in part) hashes.set(part.table, (current = createHash('sha256')))
      if ('data' in part) {
        if (!current) throw damaged()
        current.update(part.data)
      }
      if ('sums' in part) {
        const agree = part.sums.length === hashes.size && part.sums.every(({ table, sha256 }) => hashes.get(table)?.digest('hex') === sha256)
        if (!agree) throw damaged()
        whole = true
      }
    },
    end() {
      if (!whole) throw new BrokenBackup(`${file} is not a whole backup: it ends too early.`)
    },
  }
}
