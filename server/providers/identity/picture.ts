const TIMEOUT_MS = 5_000
const LONGEST = 1024 * 1024

/** Where a provider keeps pictures: on its `domains` by https, or on its own `origin`. */
type PicturePlace = { origin: string; domains: readonly string[] }

/** Whether a picture's address leads to where the provider keeps pictures: no other is asked for, whoever names it. */
export function isPlacedThere(address: string, { origin, domains }: PicturePlace): boolean {
  const url = URL.parse(address)
  if (!url || url.username || url.password) return false
  return (
    url.origin === origin ||
    (url.protocol === 'https:' && !url.port && domains.some((domain) => url.hostname.endsWith(`.${domain}`)))
  )
}

/** A guest's picture. Null for whatever cannot be had in five seconds, or lies elsewhere. */
export async function fetchPicture(address: string, place: PicturePlace): Promise<Uint8Array | null> {
  if (!isPlacedThere(address, place)) return null
  try {
    const answer = await fetch(address, {
      signal: AbortSignal.timeout(TIMEOUT_MS),
      redirect: 'error',
      headers: { accept: 'image/*' },
    })
    if (!answer.ok) return null
    return await readAtMost(answer, LONGEST)
  } catch {
    return null
  }
}

/** The whole body. An answer without end would fill the memory before its time is up. @throws when it is longer than `most` bytes. */
export async function readAtMost(answer: Response, most: number): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of answer.body ?? []) {
    length += part.byteLength
    if (length > most) throw new Error('the answer is too long')
    parts.push(part)
  }
  return new Uint8Array(Buffer.concat(parts))
}
