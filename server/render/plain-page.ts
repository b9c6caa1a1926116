import { createHash } from 'node:crypto'
import { intlLocale, languageTag } from '#domain/language.ts'
import { escapeHtml } from '#domain/escape-html.ts'
import type { Tenant } from '../context/context.ts'
import { brandTheme } from './brand.ts'

type PlainPage = {
  /** In whose look it is; null: in that of the browser. */ tenant: Tenant | null
  language: string
  title: string
  /** HTML: the icon or logo of the tenant, and its name. */ header: string
  /** HTML. */ main: string
  /** Styles of its own. */ css?: string
  /** With its hash. */ script?: { text: string; hash: string }
  /** What its policy lets it show. */ images: string
}

/** A page that is complete in itself: it needs neither files of the build nor the database. */
export function plainPage({ tenant, language, title, header, main, css = '', script, images }: PlainPage): {
  html: string
  policy: string
} {
  const theme = tenant && brandTheme(tenant.profile.brand.color)
  const style = `${theme?.css ?? browserColors}${sheet}${css}`
  const hash = createHash('sha256').update(style).digest('base64')
  const ofTenant = tenant
    ? ` data-zone="${escapeHtml(tenant.profile.timeZone)}" data-mood="${tenant.profile.brand.mood}"`
    : ''
  const colors = theme
    ? `<meta name="theme-color" media="(prefers-color-scheme: light)" content="${theme.theme.light}"><meta name="theme-color" media="(prefers-color-scheme: dark)" content="${theme.theme.dark}">`
    : ''
  const html = `<!doctype html>
<html lang="${languageTag(language)}" data-locale="${intlLocale(language)}"${ofTenant}>
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover"><meta name="robots" content="noindex">
${colors}
<title>${[title, ...(tenant ? [tenant.profile.title] : [])].map(escapeHtml).join(' · ')}</title><style>${style}</style></head>
<body>
${header && `<header>${header}</header>`}
<main>
${main}
</main>
${script ? `<script>${script.text}</script>` : ''}
</body></html>
`
  const policy =
    `default-src 'none'; ${script ? `script-src ${script.hash}; ` : ''}style-src 'sha256-${hash}'; ` +
    `img-src ${images}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
  return { html, policy }
}

const browserColors =
  ':root{color-scheme:light dark;--bg:Canvas;--surface:Canvas;--text:CanvasText;--muted:CanvasText;' +
  '--line:GrayText;--brand-text:LinkText;--brand:ButtonFace;--brand-hover:ButtonFace;' +
  '--brand-line:ButtonBorder;--on-brand:ButtonText;--focus:Highlight}'

/** The few styles that such pages need. */
const sheet = `
*{box-sizing:border-box;margin:0}
[hidden]{display:none!important}
html{background:var(--bg);color:var(--text);font:1rem/1.5 system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',sans-serif;-webkit-text-size-adjust:100%}
html[data-mood=classic]{--display:'Iowan Old Style',Charter,Georgia,'Times New Roman',serif}
h1,h2,header{font-family:var(--display,inherit);font-weight:600;line-height:1.15;text-wrap:balance}
header{display:flex;align-items:center;gap:.625rem;min-height:4rem;padding:.25rem max(1rem,calc(50vw - 34.5rem));background:var(--surface);border-bottom:1px solid var(--line);font-size:1.125rem}
header img{flex-shrink:0;border-radius:6px}
@media (prefers-color-scheme:dark){.on-white{padding:.25rem;background:#fff}}
header a{display:flex;align-items:center;gap:.625rem;min-height:2.75rem;min-width:0;color:inherit;text-decoration:none}
header span{min-width:0;overflow-wrap:anywhere}
main{max-width:34rem;margin:0 auto;padding:clamp(2rem,8vh,4.5rem) 1rem 3rem;overflow-wrap:anywhere}
h1{font-size:clamp(1.75rem,1.4rem + 1.8vw,2.25rem)}
.lead{margin-top:.75rem;color:var(--muted);font-size:1.125rem;text-wrap:pretty}
.actions{display:flex;flex-wrap:wrap;gap:.75rem 1.5rem;align-items:center;margin-top:2rem}
main a{display:inline-flex;align-items:center;min-height:2.75rem;color:var(--brand-text);text-underline-offset:4px}
main .button{padding:.5rem 1.25rem;border:1px solid var(--brand-line);border-radius:12px;background:var(--brand);color:var(--on-brand);font-weight:500;text-decoration:none}
main .button:hover{background:var(--brand-hover)}
:focus-visible{outline:3px solid var(--focus);outline-offset:2px}
`
