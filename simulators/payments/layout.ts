import { toAmount } from '#domain/money.ts'
import { randomBytes } from 'node:crypto'
import type { SimulatedPayment } from './payment.ts'
import { pageTexts, type PageLanguage } from './page-texts.ts'

const css = `
:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif;--ink:light-dark(#1d1b2e,#f1f0f7);--soft:light-dark(#5a5770,#b6b3ca);--ground:light-dark(#f5f4f9,#13121c);--sheet:light-dark(#fff,#1e1c2b);--line:light-dark(#8b88a3,#77738f);--main:light-dark(#3f2fc4,#b3a9ff);--on-main:light-dark(#fff,#15112e);--error:light-dark(#b3141f,#ff9d9d);--note:light-dark(#fff1c9,#4a3a08);--on-note:light-dark(#4a3500,#ffe9ad)}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;background:var(--ground);color:var(--ink)}
.note{margin:0;padding:.6rem 1rem;text-align:center;font-weight:600;background:var(--note);color:var(--on-note)}
main{max-width:28rem;margin:0 auto;padding:1.5rem 1.25rem 2.5rem;background:var(--sheet)}
@media (min-width:40rem){main{margin:3rem auto;padding:2rem;border-radius:12px;border:1px solid color-mix(in srgb,var(--line) 45%,transparent)}}
h1{margin:0;font-size:1.1rem;line-height:1.3;font-weight:600}
.amount{margin:.25rem 0 1rem;font-size:2.25rem;line-height:1.15;font-weight:700;font-variant-numeric:tabular-nums}
dl{display:grid;grid-template-columns:auto 1fr;gap:.15rem 1rem;margin:0 0 1.5rem;padding:0 0 1.25rem;border-bottom:1px solid color-mix(in srgb,var(--line) 45%,transparent)}
dt{color:var(--soft)}dd{margin:0;overflow-wrap:anywhere}
label{display:block;font-weight:600}
.field{margin:0 0 1.1rem}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:1rem}
input{width:100%;min-height:3rem;margin:.3rem 0;padding:.5rem .75rem;font:inherit;font-size:1.1rem;font-variant-numeric:tabular-nums;color:inherit;background:transparent;border:1px solid var(--line);border-radius:6px}
input[aria-invalid=true]{border-color:var(--error);box-shadow:inset 0 0 0 1px var(--error)}
.hint{margin:0;font-size:.9rem;color:var(--soft)}
.error{margin:0;font-size:.9rem;color:var(--error);font-weight:600}
.error:empty{display:none}
.alert{margin:0 0 1.25rem;padding:.75rem 1rem;border:1px solid var(--error);border-radius:6px;color:var(--error);font-weight:600}
button,.button{display:flex;align-items:center;justify-content:center;width:100%;min-height:3.25rem;margin:0 0 .75rem;padding:.5rem 1rem;font:inherit;font-weight:600;text-align:center;text-decoration:none;color:var(--ink);background:transparent;border:1px solid var(--line);border-radius:12px;cursor:pointer}
.main{color:var(--on-main);background:var(--main);border-color:var(--main)}
.leave{display:flex;align-items:center;justify-content:center;min-height:2.75rem;color:var(--soft)}
:focus-visible{outline:3px solid var(--main);outline-offset:2px}
details{margin:1rem 0 0;padding:1rem 0 0;border-top:1px solid color-mix(in srgb,var(--line) 45%,transparent)}
summary{padding:.6rem 0;cursor:pointer;font-weight:600}
ul{margin:0;padding:0;list-style:none;font-size:.95rem}
li{padding:.45rem 0;font-variant-numeric:tabular-nums}
li span{display:block;color:var(--soft)}
`

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (one) => `&#${one.charCodeAt(0)};`)

/** A page; `script` runs with a nonce of the response. */
export type Page = { status: number; title: string; body: string; script?: string }

/** A page's response. `form-action` is left out: browsers check it against the shop's address too. */
export function toPageResponse({ status, title, body, script }: Page, language: PageLanguage): Response {
  const nonce = randomBytes(16).toString('base64')
  const { simulator } = pageTexts[language]
  const html =
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8">` +
    '<meta name="viewport" content="width=device-width,initial-scale=1">' +
    `<title>${escapeHtml(`${title} – ${simulator}`)}</title><style>${css}</style></head>` +
    `<body><header><p class="note">${escapeHtml(simulator)}</p></header><main>${body}</main>` +
    `${script ? `<script nonce="${nonce}">${script}</script>` : ''}</body></html>`
  return new Response(html, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'content-security-policy':
        `default-src 'none'; style-src 'unsafe-inline'; script-src 'nonce-${nonce}'; ` +
        "base-uri 'none'; frame-ancestors 'none'",
    },
  })
}

/** The amount and who gets it: the shop's host, which the guest knows, and the shop's description. */
export function renderSummary(payment: SimulatedPayment, language: PageLanguage): string {
  const { pay, to, method } = pageTexts[language]
  const digits = new Intl.NumberFormat(language === 'da' ? 'da-DK' : 'en-GB', {
    style: 'currency',
    currency: payment.currency,
    currencyDisplay: 'code',
  })
  const amount = digits.format(toAmount(payment.amount, payment.currency))
  return (
    `<h1>${escapeHtml(`${pay} · ${method[payment.method]}`)}</h1><p class="amount">${escapeHtml(amount)}</p>` +
    `<dl><dt>${escapeHtml(to)}</dt><dd>${escapeHtml(new URL(payment.returnUrl).host)}<br>` +
    `${escapeHtml(payment.description)}</dd></dl>`
  )
}

export const renderAlert = (title: string, text: string): string =>
  `<p class="alert" role="alert">${escapeHtml(title)}. ${escapeHtml(text)}</p>`

type Field = {
  label: string
  hint?: string
  error?: string
  value?: string
  attributes: Record<string, string>
}

/** A field with its label, hint and error, which a screen reader reads with it. */
export function renderField(name: string, { label, hint, error, value, attributes }: Field): string {
  const more = Object.entries(attributes)
    .map(([key, text]) => ` ${key}="${escapeHtml(text)}"`)
    .join('')
  return (
    `<div class="field"><label for="${name}">${escapeHtml(label)}</label>` +
    `<input id="${name}" name="${name}" value="${escapeHtml(value ?? '')}"${more}` +
    `${error ? ' aria-invalid="true"' : ''} aria-describedby="${name}-hint ${name}-error">` +
    `<p class="hint" id="${name}-hint">${escapeHtml(hint ?? '')}</p>` +
    `<p class="error" id="${name}-error" aria-live="polite">${escapeHtml(error ?? '')}</p></div>`
  )
}
