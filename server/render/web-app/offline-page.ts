import { languageTag } from '#domain/language.ts'
import type { Translate } from '#contract/text.ts'
import { plainPage } from '../plain-page.ts'
import type { Tenant } from '#server/context/context.ts'
import { formatPhone } from '#server/tenant/tenant.ts'
import { escapeHtml } from '#domain/escape-html.ts'
import { offlineScript, offlineScriptHash } from './offline-script.ts'

type Shown = { tenant: Tenant; language: string; t: Translate; /** PNG. */ icon: Uint8Array }

/**
 * The offline page that a browser caches: self-contained and the same for every guest of a language. Its
 * script reads the guest's next visit from the browser's own storage.
 */
export function offlinePage({ tenant, language, t, icon }: Shown): { html: string; policy: string } {
  const { profile } = tenant
  const phone = formatPhone(tenant)
  const place = profile.address
    ? `${profile.address.street}, ${profile.address.postalcode} ${profile.address.city}`
    : null
  const say = (...of: Parameters<Translate>) => escapeHtml(t(...of))
  return plainPage({
    tenant,
    language,
    title: t('offline.title'),
    header:
      `<img src="data:image/png;base64,${Buffer.from(icon).toString('base64')}" alt="" width="32" height="32">` +
      `<span>${escapeHtml(profile.companyname)}</span>`,
    main: `<h1>${say('offline.title')}</h1>
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
<p class="actions"><a class="button" href="">${say('error.retry')}</a>${phone ? `<a href="tel:${escapeHtml(phone.tel)}">${say('offline.call', { phone: phone.text })}</a>` : ''}</p>`,
    css: sheet,
    script: { text: offlineScript, hash: offlineScriptHash },
    images: 'data:',
  })
}

/** Of the next visit. */
const sheet = `
section{margin-top:2rem;padding:1.25rem 1.5rem 1.5rem;border:1px solid var(--line);border-radius:12px;background:var(--surface)}
h2{font-size:1rem;color:var(--brand-text)}
.when{margin-top:.5rem;font-family:var(--display,inherit);font-size:1.375rem;font-weight:600;line-height:1.25}
.when span{display:inline-block;font-variant-numeric:tabular-nums}
.when span::first-letter{text-transform:uppercase}
.quiet{color:var(--muted);font-size:.875rem}
#services{margin-top:.75rem}
.note{margin-top:1rem;padding-top:.75rem;border-top:1px solid var(--line)}
`
