import { brandScale, type BrandScale, type BrandToken } from '#domain/brand.ts'
import { escapeHtml } from '#domain/escape-html.ts'

/** The parts of a mail. HTML and text are rendered from the same list, so that both have the same content. */
export type Part =
  | { kind: 'text'; text: string; muted?: boolean }
  | { kind: 'heading'; text: string }
  | { kind: 'facts'; rows: { label: string; lines: string[]; strong?: boolean; url?: string }[] }
  | {
      kind: 'bill'
      lines: { title: string; detail: string; amount: string }[]
      sums: { label: string; amount: string; strong?: boolean }[]
    }
  | { kind: 'links'; links: { label: string; url: string; primary?: boolean }[] }

export type MailContent = {
  locale: string
  /** The tenant's name, colour ('#rrggbb') and the contact lines at the end. */
  sender: {
    name: string
    color: string
    /** Whether it has a logo. */ logo?: boolean
    url: string
    lines: string[]
  }
  title: string
  parts: Part[]
  footer: string
}

/** Renders the mail as plain text, with full URLs. */
export function renderMailText({ sender, title, parts, footer }: MailContent): string {
  return [title, ...parts.map(partText), '--', [sender.name, ...sender.lines].join('\n'), footer]
    .join('\n\n')
    .concat('\n')
}

function partText(part: Part): string {
  switch (part.kind) {
    case 'text':
      return part.text
    case 'heading':
      return part.text.toUpperCase()
    case 'facts':
      return part.rows.map(({ label, lines }) => `${label}: ${lines.join('\n')}`).join('\n\n')
    case 'bill':
      return [
        ...part.lines.map(({ title, detail, amount }) => `${title}: ${amount}\n  ${detail}`),
        part.sums.map(({ label, amount }) => `${label}: ${amount}`).join('\n'),
      ].join('\n')
    case 'links':
      return part.links.map(({ label, url }) => `${label}:\n${url}`).join('\n\n')
  }
}

/**
 * What has a colour of its own, with the token of each colour. The light ones are inline, for mail programs
 * that ignore rules; the class of the same name brings the dark ones.
 */
const roles = {
  ground: { background: 'bg', color: 'text' },
  card: { background: 'surface', 'border-color': 'line' },
  brand: { background: 'brand', 'border-color': 'brand' },
  name: { color: 'onBrand' },
  /** Below a logo, which is drawn on white. */
  rim: { 'border-color': 'brand' },
  title: { color: 'text' },
  muted: { color: 'muted' },
  line: { 'border-color': 'line' },
  footer: { color: 'muted', 'border-color': 'line' },
  link: { color: 'brandText' },
  button: { background: 'brand', color: 'onBrand' },
} as const satisfies Record<string, Record<string, BrandToken>>

/** The attributes of an element that looks so; `style` comes before its colours. */
type Look = (role: keyof typeof roles, style: string) => string

const colours = (
  role: keyof typeof roles,
  { tokens }: BrandScale,
  mode: 'light' | 'dark',
  important = '',
): string =>
  Object.entries<BrandToken>(roles[role])
    .map(([property, token]) => `${property}:${tokens[token][mode]}${important}`)
    .join(';')

const lookIn =
  (scale: BrandScale): Look =>
  (role, style) =>
    `class="${role}" style="${style};${colours(role, scale, 'light')}"`

const darkRules = (scale: BrandScale): string =>
  `@media (prefers-color-scheme:dark){${Object.keys(roles)
    .map((role) => `.${role}{${colours(role as keyof typeof roles, scale, 'dark', '!important')}}`)
    .join('')}}`

const FONTS = "system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

/** The start tag of a layout table: mail programs support tables better than CSS layout. */
const tableTag = (attributes: string) =>
  `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" ${attributes}>`

/** The logo, which is sent within the mail: nothing is fetched. */
export const LOGO_URL = 'cid:logo'
/** Its size in CSS pixels; the logo is on the left of it. */
export const LOGO_SIZE = { width: 240, height: 40 }

/** Renders the mail as one HTML document, light or dark as the mail program is. */
export function renderMailHtml(content: MailContent): string {
  const scale = brandScale(content.sender.color)
  const look = lookIn(scale)
  const { locale, sender, title, footer } = content
  const head =
    '<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">' +
    '<meta name="color-scheme" content="light dark">' +
    '<meta name="supported-color-schemes" content="light dark">' +
    `<title>${escapeHtml(title)}</title><style>${darkRules(scale)}</style>`
  const body = look('ground', `margin:0;padding:0;font-family:${FONTS};font-size:16px;line-height:1.5`)
  const card = look('card', 'max-width:560px;border:1px solid;border-radius:16px;overflow:hidden')
  const headStyle = 'padding:20px 28px;border-top:4px solid'
  const nameStyle = 'font-size:20px;font-weight:700;text-decoration:none'
  const name = escapeHtml(sender.name)
  const brand = sender.logo
    ? { cell: look('rim', `background:#ffffff;${headStyle}`), link: `style="color:#000000;${nameStyle}"` }
    : { cell: look('brand', headStyle), link: look('name', nameStyle) }
  const contact =
    `<strong>${name}</strong><br>${sender.lines.map(escapeHtml).join('<br>')}` +
    `<p style="margin:12px 0 0">${escapeHtml(footer)}</p>`
  return `<!doctype html>
<html lang="${escapeHtml(locale)}"><head>${head}</head>
<body ${body}>
${tableTag(look('ground', 'width:100%'))}<tr><td align="center" style="padding:24px 12px">
${tableTag(card)}
<tr><td ${brand.cell}><a href="${escapeHtml(sender.url)}" \
${brand.link}>${sender.logo ? logoHtml(name) : name}</a></td></tr>
<tr><td style="padding:28px 28px 12px">
<h1 ${look('title', 'margin:0 0 16px;font-size:26px;line-height:1.2')}>${escapeHtml(title)}</h1>
${content.parts.map((part) => partHtml(part, look)).join('\n')}
</td></tr>
<tr><td ${look('footer', 'padding:20px 28px 28px;border-top:1px solid;font-size:14px')}>${contact}</td></tr>
</table></td></tr></table>
</body></html>
`
}

const logoHtml = (name: string) =>
  `<img src="${LOGO_URL}" alt="${name}" width="${LOGO_SIZE.width}" height="${LOGO_SIZE.height}" ` +
  // Where pictures are blocked, the name takes the lines that it needs.
  'style="display:block;max-width:100%;height:auto;border:0">'

function partHtml(part: Part, look: Look): string {
  switch (part.kind) {
    case 'text': {
      const style = 'margin:0 0 16px'
      const attributes = part.muted ? look('muted', `${style};font-size:14px`) : `style="${style}"`
      return `<p ${attributes}>${breaks(part.text)}</p>`
    }
    case 'heading':
      return `<h2 style="margin:24px 0 8px;font-size:17px;line-height:1.3">${escapeHtml(part.text)}</h2>`
    case 'facts':
      return (
        tableTag('style="margin:0 0 8px"') + `${part.rows.map((row) => factHtml(row, look)).join('')}</table>`
      )
    case 'bill':
      return billHtml(part, look)
    case 'links':
      return `<p style="margin:8px 0 16px">${part.links.map((link) => linkHtml(link, look)).join(' ')}</p>`
  }
}

const mutedSpan = (text: string, look: Look) =>
  `<span ${look('muted', 'font-size:14px')}>${escapeHtml(text)}</span>`

function factHtml(
  { label, lines, strong, url }: { label: string; lines: string[]; strong?: boolean; url?: string },
  look: Look,
): string {
  const value = lines.map(escapeHtml).join('<br>')
  const linkedValue = url
    ? `<a href="${escapeHtml(url)}" ${look('link', 'text-decoration:underline')}>${value}</a>`
    : value
  const size = strong ? '18px;font-weight:700' : '16px'
  return (
    `<tr><td style="padding:0 0 12px">${mutedSpan(label, look)}<br>` +
    `<span style="font-size:${size}">${linkedValue}</span></td></tr>`
  )
}

const AMOUNT_STYLE = ';white-space:nowrap;padding-left:12px'

function billHtml({ lines, sums }: Extract<Part, { kind: 'bill' }>, look: Look): string {
  const cell = (side: string, style: string, inner: string) =>
    `<td align="${side}" valign="top" ` +
    `${look('line', `padding:10px 0${style};border-top:1px solid`)}>${inner}</td>`
  const services = lines.map(
    ({ title, detail, amount }) =>
      `<tr>${cell('left', '', `${escapeHtml(title)}<br>${mutedSpan(detail, look)}`)}` +
      `${cell('right', AMOUNT_STYLE, escapeHtml(amount))}</tr>`,
  )
  const totals = sums.map(({ label, amount, strong }) => {
    const weight = strong ? ';font-weight:700' : ''
    return (
      `<tr>${cell('left', weight, escapeHtml(label))}` +
      `${cell('right', `${AMOUNT_STYLE}${weight}`, escapeHtml(amount))}</tr>`
    )
  })
  return `${tableTag('style="margin:0 0 16px"')}${[...services, ...totals].join('')}</table>`
}

function linkHtml(
  { label, url, primary }: { label: string; url: string; primary?: boolean },
  look: Look,
): string {
  const style = 'display:inline-block;margin:0 12px 8px 0;font-weight:600'
  const attributes = primary
    ? look('button', `${style};padding:12px 20px;border-radius:10px;text-decoration:none`)
    : look('link', `${style};padding:12px 0`)
  return `<a href="${escapeHtml(url)}" ${attributes}>${escapeHtml(label)}</a>`
}
const breaks = (text: string) => escapeHtml(text).replace(/\n/g, '<br>')
