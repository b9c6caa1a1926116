import { MAX_LINK_LENGTH } from './safe-path.ts'

export type VideoProvider = 'youtube' | 'vimeo'
export type VideoOptions = { autoplay: boolean; mute: boolean; loop: boolean; showControls: boolean }
/** `src`: the URL of the iframe; `page`: the video's page at its provider. */
type VideoEmbed = { ok: true; provider: VideoProvider; src: string; page: string } | { ok: false }

const youtubeHosts = new Set(['www.youtube.com', 'youtube.com', 'm.youtube.com'])
const vimeoHosts = new Set(['vimeo.com', 'www.vimeo.com'])

/**
 * The iframe of a video link. Only the validated id goes into the URL, so it always leads to the provider's
 * player without cookies.
 */
export function videoEmbed(provider: VideoProvider, link: string, options: VideoOptions): VideoEmbed {
  const id = parseId(provider, link)
  if (id === null) return { ok: false }
  return provider === 'youtube'
    ? {
        ok: true,
        provider,
        src: `https://www.youtube-nocookie.com/embed/${id}?${youtubeQuery(id, options)}`,
        page: `https://www.youtube.com/watch?v=${id}`,
      }
    : {
        ok: true,
        provider,
        src: `https://player.vimeo.com/video/${id}?${vimeoQuery(options)}`,
        page: `https://vimeo.com/${id}`,
      }
}

function parseId(provider: VideoProvider, link: string): string | null {
  // Browsers drop tabs and line breaks, and read \ as /: reject links that rely on it.
  if (link.length > MAX_LINK_LENGTH || !/^https?:\/\/(?!\/)[!-[\]-~]+$/i.test(link)) return null
  const url = URL.parse(link)
  if (!url || url.username !== '' || url.password !== '' || url.port !== '') return null
  const id = provider === 'youtube' ? youtubeId(url) : vimeoId(url)
  const shape = provider === 'youtube' ? /^[A-Za-z0-9_-]{11}$/ : /^\d{6,12}$/
  return id !== null && shape.test(id) ? id : null
}

function youtubeId({ hostname, pathname, searchParams }: URL): string | null {
  if (hostname === 'youtu.be') return /^\/([^/]+)\/?$/.exec(pathname)?.[1] ?? null
  if (!youtubeHosts.has(hostname)) return null
  const named = searchParams.getAll('v')
  if (pathname === '/watch') return named.length === 1 ? (named[0] ?? null) : null
  return /^\/shorts\/([^/]+)\/?$/.exec(pathname)?.[1] ?? null
}

const vimeoId = ({ hostname, pathname }: URL): string | null =>
  vimeoHosts.has(hostname) ? (pathname.split('/').findLast(Boolean) ?? null) : null

// Browsers allow automatic playback only without sound.
const isMuted = ({ autoplay, mute }: VideoOptions) => autoplay || mute

function youtubeQuery(id: string, options: VideoOptions): string {
  const { autoplay, loop, showControls } = options
  return [
    autoplay && 'autoplay=1',
    isMuted(options) && 'mute=1',
    loop && `loop=1&playlist=${id}`,
    !showControls && 'controls=0',
    'playsinline=1',
    'rel=0',
  ]
    .filter(Boolean)
    .join('&')
}

function vimeoQuery(options: VideoOptions): string {
  const { autoplay, loop, showControls } = options
  return [
    autoplay && 'autoplay=1',
    isMuted(options) && 'muted=1',
    loop && 'loop=1',
    !showControls && 'controls=0',
    'playsinline=1',
    'dnt=1',
  ]
    .filter(Boolean)
    .join('&')
}
