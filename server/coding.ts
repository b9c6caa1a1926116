import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

type Coding = 'br' | 'gzip'

// A weight of nothing refuses (RFC 9110, 12.4.2).
const named = (coding: Coding) =>
  new RegExp(`(?:^|,)\\s*${coding}\\s*(?:;(?!\\s*q=0(?:\\.0{0,3})?\\s*(?:,|$))[^,]*)?(?:,|$)`, 'i')
const codings = (['br', 'gzip'] as const).map((coding) => [coding, named(coding)] as const)

/** The compressions of ours that a browser's `accept-encoding` takes, the smaller one first. */
export const codingsFor = (accepted: string | null | undefined): Coding[] =>
  codings.flatMap(([coding, pattern]) => (accepted && pattern.test(accepted) ? [coding] : []))

/** Whether it takes Brotli, which is how pages are kept. */
export const takesBrotli = (accepted: string | null | undefined): boolean => codingsFor(accepted)[0] === 'br'

/** Bytes from which Node takes a small buffer, shared by those that come after it. */
const POOL = 8 * 1024
/** Of what is squeezed, at a time. */
const PIECE = POOL / 4

/**
 * Each compressor keeps the pool of its first piece until all garbage is collected, seldom otherwise; at Node's own size of pools and pieces
 * that was 64 kB a page, and collecting it took a fifth of the time of making pages.
 */
export const keepPoolsSmall = (): void => {
  Buffer.poolSize = POOL
}

// For an answer that is sent once: two thirds of the time of the next quality, for a fortieth more bytes; gzip's usual level takes twice as long as this one, and that four times as long as Brotli.
export const brotlied = (bytes: Uint8Array): Buffer<ArrayBuffer> =>
  brotliCompressSync(bytes, {
    chunkSize: PIECE,
    params: { [constants.BROTLI_PARAM_QUALITY]: 0, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  })
export const gzipped = (bytes: Uint8Array): Buffer<ArrayBuffer> =>
  gzipSync(bytes, { level: 4, chunkSize: PIECE })
