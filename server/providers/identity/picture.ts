const TIMEOUT_MS = 5_000
const MAX_BYTES = 1024 * 1024

/** Where a provider serves pictures: on its `domains` by https, or on its own `origin`. */
type PictureHosts = { origin: string; domains: readonly string[] }

/** Whether a URL is on the provider's picture hosts. Other URLs are never fetched (SSRF). */
export function isProviderPicture(address: string, { origin, domains }: PictureHosts): boolean {
  const url = URL.parse(address)
  if (!url || url.username || url.password) return false
  return (
    url.origin === origin ||
    (url.protocol === 'https:' && !url.port && domains.some((domain) => url.hostname.endsWith(`.${domain}`)))
  )
}

/** Fetches a profile picture. Null after 5 s, on errors, and for other hosts. */
export async function fetchPicture(address: string, hosts: PictureHosts): Promise<Uint8Array | null> {
  if (!isProviderPicture(address, hosts)) return null
  try {
    const answer = await fetch(address, {
      signal: AbortSignal.timeout(TIMEOUT_MS),
      redirect: 'error',
      headers: { accept: 'image/*' },
    })
    if (!answer.ok) return null
    return await readAtMost(answer, MAX_BYTES)
  } catch {
    return null
  }
}

/**
 * Reads a response body up to `maxBytes`, so that an endless one cannot fill the memory.
 * @throws Error if it is longer.
 */
export async function readAtMost(answer: Response, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of answer.body ?? []) {
    length += part.byteLength
    if (length > maxBytes) throw new Error('response too large')
    parts.push(part)
  }
  return new Uint8Array(Buffer.concat(parts))
}
