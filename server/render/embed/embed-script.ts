/** What the script knows: its tenant's colour, language and texts, and the paths of the booking. */
export type EmbedDefaults = {
  /** '#rrggbb' */
  color: string
  language: string
  texts: Record<string, { book: string; newTab: string }>
  paths: { services: string; person: string; time: string }
}

/**
 * Runs on a page of another site: draws a button that opens the booking, in place of the script's own element
 * or of a plain link to the tenant just before it. Self-contained. It sets styles by the CSSOM and makes
 * elements one by one, so that it works under a strict content policy and trusted types. docs/decisions/037.
 */
function drawButton({ color, language, texts, paths }: EmbedDefaults): void {
  const script = document.currentScript
  if (!(script instanceof HTMLScriptElement)) return
  const {
    text,
    color: ownColor = '',
    service: services,
    person,
    language: ownLanguage,
    target,
  } = script.dataset
  const { origin } = new URL(script.src)
  const before = script.previousElementSibling
  const plain = before instanceof HTMLAnchorElement && before.origin === origin ? before : null
  // A page in Norwegian Bokmål says `nb`.
  const spoken = (ownLanguage || script.closest<HTMLElement>('[lang]')?.lang || '')
    .toLowerCase()
    .replace(/[-_].*/, '')
    .replace(/^n[bn]$/, 'no')
  const known = Object.hasOwn(texts, spoken) ? spoken : ''
  const words = texts[known || language]
  const ground = /^#[0-9a-f]{6}$/i.test(ownColor) ? ownColor : color

  const link = document.createElement('a')
  link.href = address()
  link.textContent = text || plain?.textContent.trim() || (words?.book ?? '')
  link.rel = 'noopener'
  if (target !== '_self') {
    link.target = '_blank'
    const note = document.createElement('span')
    note.textContent = ` ${words?.newTab ?? ''}`
    link.append(note)
  }
  const host = document.createElement('span')
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(styles(ground, isLight(ground) ? '#000' : '#fff'))
  const shadow = host.attachShadow({ mode: 'open' })
  shadow.adoptedStyleSheets = [sheet]
  shadow.append(link)
  if (plain) plain.replaceWith(host)
  else script.before(host)

  function address(): string {
    const url = new URL(services ? (person ? paths.time : paths.person) : paths.services, origin)
    for (const [name, value] of [
      ['services', services],
      ['teamMember', person],
      ['lang', known],
    ] as const)
      if (value) url.searchParams.set(name, value)
    return url.href
  }
  /** Whether black is read better than white on a colour: by its relative luminance (WCAG 2.2). */
  function isLight(hex: string): boolean {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
      const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179
  }
  function styles(background: string, front: string): string {
    return (
      ':host{display:inline-block}@media print{:host{display:none}}' +
      'a{position:relative;display:inline-flex;box-sizing:border-box;min-height:44px;align-items:center;' +
      'justify-content:center;padding:8px 20px;border:1px solid color-mix(in srgb,' +
      `${front} 40%,transparent);border-radius:12px;background:${background};color:${front};` +
      'font-family:inherit;font-size:16px;font-weight:500;line-height:1.3;text-align:center;' +
      'text-decoration:none}a:hover{text-decoration:underline;text-underline-offset:4px}' +
      'a:focus-visible{outline:2px solid #fff;box-shadow:0 0 0 5px #000}' +
      'span{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}'
    )
  }
}

/** The text of the script for a tenant. */
export const embedScript = (defaults: EmbedDefaults): string =>
  `(${drawButton.toString()})(${JSON.stringify(defaults)})`
