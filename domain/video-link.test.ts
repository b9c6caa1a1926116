import { expect, test } from 'vitest'
import { videoEmbed, type VideoOptions, type VideoProvider } from './video-link.ts'

const plain: VideoOptions = { autoplay: false, mute: false, loop: false, showControls: true }
const idOf = (provider: VideoProvider, link: string) => {
  const embed = videoEmbed(provider, link, plain)
  return embed.ok ? /(?:embed|video)\/([^?]+)/.exec(embed.src)?.[1] : null
}

const youtube = 'aqz-KE_bpKQ'
const vimeo = '76979871'

test.each([
  `https://www.youtube.com/watch?v=${youtube}`,
  `https://youtube.com/watch?v=${youtube}`,
  `https://m.youtube.com/watch?v=${youtube}`,
  `http://www.youtube.com/watch?v=${youtube}`,
  `https://www.youtube.com/watch?v=${youtube}&t=42s`,
  `https://www.youtube.com/watch?list=PL123&v=${youtube}`,
  `https://www.youtube.com/watch?feature=share&v=${youtube}#t=3`,
  `HTTPS://WWW.YOUTUBE.COM/watch?v=${youtube}`,
  `https://youtu.be/${youtube}`,
  `https://youtu.be/${youtube}?si=abcDEF`,
  `https://youtu.be/${youtube}/`,
  `http://youtu.be/${youtube}`,
  `https://www.youtube.com/shorts/${youtube}`,
  `https://youtube.com/shorts/${youtube}?feature=share`,
  `https://m.youtube.com/shorts/${youtube}/`,
])('%s is a video of YouTube', (link) => {
  expect(idOf('youtube', link)).toBe(youtube)
  expect(idOf('vimeo', link)).toBeNull()
})

test.each([
  `https://vimeo.com/${vimeo}`,
  `https://www.vimeo.com/${vimeo}`,
  `http://vimeo.com/${vimeo}`,
  `https://vimeo.com/channels/staffpicks/${vimeo}`,
  `https://vimeo.com/groups/motion/videos/${vimeo}`,
  `https://vimeo.com/${vimeo}/`,
  `https://vimeo.com/${vimeo}?share=copy#t=3s`,
])('%s is a video of Vimeo', (link) => {
  expect(idOf('vimeo', link)).toBe(vimeo)
  expect(idOf('youtube', link)).toBeNull()
})

test.each([
  '',
  ' ',
  youtube,
  vimeo,
  `www.youtube.com/watch?v=${youtube}`,
  `//www.youtube.com/watch?v=${youtube}`,
  `youtu.be/${youtube}`,
  `https://youtube.com.evil.example/watch?v=${youtube}`,
  `https://evil.example/youtube.com/watch?v=${youtube}`,
  `https://evil.example/?u=https://youtube.com/watch?v=${youtube}`,
  `https://www.youtube.com@evil.example/watch?v=${youtube}`,
  `https://evil@www.youtube.com/watch?v=${youtube}`,
  `https://a:b@www.youtube.com/watch?v=${youtube}`,
  `https://www.youtube.com:8443/watch?v=${youtube}`,
  `https://www.youtube.com./watch?v=${youtube}`,
  `https://notyoutube.com/watch?v=${youtube}`,
  `https://xn--yutube-fua.com/watch?v=${youtube}`,
  `https://yоutube.com/watch?v=${youtube}`,
  `https://youtu.be.evil.example/${youtube}`,
  `https://evil.youtu.be/${youtube}`,
  `https://music.youtube.com/watch?v=${youtube}`,
  `https://www.youtube.com/embed/${youtube}`,
  `https://www.youtube.com/v/${youtube}`,
  `https://www.youtube.com/live/${youtube}`,
  `https://www.youtube.com/watch/${youtube}`,
  `https://www.youtube.com/Watch?v=${youtube}`,
  'https://www.youtube.com/watch',
  'https://www.youtube.com/watch?v=',
  `https://www.youtube.com/watch?v=${youtube}&v=bbbbbbbbbbb`,
  'https://www.youtube.com/watch?v=short',
  `https://www.youtube.com/watch?v=${youtube}x`,
  `https://www.youtube.com/watch?v=${youtube}%26autoplay=1`,
  'https://www.youtube.com/watch?v=aaaaaaaaa"x',
  'https://www.youtube.com/watch?v=../../evil.',
  'https://www.youtube.com/watch?v=%3Cscript%3E..',
  `https://www.youtube.com/shorts/${youtube}/more`,
  `https://www.youtube.com/shorts/../watch%3Fv=${youtube}`,
  'https://www.youtube.com/shorts/',
  `https://youtu.be/${youtube}/more`,
  'https://youtu.be/',
  `https://youtu.be//${youtube}x`,
  `https:\\\\www.youtube.com\\watch?v=${youtube}`,
  `https://www.youtube.com\\@evil.example/watch?v=${youtube}`,
  `ht\ntps://www.youtube.com/watch?v=${youtube}`,
  `https://www.you\ttube.com/watch?v=${youtube}`,
  ` https://www.youtube.com/watch?v=${youtube}`,
  `https:www.youtube.com/watch?v=${youtube}`,
  `https:///www.youtube.com/watch?v=${youtube}`,
  `javascript:alert(1)//youtube.com/watch?v=${youtube}`,
  `data:text/html,https://youtu.be/${youtube}`,
  `ftp://www.youtube.com/watch?v=${youtube}`,
  `blob:https://www.youtube.com/watch?v=${youtube}`,
  `https://player.vimeo.com/video/${vimeo}`,
  `https://vimeo.com.evil.example/${vimeo}`,
  `https://evil.vimeo.com/${vimeo}`,
  `https://evil.example/vimeo.com/${vimeo}`,
  `https://vimeo.com@evil.example/${vimeo}`,
  `https://user@vimeo.com/${vimeo}`,
  `https://vimeo.com:444/${vimeo}`,
  'https://vimeo.com/',
  'https://vimeo.com/staffpicks',
  'https://vimeo.com/12345',
  'https://vimeo.com/1234567890123',
  `https://vimeo.com/${vimeo}x`,
  `https://vimeo.com/${vimeo}/abcdef1234`,
  `https://vimeo.com/?v=${vimeo}`,
  `https://vimeo.com/#${vimeo}`,
  `https://vimeo.com/${vimeo}%2f..`,
  'https://vimeo.com/٧٦٩٧٩٨٧١',
  `https://vimeo.com\\${vimeo}`,
  `https://www.youtube.com/watch?v=${youtube}${'x'.repeat(3000)}`,
])('%j is no video', (link) => {
  expect([idOf('youtube', link), idOf('vimeo', link)]).toEqual([null, null])
})

const youtubeLink = `https://youtu.be/${youtube}`
test.each([
  ['youtube', {}, `https://www.youtube-nocookie.com/embed/${youtube}?playsinline=1&rel=0`],
  [
    'youtube',
    { autoplay: true },
    `https://www.youtube-nocookie.com/embed/${youtube}?autoplay=1&mute=1&playsinline=1&rel=0`,
  ],
  ['youtube', { mute: true }, `https://www.youtube-nocookie.com/embed/${youtube}?mute=1&playsinline=1&rel=0`],
  [
    'youtube',
    { loop: true },
    `https://www.youtube-nocookie.com/embed/${youtube}?loop=1&playlist=${youtube}&playsinline=1&rel=0`,
  ],
  [
    'youtube',
    { showControls: false },
    `https://www.youtube-nocookie.com/embed/${youtube}?controls=0&playsinline=1&rel=0`,
  ],
  ['vimeo', {}, `https://player.vimeo.com/video/${vimeo}?playsinline=1&dnt=1`],
  [
    'vimeo',
    { autoplay: true, loop: true, showControls: false },
    `https://player.vimeo.com/video/${vimeo}?autoplay=1&muted=1&loop=1&controls=0&playsinline=1&dnt=1`,
  ],
  ['vimeo', { mute: true }, `https://player.vimeo.com/video/${vimeo}?muted=1&playsinline=1&dnt=1`],
] as const)('%s with %j is framed by %s', (provider, options, src) => {
  expect(
    videoEmbed(provider, provider === 'youtube' ? youtubeLink : `https://vimeo.com/${vimeo}`, {
      ...plain,
      ...options,
    }),
  ).toMatchObject({ ok: true, provider, src })
})
