import type { Locale } from '#domain/language.ts'
import { toPlainText } from '#domain/plain-text.ts'
import type { ChangeMessage } from '#contract/schedule/visit-change.ts'
import { myAccountLink } from '#contract/links.ts'
import type { Translate } from '#contract/text.ts'
import type { Tx } from '#server/database/db.ts'
import { buildSender, oneLine } from '#server/mail/contact-lines.ts'
import { createDateFormat, type DateFormat } from '#server/mail/date-format.ts'
import { enqueueMail } from '#server/mail/enqueue-mail.ts'
import { renderMailHtml, renderMailText, type MailContent, type Part } from '#server/mail/layout.ts'
import type { MailContext } from '#server/mail/mail-context.ts'
import { notifyGuest, plainSms } from '#server/notification/notify.ts'
import { enqueueSms } from '#server/sms/write-sms.ts'
import { readGuestWords } from '#server/translation/tenant-text.ts'
import { inWords, serviceNames } from '../guest-words.ts'
import type { VisitWithSegments } from '../queries.ts'
import { buildLinks, pickLanguage, type VisitChange } from './mail.ts'

type Told = { visit: VisitWithSegments; message: VisitChange }

/**
 * Tells a guest of what the salon has done with several visits at once, in one message: by mail, and an
 * account also on its other channels; a contact without an e-mail address by a text message. Idempotent by
 * `key`.
 * @returns the messages.
 */
export async function enqueueSeveralMail(
  ctx: MailContext,
  tx: Tx,
  told: readonly Told[],
  key: string,
): Promise<ChangeMessage[]> {
  const inOrder = told.toSorted((a, b) => a.visit.start.getTime() - b.visit.start.getTime())
  const [first] = inOrder
  if (!first) return []
  const sent: ChangeMessage[] = []
  const { guest, contact, guestId } = first.visit
  const locale = pickLanguage(ctx, first.visit)
  const words = await readGuestWords(
    ctx,
    tx,
    locale,
    inOrder.flatMap(({ visit }) => visit.segments.map(({ serviceName }) => serviceName)),
  )
  const visits = inOrder.map((one) => ({ ...one, visit: inWords(one.visit, words) }))
  const t = ctx.deps.text(locale)
  const dates = createDateFormat(t, locale, ctx.tenant.profile.timeZone)
  // The second part is a visit: deleting an account finds by it the mails that name the guest.
  const mailKey = `visits-changed:${first.visit.id}:${key}`
  const last = visits.at(-1)?.visit ?? first.visit
  const person = guest ?? contact
  if (person?.email) {
    const content = toContent(ctx, visits, { t, locale, dates, firstname: person.firstname })
    await enqueueMail(ctx, tx, { ...content, key: mailKey, to: person.email, wipeAt: last.end })
    sent.push('mail')
  }
  const shown = {
    type: 'bookingChanged' as const,
    title: t(isAllNew(visits) ? 'notification.severalBookedTitle' : 'notification.severalChangedTitle'),
    body: visits.map(({ visit }) => t('notification.visitBody', factsOf(visit, dates))).join('\n'),
    link: myAccountLink(),
  }
  if (guestId) {
    const row = await notifyGuest(ctx, tx, {
      ...shown,
      guestId,
      key: mailKey,
      usefulUntil: last.start,
      mail: 'written',
    })
    if (row) sent.push('notification')
  } else if (contact?.mobile && !contact.email) {
    const text = plainSms(ctx, { ...shown, link: null })
    if ((await enqueueSms(ctx, tx, { key: mailKey, to: contact.mobile, text, secret: true })).ok)
      sent.push('sms')
  }
  return sent
}

const isAllNew = (told: readonly Told[]): boolean => told.every(({ message }) => message.about === 'booked')

const factsOf = (visit: VisitWithSegments, dates: DateFormat) => ({
  services: serviceNames(visit),
  when: dates.short(visit.start),
})

function toContent(
  ctx: MailContext,
  told: readonly Told[],
  { t, locale, dates, firstname }: { t: Translate; locale: Locale; dates: DateFormat; firstname: string },
): { subject: string; text: string; html: string } {
  const { tenant } = ctx
  const company = tenant.profile.companyname
  const texts = isAllNew(told)
    ? ({
        subject: 'mail.severalBookedSubject',
        title: 'mail.bookedTitles',
        intro: 'mail.bookedIntro',
      } as const)
    : ({
        subject: 'mail.severalChangedSubject',
        title: 'mail.changedTitles',
        intro: 'mail.severalChangedIntro',
      } as const)
  const content: MailContent = {
    locale,
    sender: buildSender({ tenant }),
    title: t(texts.title),
    parts: [
      { kind: 'text', text: t('mail.greeting', { name: oneLine(toPlainText(firstname)) }) },
      { kind: 'text', text: t(texts.intro, { company }) },
      ...told.flatMap((one) => partsOf(ctx, one, { t, dates })),
    ],
    footer: t('mail.footer', { company }),
  }
  return {
    subject: oneLine(t(texts.subject, { company })),
    text: renderMailText(content),
    html: renderMailHtml(content),
  }
}

/** One of the visits: when, what, with whom, and where its guest looks or answers. */
function partsOf(
  ctx: MailContext,
  { visit, message }: Told,
  { t, dates }: { t: Translate; dates: DateFormat },
): Part[] {
  const locale = pickLanguage(ctx, visit)
  const links = buildLinks(ctx, visit, locale)
  const isCancelled = message.about === 'cancelledBySalon'
  const answers = message.about === 'changed' || message.about === 'asked'
  const link = isCancelled
    ? { label: t('book.allTimes'), url: links.allTimes }
    : answers
      ? { label: t(message.about === 'asked' ? 'mail.askedChoose' : 'mail.changedAnswer'), url: links.answer }
      : { label: t('mail.seeVisit'), url: links.visit }
  return [
    { kind: 'heading', text: dates.full(visit.start) },
    {
      kind: 'facts',
      rows: [
        ...(isCancelled ? [{ label: t('mail.cancelledTitle'), lines: [t('mail.salonNoFee')] }] : []),
        {
          label: t('mail.servicesHeading'),
          lines: visit.segments.map(({ serviceName, start, member }) =>
            [serviceName, t('mail.withMember', { time: dates.clock(start), member: member.name })].join(', '),
          ),
        },
        ...('before' in message
          ? [
              {
                label: t('mail.wasLabel'),
                lines: [
                  t('change.withMembers', {
                    when: dates.full(new Date(message.before.start)),
                    members: message.before.members.join(', '),
                  }),
                ],
              },
            ]
          : []),
      ],
    },
    { kind: 'links', links: [link] },
  ]
}
