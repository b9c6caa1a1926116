import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

type ContentEncoding = 'br' | 'gzip'

// A weight of 0 refuses (RFC 9110, 12.4.2).
const named = (coding: ContentEncoding) =>
  new RegExp(`(?:^|,)\\s*${coding}\\s*(?:;(?!\\s*q=0(?:\\.0{0,3})?\\s*(?:,|$))[^,]*)?(?:,|$)`, 'i')
const contentEncodings = (['br', 'gzip'] as const).map((coding) => [coding, named(coding)] as const)

/** The content encodings that an `accept-encoding` header accepts, Brotli first. */
export const acceptedEncodings = (accepted: string | null | undefined): ContentEncoding[] =>
  contentEncodings.flatMap(([coding, pattern]) => (accepted && pattern.test(accepted) ? [coding] : []))

/** Whether an `accept-encoding` header accepts Brotli, in which pages are cached. */
export const acceptsBrotli = (accepted: string | null | undefined): boolean =>
  acceptedEncodings(accepted)[0] === 'br'

const [toBrotli, toGzip] = [promisify(brotliCompress), promisify(gzip)]

/**
 * Compresses an answer that is sent once, off the main thread. Quality 0 of Brotli takes two thirds of the
 * time of quality 1 for 2.5 % more bytes, level 4 of gzip half the time of its default level.
 */
export const compress = (bytes: Uint8Array, encoding: ContentEncoding): Promise<Buffer<ArrayBuffer>> =>
  encoding === 'gzip'
    ? toGzip(bytes, { level: 4 })
    : toBrotli(bytes, {
        params: { [constants.BROTLI_PARAM_QUALITY]: 0, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
      })
