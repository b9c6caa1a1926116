import { brandScale } from '#domain/brand.ts'
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

type Theme = Record<'brand' | 'onBrand' | 'brandText' | 'text' | 'muted' | 'line' | 'bg' | 'surface', string>

const FONTS = "system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

/** The start tag of a layout table: mail programs support tables better than CSS layout. */
const tableTag = (style: string) =>
  `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="${style}">`

/** The logo, which is sent within the mail: nothing is fetched. */
export const LOGO_URL = 'cid:logo'
/** Its size in CSS pixels; the logo is on the left of it. */
export const LOGO_SIZE = { width: 240, height: 40 }

/** Renders the mail as one HTML document with inline styles only. */
export function renderMailHtml(content: MailContent): string {
  const { tokens } = brandScale(content.sender.color)
  const theme = Object.fromEntries(Object.entries(tokens).map(([name, { light }]) => [name, light])) as Theme
  const { locale, sender, title, footer } = content
  const head =
    '<meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">' +
    `<meta name="color-scheme" content="light"><title>${escapeHtml(title)}</title>`
  const bodyStyle =
    `margin:0;padding:0;background:${theme.bg};color:${theme.text};` +
    `font-family:${FONTS};font-size:16px;line-height:1.5`
  const cardStyle =
    `max-width:560px;background:${theme.surface};border:1px solid ${theme.line};` +
    'border-radius:16px;overflow:hidden'
  const [ground, ink] = sender.logo ? ['#ffffff', '#000000'] : [theme.brand, theme.onBrand]
  const brandStyle = `color:${ink};font-size:20px;font-weight:700;text-decoration:none`
  const headStyle = `background:${ground};padding:20px 28px;border-top:4px solid ${theme.brand}`
  const footerStyle = `padding:20px 28px 28px;border-top:1px solid ${theme.line};color:${theme.muted};font-size:14px`
  const name = escapeHtml(sender.name)
  const contact =
    `<strong>${name}</strong><br>${sender.lines.map(escapeHtml).join('<br>')}` +
    `<p style="margin:12px 0 0">${escapeHtml(footer)}</p>`
  return `<!doctype html>
<html lang="${escapeHtml(locale)}"><head>${head}</head>
<body style="${bodyStyle}">
${tableTag(`background:${theme.bg}`)}<tr><td align="center" style="padding:24px 12px">
${tableTag(cardStyle)}
<tr><td style="${headStyle}"><a href="${escapeHtml(sender.url)}" \
style="${brandStyle}">${sender.logo ? logoHtml(name) : name}</a></td></tr>
<tr><td style="padding:28px 28px 12px">
<h1 style="margin:0 0 16px;font-size:26px;line-height:1.2;color:${theme.text}">${escapeHtml(title)}</h1>
${content.parts.map((part) => partHtml(part, theme)).join('\n')}
</td></tr>
<tr><td style="${footerStyle}">${contact}</td></tr>
</table></td></tr></table>
</body></html>
`
}

const logoHtml = (name: string) =>
  `<img src="${LOGO_URL}" alt="${name}" width="${LOGO_SIZE.width}" height="${LOGO_SIZE.height}" ` +
  'style="display:block;max-width:100%;border:0">'

function partHtml(part: Part, theme: Theme): string {
  switch (part.kind) {
    case 'text':
      return (
        `<p style="margin:0 0 16px${part.muted ? `;color:${theme.muted};font-size:14px` : ''}">` +
        `${breaks(part.text)}</p>`
      )
    case 'heading':
      return `<h2 style="margin:24px 0 8px;font-size:17px;line-height:1.3">${escapeHtml(part.text)}</h2>`
    case 'facts':
      return `${tableTag('margin:0 0 8px')}${part.rows.map((row) => factHtml(row, theme)).join('')}</table>`
    case 'bill':
      return billHtml(part, theme)
    case 'links':
      return `<p style="margin:8px 0 16px">${part.links.map((link) => linkHtml(link, theme)).join(' ')}</p>`
  }
}

const mutedSpan = (text: string, theme: Theme) =>
  `<span style="color:${theme.muted};font-size:14px">${escapeHtml(text)}</span>`

function factHtml(
  { label, lines, strong, url }: { label: string; lines: string[]; strong?: boolean; url?: string },
  theme: Theme,
): string {
  const value = lines.map(escapeHtml).join('<br>')
  const linkedValue = url
    ? `<a href="${escapeHtml(url)}" style="color:${theme.brandText}">${value}</a>`
    : value
  const size = strong ? '18px;font-weight:700' : '16px'
  return (
    `<tr><td style="padding:0 0 12px">${mutedSpan(label, theme)}<br>` +
    `<span style="font-size:${size}">${linkedValue}</span></td></tr>`
  )
}

const AMOUNT_STYLE = 'white-space:nowrap;padding-left:12px'

function billHtml({ lines, sums }: Extract<Part, { kind: 'bill' }>, theme: Theme): string {
  const cell = (side: string, style: string, inner: string) =>
    `<td align="${side}" valign="top" style="padding:10px 0;border-top:1px solid ` +
    `${theme.line};${style}">${inner}</td>`
  const services = lines.map(
    ({ title, detail, amount }) =>
      `<tr>${cell('left', '', `${escapeHtml(title)}<br>${mutedSpan(detail, theme)}`)}` +
      `${cell('right', AMOUNT_STYLE, escapeHtml(amount))}</tr>`,
  )
  const totals = sums.map(({ label, amount, strong }) => {
    const weight = strong ? 'font-weight:700' : ''
    return (
      `<tr>${cell('left', weight, escapeHtml(label))}` +
      `${cell('right', `${AMOUNT_STYLE};${weight}`, escapeHtml(amount))}</tr>`
    )
  })
  return `${tableTag('margin:0 0 16px')}${[...services, ...totals].join('')}</table>`
}

function linkHtml(
  { label, url, primary }: { label: string; url: string; primary?: boolean },
  theme: Theme,
): string {
  const style = primary
    ? 'display:inline-block;margin:0 12px 8px 0;padding:12px 20px;border-radius:10px;' +
      `background:${theme.brand};color:${theme.onBrand};font-weight:600;text-decoration:none`
    : `display:inline-block;margin:0 12px 8px 0;padding:12px 0;color:${theme.brandText};font-weight:600`
  return `<a href="${escapeHtml(url)}" style="${style}">${escapeHtml(label)}</a>`
}
const breaks = (text: string) => escapeHtml(text).replace(/\n/g, '<br>')
