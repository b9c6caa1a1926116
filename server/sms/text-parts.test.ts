import { expect, test } from 'vitest'
import type { Locale } from '#domain/language.ts'
import { smsSize, smsText } from '#domain/sms.ts'
import {
  appointmentsLink,
  bookDoneLink,
  confirmEntryLink,
  confirmMobileLink,
  extendWaitlistLink,
  offerLink,
  shortLoginLink,
} from '#contract/links.ts'
import type { TextKey } from '#contract/text.ts'
import { perTier } from '#test/tier.ts'
import { loadTexts } from '../context/load-texts.ts'
import { readConfig } from '../config/config.ts'
import { createDateFormat } from '../mail/date-format.ts'
import type { MailContext } from '../mail/mail-context.ts'
import { plainSms } from '../notification/notify.ts'
import { visitSms, type VisitChange } from '../visit/mail/mail.ts'
import type { VisitWithSegments } from '../visit/queries.ts'

/** Names as salons write them, each with the same name in plain characters. */
const names: [typed: string, plain: string][] = [
  ['Anna’s Hår & Skønhed', "Anna's Hår & Skønhed"],
  ['Salon “Ærø”', 'Salon "Ærø"'],
  ['Frisør – Krølle', 'Frisør - Krølle'],
  ['L’Atelier d’Élise', "L'Atelier d'Elise"],
  ['Chez Zoë…', 'Chez Zoe...'],
  ['São João — Cabeleireiro', 'Sao Joao - Cabeleireiro'],
  ['Estúdio Coração', 'Estudio Coracao'],
  ['Zażółć Gęślą Jaźń', 'Zazolc Gesla Jazn'],
  ['Łódź Barber’s', "Lodz Barber's"],
  ['Café Noël', 'Café Noel'],
  ['„Schere“ & Kamm', '"Schere" & Kamm'],
  ['Peluquería Ángel’s', "Peluqueria Angel's"],
  ['Þóra’s Hárstofa', "Thora's Harstofa"],
  ['Hair • Nails • Spa', 'Hair * Nails * Spa'],
  ['‘t Kappertje', "'t Kappertje"],
  ['Barber\u2019s\u00a0No.\u202f1', "Barber's No. 1"],
  ['«Beauté» – Œuvre', '"Beauté" - OEuvre'],
  ['Dvořák ‹Vlasy›', "Dvorak 'Vlasy'"],
  ['Klip\u2011ind\u200b', 'Klip-ind'],
  ['Erdős × Fodra\u0301sz', 'Erdös x Fodrasz'],
]

const { locales, messages, translate } = loadTexts()
const origin = 'https://aurora.stamgast.dk'
const handle = 'h'.repeat(32)
const code = 'c'.repeat(43)
const uuid = 'f11d2c33-1b0e-4e6b-9a53-2f7d6c9a8b10'
const booking = { services: ['herreklip', 'skaeg'] }

/** Every text message of one language for a salon of this name, whose services and people have it too. */
function textsOf(locale: Locale, company: string): Map<string, string> {
  const t = translate(locale)
  const dates = createDateFormat(t, locale, 'Europe/Copenhagen')
  // A Wednesday in September: among the longest names in most of the languages.
  const [start, end] = [new Date('2026-09-23T12:15:00Z'), new Date('2026-09-24T12:45:00Z')]
  const facts = {
    company,
    services: `Klip (${company})`,
    when: dates.short(start),
    until: dates.short(end),
    code: '123456',
  }
  const urls: Record<string, string> = {
    'magicLetter.sms': shortLoginLink({ code, ml: true }),
    'magicLetter.smsConfirm': confirmMobileLink({ code, language: locale, user: uuid }),
    'mail.reminderSms': bookDoneLink({ visit: handle }),
    'mail.offerSms': offerLink({ message: handle, waitlist: handle }),
    'mail.pausedSms': extendWaitlistLink({ handle, language: locale }),
    'mail.confirmEntrySms': confirmEntryLink({ handle, language: locale }),
    'mail.endingSms': extendWaitlistLink({ handle, language: locale, days: 30, date: 1_789_000_000 }),
  }
  const written = Object.keys(messages[locale] ?? {})
    .filter((key): key is TextKey => /^(mail\.\w+Sms|magicLetter\.sms\w*)$/.test(key))
    .map((key): [string, string] => {
      const text = t(key, { ...facts, url: origin + (urls[key] ?? '') })
      // The line by which a telephone offers to fill the code in.
      return [key, key === 'magicLetter.sms' ? `${text}\n\n@${new URL(origin).host} #${facts.code}` : text]
    })
  const deps = { config: readConfig({}), text: translate, locales, now: Date.now, secret: 'secret' }
  const profile = { companyname: company, timeZone: 'Europe/Copenhagen', default: { language: locale } }
  const ctx = { tenant: { id: 'aurora', origin, profile, words: {} }, deps } as unknown as MailContext
  const member = { id: 'anna', name: company }
  const segment = {
    serviceId: 'herreklip',
    serviceName: facts.services,
    addons: [],
    memberId: 'anna',
    member,
  }
  const visit = {
    id: uuid,
    start,
    end,
    state: 'booked',
    contact: { language: locale },
    segments: [segment],
  } as unknown as VisitWithSegments
  const before = { start: end.getTime(), end: end.getTime(), members: [company] }
  const times = [start, end, start].map((at) => ({ start: at.getTime(), teamMember: ['anna'] }))
  const changes = [
    { about: 'booked' },
    { about: 'moved', before },
    { about: 'changed', before },
    { about: 'cancelled' },
    { about: 'cancelledBySalon', times },
  ] as unknown as VisitChange[]
  const free = plainSms(ctx, {
    type: 'af',
    title: t('notification.freeTitle'),
    body: t('notification.freeBody', facts),
    link: appointmentsLink(booking),
  })
  return new Map([
    ...written,
    ...changes.map((change): [string, string] => [change.about, visitSms(ctx, visit, change)]),
    ['free', free],
  ])
}

test('a text message has one or two parts, and typography never adds one', () => {
  const wrong: unknown[] = []
  let cases = 0
  const step = names.length / perTier(Math.ceil(names.length / 10), names.length)
  for (const [index, locale] of locales.entries()) {
    const parts: Record<number, number> = {}
    for (const [typed, plain] of names.filter((_, of) => (of + index) % step === 0)) {
      const twins = textsOf(locale, plain)
      for (const [key, text] of textsOf(locale, typed)) {
        cases += 1
        const sent = smsText(text)
        const { encoding, segments } = smsSize(sent)
        parts[segments] = (parts[segments] ?? 0) + 1
        const twin = smsSize(smsText(twins.get(key) ?? '')).segments
        if (segments > 2 || segments > twin || encoding !== 'gsm' || text.includes('{'))
          wrong.push({ locale, key, segments, twin, encoding, length: sent.length, sent })
      }
    }
    const counts = Object.entries(parts).map(([count, of]) => `${of} in ${count}`)
    console.log(`text messages in ${locale}, parts: ${counts.join(', ')}`)
  }
  expect(wrong.slice(0, 5)).toEqual([])
  expect(cases).toBeGreaterThanOrEqual(
    locales.length * perTier(Math.ceil(names.length / 10), names.length) * 14,
  )
})
