import { createHash } from 'node:crypto'
import { Hono, type Context } from 'hono'
import { pick } from '#domain/pick.ts'
import type { Env } from '#server/context/context.ts'
import { isLocalClient } from '#server/http/client-ip.ts'
import { escapeHtml } from '#domain/escape-html.ts'
import { LOGO_URL } from '#server/mail/layout.ts'
import { findMail, listMail, type MailRow } from '#server/mail/queries.ts'
import { listSms, type SmsRow } from '#server/sms/queries.ts'
import { drawLogo } from '#server/render/mail-logo.ts'
import type { SentEvent } from './analytics.ts'
import type { SentPush } from './messages.ts'

const css = `
:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{max-width:52rem;margin:0 auto;padding:2rem 1rem}
h1{font-size:1.6rem;margin:0 0 .25rem}
h2{font-size:1.05rem;margin:1.5rem 0 0}
summary h2{display:inline;margin:0}
p{margin:.25rem 0}
.quiet{opacity:.75;font-size:.9rem}
details,article{border:1px solid color-mix(in srgb,currentColor 20%,transparent);border-radius:12px;margin:1rem 0;padding:.75rem 1rem}
summary{cursor:pointer}
pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit;border-top:1px solid color-mix(in srgb,currentColor 20%,transparent);margin:.75rem 0;padding-top:.75rem}
iframe{width:100%;height:46rem;border:0;border-radius:8px;background:#fff}
`

const pagePolicy =
  `default-src 'none'; style-src ` +
  `'sha256-${createHash('sha256').update(css).digest('base64')}'; frame-src 'self'; base-uri ` +
  `'none'; form-action 'none'; frame-ancestors 'none'`
// A mail styles itself inline and may do nothing else; its links open outside the frame.
const mailPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; " +
  "frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox"
const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'

type SentBySimulators = {
  push: { sent(tenant: string): SentPush[] }
  analytics: { sent(tenant: string): SentEvent[] }
}

/**
 * What the simulators of mail, text messages, push messages and statistics have sent for this host's tenant,
 * to read while trying things out. Links that sign in are in it: other machines get 404, unless HOST is
 * given.
 */
export function outboxRoutes({ push, analytics }: SentBySimulators): Hono<Env> {
  const routes = new Hono<Env>()
  routes.use(async (c, next) => {
    const { simulatorsPublic } = c.get('ctx').deps.config
    return simulatorsPublic || isLocalClient(c.env?.incoming) ? next() : c.notFound()
  })
  routes.use(async (c, next) => {
    await next()
    c.header('cache-control', 'no-store')
  })
  routes.get('/outbox.json', async (c) =>
    c.json({
      mail: (await loadMail(c)).map(shown),
      sms: (await loadSms(c)).map(shownSms),
      push: push.sent(c.get('ctx').tenant.id),
      analytics: analytics.sent(c.get('ctx').tenant.id),
    }),
  )
  routes.get('/outbox', async (c) => {
    const [mail, sms] = [await loadMail(c), await loadSms(c)]
    const { tenant } = c.get('ctx')
    c.header('content-security-policy', pagePolicy)
    return c.html(
      page(tenant.profile.companyname, {
        mail: mail.map(article),
        sms: sms.map(smsArticle),
        pushes: push.sent(tenant.id).map(pushArticle),
        events: analytics.sent(tenant.id).map(eventArticle),
      }),
    )
  })
  routes.get(`/outbox/:id{${uuid}}`, async (c) => {
    const row = await loadSingleMail(c)
    if (!row) return c.notFound()
    c.header('content-security-policy', mailPolicy)
    const { deps, tenant } = c.get('ctx')
    const logo = row.html.includes(LOGO_URL) ? await drawLogo(deps, tenant) : null
    const src = logo ? `data:image/png;base64,${Buffer.from(logo).toString('base64')}` : LOGO_URL
    return c.html(row.html.replace('<head>', '<head><base target="_blank">').replace(LOGO_URL, src))
  })
  routes.get(`/outbox/:id{${uuid}}/visit.ics`, async (c) => {
    const row = await loadSingleMail(c)
    if (!row?.ics) return c.notFound()
    return c.body(row.ics, 200, {
      'content-type': `text/calendar; charset=utf-8; method=${row.icsMethod ?? 'PUBLISH'}`,
      'content-disposition': 'attachment; filename="visit.ics"',
    })
  })
  return routes
}

const loadMail = (c: Context<Env>) => {
  const { deps, tenant } = c.get('ctx')
  return deps.db.read(tenant.id, listMail)
}

const loadSms = (c: Context<Env>) => {
  const { deps, tenant } = c.get('ctx')
  return deps.db.read(tenant.id, listSms)
}

const loadSingleMail = (c: Context<Env>) => {
  const { deps, tenant } = c.get('ctx')
  return deps.db.read(tenant.id, (tx) => findMail(tx, c.req.param('id') ?? ''))
}

const shown = (mail: MailRow) =>
  pick(mail, 'id', 'key', 'to', 'subject', 'text', 'html', 'ics', 'icsMethod', 'createdAt', 'sentAt')

const shownSms = (message: SmsRow) =>
  pick(message, 'id', 'key', 'to', 'text', 'segments', 'state', 'createdAt', 'sentAt')

const section = (heading: string, articles: string[], next = '') =>
  articles.length ? `<h2>${heading}</h2>${articles.join('')}${next}` : ''

const page = (
  company: string,
  { mail, sms, pushes, events }: { mail: string[]; sms: string[]; pushes: string[]; events: string[] },
) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Outbox</title><style>${css}</style></head>
<body><h1>Outbox</h1><p class="quiet">What ${escapeHtml(company)} has sent, newest first. Also as <a href="/dev/outbox.json">JSON</a>.</p>
${section('Text messages', sms, '<h2>Mail</h2>')}${mail.join('') || '<p>No mail yet.</p>'}
${section('Push messages', pushes)}
${section('Statistics', events)}</body></html>`

const article = ({ id, to, subject, text, ics, createdAt, sentAt }: MailRow, index: number) => `
<details${index === 0 ? ' open' : ''}><summary><h2>${escapeHtml(subject)}</h2><p class="quiet">To ${escapeHtml(to)}, written ${time(createdAt)}, ${sentAt ? `sent ${time(sentAt)}` : 'not sent yet'}</p></summary>
<pre>${linked(escapeHtml(text))}</pre>
<p><a href="/dev/outbox/${id}">As HTML</a>${ics ? ` · <a href="/dev/outbox/${id}/visit.ics">Calendar file</a>` : ''}</p>
<iframe src="/dev/outbox/${id}" title="${escapeHtml(subject)}" loading="lazy" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe></details>`

const smsArticle = ({ to, text, state, segments, createdAt }: SmsRow) => `
<article><p class="quiet">To ${escapeHtml(to)}, written ${time(createdAt)}, ${state}, ${segments === 1 ? 'one message' : `counts as ${segments} messages`}</p><pre>${linked(escapeHtml(text))}</pre></article>`

const pushArticle = ({ at, endpoint, push: { title, body, link } }: SentPush) => `
<article><p class="quiet">To ${escapeHtml(new URL(endpoint).hostname)}, ${time(new Date(at))}</p>
<pre><strong>${escapeHtml(title)}</strong>
${escapeHtml(body)}
<a href="${escapeHtml(link)}">${escapeHtml(link)}</a></pre></article>`

const eventArticle = ({ measurementId, body: { timestamp_micros: at, events, ...rest } }: SentEvent) => `
<article><p class="quiet">${escapeHtml(events.map(({ name }) => name).join(', '))}, ${time(new Date(at / 1_000))}, to ${escapeHtml(measurementId)}</p>
<pre>${escapeHtml(JSON.stringify({ ...rest, events }, null, 2))}</pre></article>`

const time = (at: Date) =>
  `<time datetime="${at.toISOString()}">${at.toISOString().slice(0, 19).replace('T', ' ')} UTC</time>`

const linked = (text: string) => text.replace(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`)
