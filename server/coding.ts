import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

export type Coding = 'br' | 'gzip'

// A weight of nothing refuses (RFC 9110, 12.4.2).
const named = (coding: Coding) => new RegExp(`(?:^|,)\\s*${coding}\\s*(?:;(?!\\s*q=0(?:\\.0{0,3})?\\s*(?:,|$))[^,]*)?(?:,|$)`, 'i')
const codings = (['br', 'gzip'] as const).map((coding) => [coding, named(coding)] as const)

/** The compressions of ours that a browser's `accept-encoding` takes, the smaller one first. */
export const codingsFor = (accepted: string | null | undefined): Coding[] => codings.flatMap(([coding, pattern]) => (accepted && pattern.test(accepted) ? [coding] : []))

/** Whether it takes Brotli, which is how pages are kept. */
export const takesBrotli = (accepted: string | null | undefined): boolean => codingsFor(accepted)[0] === 'br'

// For an answer that is sent once. Half the time of gzip's usual level, for a twentieth more bytes.
export const brotlied = (bytes: Uint8Array): Buffer<ArrayBuffer> => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } })
export const gzipped = (bytes: Uint8Array): Buffer<ArrayBuffer> => gzipSync(bytes, { level: 4 })
