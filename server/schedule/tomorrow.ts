import { serviceText } from '#domain/visit/addons.ts'
import { shortName } from '#domain/guest.ts'
import { TOMORROW_HOUR } from '#domain/staff/notice.ts'
import { rightsOf } from '#domain/staff/rights.ts'
import { toPlainText } from '#domain/plain-text.ts'
import { addDays, dayWindow, localParts, type Window } from '#domain/zone.ts'
import type { Tenant } from '../context/context.ts'
import type { HandlerDeps } from '../jobs/jobs.ts'
import { oneLine } from '../mail/contact-lines.ts'
import { createDateFormat } from '../mail/date-format.ts'
import { enqueueMail } from '../mail/enqueue-mail.ts'
import type { Part } from '../mail/layout.ts'
import { SALON_MAIL } from '../mail/queries.ts'
import { listStaffRows, type StaffRow } from '../staff/queries.ts'
import { guestLanguage } from '../visit/contact.ts'
import { listByMember, type BookedWith } from './by-member.ts'
import { staffLetter } from './notice.ts'
import { listNoticeSettings } from './notice-queries.ts'
import { listAllMembers, listScheduledSegments, type ScheduledSegment } from './queries.ts'

type Context = { tenant: Tenant; deps: HandlerDeps }

/** A day of the salon: its people in their order, and what is booked with each. */
type Day = { date: string; window: Window; people: BookedWith[] }

/**
 * Mails the list of the next day to each person of the salon who wants it, at 18:00 by the salon's clock: of
 * what they may see, guests by first name and initial. Idempotent: one mail a person and day.
 */
export async function mailTomorrow(ctx: Context): Promise<void> {
  const { deps, tenant } = ctx
  const zone = tenant.profile.timeZone
  const now = localParts(zone, Math.floor(deps.now() / 60_000))
  const hour = Math.floor(now.minute / 60)
  if (hour < TOMORROW_HOUR || hour > TOMORROW_HOUR + 1) return
  const date = addDays(now.date, 1)
  const window = dayWindow(zone, date)
  await deps.db.write(tenant.id, async (tx) => {
    const wanted = new Set(
      (await listNoticeSettings(tx)).flatMap(({ staffId, tomorrow }) => (tomorrow ? [staffId] : [])),
    )
    const readers = (await listStaffRows(tx)).filter(({ id, joinedAt }) => joinedAt && wanted.has(id))
    if (readers.length === 0) return
    const members = await listAllMembers(tx)
    const ids = members.map(({ id }) => id)
    const segments = await listScheduledSegments(tx, ids, window, new Date(deps.now()))
    for (const person of readers) {
      const { role, rights, memberId } = person
      const scope = rightsOf(role, rights).day
      const people = listByMember(
        members,
        segments,
        (id) => scope !== undefined && (scope !== 'own' || id === memberId),
      )
      await enqueueMail(ctx, tx, {
        key: `${SALON_MAIL}tomorrow:${person.id}:${date}`,
        to: person.email,
        ...letterFor(ctx, person, { date, window, people }),
        wipeAt: new Date(window.until * 60_000),
      })
    }
  })
}

function letterFor(ctx: Context, person: StaffRow, { window, people }: Day) {
  const { tenant, deps } = ctx
  const { companyname: company, timeZone } = tenant.profile
  const locale = guestLanguage(ctx, person.language)
  const t = deps.text(locale)
  const dates = createDateFormat(t, locale, timeZone)
  const at = (minute: number) => dates.clock(new Date(minute * 60_000))
  // Noon is on that date in every zone and offset.
  const day = dates.day(new Date((window.from + 720) * 60_000))
  const parts: Part[] =
    people.length === 0
      ? [{ kind: 'text', text: t('tomorrow.none') }]
      : people.flatMap(({ name, visits }): Part[] => [
          { kind: 'heading', text: name },
          {
            kind: 'facts',
            rows: visits.map((visit) => ({
              label: `${at(visit.start)}–${at(visit.end)}`,
              lines: [guestOf(visit), serviceText(visit)].filter(Boolean),
            })),
          },
        ])
  return staffLetter(ctx, person, {
    subject: t('tomorrow.subject', { company, day }),
    title: t('tomorrow.title', { day }),
    parts: [
      { kind: 'text', text: t('tomorrow.intro', { time: dates.clock(new Date(deps.now())) }) },
      ...parts,
    ],
  })
}

const guestOf = (visit: ScheduledSegment): string => oneLine(toPlainText(shortName(visit)))
