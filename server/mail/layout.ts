import { brandScale } from '#domain/brand.ts'
import { escapeHtml } from '../escape-html.ts'

/** The parts of a mail: one list makes both the HTML and the text, so that they say the same. */
export type Part =
  | { kind: 'words'; text: string; muted?: boolean }
  | { kind: 'heading'; text: string }
  | { kind: 'facts'; rows: { label: string; lines: string[]; strong?: boolean; url?: string }[] }
  | {
      kind: 'bill'
      lines: { title: string; detail: string; amount: string }[]
      sums: { label: string; amount: string; strong?: boolean }[]
    }
  | { kind: 'links'; links: { label: string; url: string; primary?: boolean }[] }

export type Letter = {
  locale: string
  /** The tenant's name, colour ('#rrggbb') and the lines under the mail. */
  sender: { name: string; color: string; url: string; lines: string[] }
  title: string
  parts: Part[]
  footer: string
}

/** The mail as plain text, links spelt out. */
export function letterText({ sender, title, parts, footer }: Letter): string {
  return [title, ...parts.map(partText), '--', [sender.name, ...sender.lines].join('\n'), footer]
    .join('\n\n')
    .concat('\n')
}

function partText(part: Part): string {
  switch (part.kind) {
    case 'words':
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

type Look = Record<'brand' | 'onBrand' | 'brandText' | 'text' | 'muted' | 'line' | 'bg' | 'surface', string>

/** The mail as one HTML document: inline styles alone, no images, nothing fetched. */
export function letterHtml(letter: Letter): string {
  const { tokens } = brandScale(letter.sender.color)
  const look = Object.fromEntries(Object.entries(tokens).map(([name, { light }]) => [name, light])) as Look
  const { locale, sender, title, footer } = letter
  return `<!doctype html>
<html lang="${escapeHtml(locale)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light"><title>${escapeHtml(title)}</title></head>
<body style="margin:0;padding:0;background:${look.bg};color:${look.text};font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.5">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:${look.bg}"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:${look.surface};border:1px solid ${look.line};border-radius:16px;overflow:hidden">
<tr><td style="background:${look.brand};padding:20px 28px"><a href="${escapeHtml(sender.url)}" style="color:${look.onBrand};font-size:20px;font-weight:700;text-decoration:none">${escapeHtml(sender.name)}</a></td></tr>
<tr><td style="padding:28px 28px 12px">
<h1 style="margin:0 0 16px;font-size:26px;line-height:1.2;color:${look.text}">${escapeHtml(title)}</h1>
${letter.parts.map((part) => partHtml(part, look)).join('\n')}
</td></tr>
<tr><td style="padding:20px 28px 28px;border-top:1px solid ${look.line};color:${look.muted};font-size:14px"><strong>${escapeHtml(sender.name)}</strong><br>${sender.lines.map(escapeHtml).join('<br>')}<p style="margin:12px 0 0">${escapeHtml(footer)}</p></td></tr>
</table></td></tr></table>
</body></html>
`
}

function partHtml(part: Part, look: Look): string {
  switch (part.kind) {
    case 'words':
      return `<p style="margin:0 0 16px${part.muted ? `;color:${look.muted};font-size:14px` : ''}">${breaks(part.text)}</p>`
    case 'heading':
      return `<h2 style="margin:24px 0 8px;font-size:17px;line-height:1.3">${escapeHtml(part.text)}</h2>`
    case 'facts':
      return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 8px">${part.rows.map((row) => factHtml(row, look)).join('')}</table>`
    case 'bill':
      return billHtml(part, look)
    case 'links':
      return `<p style="margin:8px 0 16px">${part.links.map((link) => linkHtml(link, look)).join(' ')}</p>`
  }
}

function factHtml(
  { label, lines, strong, url }: { label: string; lines: string[]; strong?: boolean; url?: string },
  look: Look,
): string {
  const value = lines.map(escapeHtml).join('<br>')
  const shown = url ? `<a href="${escapeHtml(url)}" style="color:${look.brandText}">${value}</a>` : value
  return `<tr><td style="padding:0 0 12px"><span style="color:${look.muted};font-size:14px">${escapeHtml(label)}</span><br><span style="font-size:${strong ? '18px;font-weight:700' : '16px'}">${shown}</span></td></tr>`
}

function billHtml({ lines, sums }: Extract<Part, { kind: 'bill' }>, look: Look): string {
  const cell = (side: string, style: string, inner: string) =>
    `<td align="${side}" valign="top" style="padding:10px 0;border-top:1px solid ${look.line};${style}">${inner}</td>`
  const services = lines.map(
    ({ title, detail, amount }) =>
      `<tr>${cell('left', '', `${escapeHtml(title)}<br><span style="color:${look.muted};font-size:14px">${escapeHtml(detail)}</span>`)}${cell('right', 'white-space:nowrap;padding-left:12px', escapeHtml(amount))}</tr>`,
  )
  const totals = sums.map(({ label, amount, strong }) => {
    const weight = strong ? 'font-weight:700' : ''
    return `<tr>${cell('left', weight, escapeHtml(label))}${cell('right', `white-space:nowrap;padding-left:12px;${weight}`, escapeHtml(amount))}</tr>`
  })
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 16px">${[...services, ...totals].join('')}</table>`
}

function linkHtml(
  { label, url, primary }: { label: string; url: string; primary?: boolean },
  look: Look,
): string {
  const style = primary
    ? `display:inline-block;margin:0 12px 8px 0;padding:12px 20px;border-radius:10px;background:${look.brand};color:${look.onBrand};font-weight:600;text-decoration:none`
    : `display:inline-block;margin:0 12px 8px 0;padding:12px 0;color:${look.brandText};font-weight:600`
  return `<a href="${escapeHtml(url)}" style="${style}">${escapeHtml(label)}</a>`
}
const breaks = (text: string) => escapeHtml(text).replace(/\n/g, '<br>')
