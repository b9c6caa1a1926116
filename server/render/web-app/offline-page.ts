import { createHash } from 'node:crypto'
import { intlLocale, languageTag } from '#domain/language.ts'
import type { Translate } from '#contract/text.ts'
import { brandTheme } from '../brand.ts'
import type { Tenant } from '#server/context/context.ts'
import { formatPhone } from '#server/tenant/tenant.ts'
import { escapeHtml } from '#domain/escape-html.ts'
import { offlineScript, offlineScriptHash } from './offline-script.ts'

type Shown = { tenant: Tenant; language: string; t: Translate; /** PNG. */ icon: Uint8Array }

/**
 * The offline page that a browser caches: self-contained and the same for every guest of a language. Its
 * script reads the guest's next visit from the browser's own storage.
 */
export function offlinePage({ tenant, language, t, icon }: Shown): {
  html: string
  policy: string
} {
  const { profile } = tenant
  const phone = formatPhone(tenant)
  const { css, theme } = brandTheme(profile.brand.color)
  const style = `${css}${sheet}`
  const place = profile.address
    ? `${profile.address.street}, ${profile.address.postalcode} ${profile.address.city}`
    : null
  const say = (...of: Parameters<Translate>) => escapeHtml(t(...of))
  const html = `<!doctype html>
<html lang="${languageTag(language)}" data-locale="${intlLocale(language)}" data-zone="${escapeHtml(profile.timeZone)}" data-mood="${profile.brand.mood}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover"><meta name="robots" content="noindex">
<meta name="theme-color" media="(prefers-color-scheme: light)" content="${theme.light}"><meta name="theme-color" media="(prefers-color-scheme: dark)" content="${theme.dark}">
<title>${say('offline.title')} · ${escapeHtml(profile.title)}</title><style>${style}</style></head>
<body>
<header><img src="data:image/png;base64,${Buffer.from(icon).toString('base64')}" alt="" width="32" height="32"><span>${escapeHtml(profile.companyname)}</span></header>
<main>
<h1>${say('offline.title')}</h1>
<p class="lead">${say('offline.lead', { company: profile.companyname })}</p>
<section id="visit" aria-labelledby="next" hidden>
<h2 id="next">${say('offline.next')}</h2>
<p class="when"><span id="day"></span> <span id="time"></span></p>
<p id="own" class="quiet" data-words="${say('format.ownTime', { time: '{time}' })}" hidden></p>
<p id="services" lang="${languageTag(profile.default.language)}"></p>
<p id="people"></p>
${place ? `<p>${escapeHtml(place)}</p>` : ''}
<p class="quiet note">${say('offline.asOf')}</p>
</section>
<p class="actions"><a class="button" href="">${say('error.retry')}</a>${phone ? `<a href="tel:${escapeHtml(phone.tel)}">${say('offline.call', { phone: phone.text })}</a>` : ''}</p>
</main>
<script>${offlineScript}</script>
</body></html>
`
  const policy =
    `default-src 'none'; script-src ${offlineScriptHash}; style-src ` +
    `'sha256-${createHash('sha256').update(style).digest('base64')}'; img-src data:; base-uri 'none'; ` +
    `form-action 'none'; frame-ancestors 'none'`
  return { html, policy }
}

/** The few styles that this page needs. */
const sheet = `
*{box-sizing:border-box;margin:0}
[hidden]{display:none!important}
html{background:var(--bg);color:var(--text);font:1rem/1.5 system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',sans-serif;-webkit-text-size-adjust:100%}
html[data-mood=classic]{--display:'Iowan Old Style',Charter,Georgia,'Times New Roman',serif}
h1,h2,header span{font-family:var(--display,inherit);font-weight:600;line-height:1.15;text-wrap:balance}
header{display:flex;align-items:center;gap:.625rem;height:4rem;padding:0 max(1rem,calc(50vw - 34.5rem));background:var(--surface);border-bottom:1px solid var(--line);font-size:1.125rem}
header img{border-radius:6px}
header span{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
main{max-width:34rem;margin:0 auto;padding:clamp(2rem,8vh,4.5rem) 1rem 3rem}
h1{font-size:clamp(1.75rem,1.4rem + 1.8vw,2.25rem)}
.lead{margin-top:.75rem;color:var(--muted);font-size:1.125rem;text-wrap:pretty}
section{margin-top:2rem;padding:1.25rem 1.5rem 1.5rem;border:1px solid var(--line);border-radius:12px;background:var(--surface);overflow-wrap:anywhere}
h2{font-size:1rem;color:var(--brand-text)}
.when{margin-top:.5rem;font-family:var(--display,inherit);font-size:1.375rem;font-weight:600;line-height:1.25}
.when span{display:inline-block;font-variant-numeric:tabular-nums}
.when span::first-letter{text-transform:uppercase}
.quiet{color:var(--muted);font-size:.875rem}
#services{margin-top:.75rem}
.note{margin-top:1rem;padding-top:.75rem;border-top:1px solid var(--line)}
.actions{display:flex;flex-wrap:wrap;gap:.75rem 1.5rem;align-items:center;margin-top:2rem}
a{display:inline-flex;align-items:center;min-height:2.75rem;color:var(--brand-text);text-underline-offset:4px}
.button{padding:.5rem 1.25rem;border:1px solid var(--brand-line);border-radius:12px;background:var(--brand);color:var(--on-brand);font-weight:500;text-decoration:none}
.button:hover{background:var(--brand-hover)}
:focus-visible{outline:3px solid var(--focus);outline-offset:2px}
`
