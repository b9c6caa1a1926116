import { escapeHtml } from '#domain/escape-html.ts'
import type { Locale } from '#domain/language.ts'
import { toPlainText } from '#domain/plain-text.ts'
import { progressTexts } from '#contract/progress-texts.ts'
import type { Translate } from '#contract/text.ts'
import type { Tenant } from '#server/context/context.ts'
import { createDateFormat } from '#server/mail/date-format.ts'
import type { OfflineDay } from '#server/schedule/offline-day.ts'
import { plainPage } from '../plain-page.ts'

type Shown = { tenant: Tenant; language: Locale; t: Translate; day: OfflineDay; /** Epoch ms. */ now: number }

/**
 * Today as a page that a browser of the salon keeps for when there is no connection: self-contained,
 * without scripts, with the time at which it was made.
 */
export function offlineDayPage({ tenant, language, t, day, now }: Shown): { html: string; policy: string } {
  const { profile } = tenant
  const dates = createDateFormat(t, language, profile.timeZone)
  const at = (instant: number) => dates.clock(new Date(instant))
  const said = (text: string) => escapeHtml(toPlainText(text))
  const asOf = t('offlineDay.asOf', { date: dates.day(new Date(now)), time: at(now) })
  const rows = ({ visits }: OfflineDay[number]) =>
    visits
      .map(({ start, end, guest, service, progress }) => {
        const state = progress === 'expected' ? [] : [t(progressTexts[progress])]
        const cells = [guest, [service, ...state].join(' · ')]
          .map((cell) => `<td>${said(cell)}</td>`)
          .join('')
        return `<tr><td class="at">${said(`${at(start)}–${at(end)}`)}</td>${cells}</tr>`
      })
      .join('')
  return plainPage({
    tenant,
    language,
    title: toPlainText(t('offlineDay.title')),
    header: `<span>${said(profile.companyname)}</span>`,
    main: `<h1>${said(t('offlineDay.title'))}</h1>
<p class="lead">${said(asOf)}</p>
${day.length === 0 ? `<p class="lead">${said(t('tomorrow.none'))}</p>` : ''}
${day.map((one) => `<section><h2>${said(one.name)}</h2><table>${rows(one)}</table></section>`).join('\n')}
<p class="actions"><a class="button" href="">${said(t('error.retry'))}</a></p>`,
    css: sheet,
    images: "'none'",
  })
}

const sheet = `
section{margin-top:2rem;padding:1.25rem 1.5rem 1.5rem;border:1px solid var(--line);border-radius:12px;background:var(--surface)}
h2{font-size:1rem;color:var(--brand-text)}
table{width:100%;border-collapse:collapse;margin-top:.75rem}
td{padding:.375rem .5rem .375rem 0;border-top:1px solid var(--line);vertical-align:top}
.at{white-space:nowrap;font-variant-numeric:tabular-nums}
`
