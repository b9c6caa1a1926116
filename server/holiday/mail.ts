import { toPlainText } from '#domain/plain-text.ts'
import { shortName } from '#domain/guest.ts'
import { dayWindow } from '#domain/zone.ts'
import type { Tenant } from '../context/context.ts'
import type { Tx } from '../database/db.ts'
import type { HandlerDeps } from '../jobs/jobs.ts'
import { oneLine } from '../mail/contact-lines.ts'
import { createDateFormat } from '../mail/date-format.ts'
import { enqueueMail } from '../mail/enqueue-mail.ts'
import type { Part } from '../mail/layout.ts'
import { SALON_MAIL } from '../mail/queries.ts'
import { listByMember, type BookedWith } from '../schedule/by-member.ts'
import { staffLetter } from '../schedule/notice.ts'
import { listAllMembers, listScheduledSegments } from '../schedule/queries.ts'
import { listStaffRows } from '../staff/queries.ts'
import { guestLanguage } from '../visit/contact.ts'
import type { HolidayRow } from '../availability/holiday-queries.ts'

type Context = { tenant: Tenant; deps: HandlerDeps }
/** Days that are public holidays now and were none, and the other way round. */
type Changed = { closed: HolidayRow[]; opened: HolidayRow[] }
type Day = HolidayRow & { isClosed: boolean; people: BookedWith[] }
/** Who gets a mail; without an owner in the salon's own site the salon itself. */
type Recipient = { id: string; email: string; language: string | null }

/** Mails the owners which public holidays have changed, each day with what is booked then. Idempotent. */
export async function enqueueHolidayMails(ctx: Context, tx: Tx, { closed, opened }: Changed): Promise<void> {
  const days = [
    ...closed.map((one) => ({ ...one, isClosed: true })),
    ...opened.map((one) => ({ ...one, isClosed: false })),
  ].toSorted((a, b) => (a.date < b.date ? -1 : 1))
  if (days.length === 0) return
  const members = await listAllMembers(tx)
  const ids = members.map(({ id }) => id)
  const { profile } = ctx.tenant
  const booked: Day[] = []
  for (const day of days) {
    const window = dayWindow(profile.timeZone, day.date)
    const segments = await listScheduledSegments(tx, ids, window, new Date(ctx.deps.now()))
    booked.push({ ...day, people: listByMember(members, segments, () => true) })
  }
  const last = dayWindow(profile.timeZone, days.at(-1)?.date ?? '').until
  for (const person of await listRecipients(ctx, tx))
    await enqueueMail(ctx, tx, {
      key: `${SALON_MAIL}holidays:${person.id}:${days.map(({ date }) => date).join()}`,
      to: person.email,
      ...letterFor(ctx, person, booked),
      wipeAt: new Date(last * 60_000),
    })
}

async function listRecipients({ tenant: { profile } }: Context, tx: Tx): Promise<Recipient[]> {
  const owners = (await listStaffRows(tx)).filter(({ role, joinedAt }) => role === 'owner' && joinedAt)
  return owners.length > 0
    ? owners
    : [{ id: 'salon', email: profile.contact_email ?? profile.email, language: null }]
}

function letterFor(ctx: Context, person: Recipient, days: readonly Day[]) {
  const { tenant, deps } = ctx
  const { companyname: company, timeZone, default: standard } = tenant.profile
  const locale = guestLanguage(ctx, person.language)
  const t = deps.text(locale)
  const dates = createDateFormat(t, locale, timeZone)
  const dayOf = (date: string) => dates.day(new Date((dayWindow(timeZone, date).from + 720) * 60_000))
  const at = (minute: number) => dates.clock(new Date(minute * 60_000))
  const parts = days.flatMap(({ date, names, isClosed, people }): Part[] => {
    const said = { day: dayOf(date), name: names[locale] ?? names[standard.language] ?? '' }
    const rows = people.flatMap(({ name, visits }) =>
      visits.map((visit) => ({
        label: `${at(visit.start)}–${at(visit.end)}`,
        lines: [oneLine(toPlainText(shortName(visit))), `${visit.serviceName}, ${name}`].filter(Boolean),
      })),
    )
    return [
      { kind: 'heading', text: t(isClosed ? 'holidayMail.closed' : 'holidayMail.opened', said) },
      rows.length > 0 ? { kind: 'facts', rows } : { kind: 'text', text: t('tomorrow.none') },
    ]
  })
  return staffLetter(ctx, person, {
    subject: t('holidayMail.subject', { company }),
    title: t('holidayMail.title'),
    parts: [{ kind: 'text', text: t('holidayMail.intro') }, ...parts],
    footer: t('holidayMail.footer', { company }),
  })
}
