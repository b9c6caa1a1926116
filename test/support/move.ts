import { sql } from 'drizzle-orm'
import ICAL from 'ical.js'
import type { TenantId } from '#server/database/db.ts'
import { listMail, SALON_MAIL } from '#server/mail/queries.ts'
import { cancelVisit } from '#server/visit/change/cancel.ts'
import { moveVisitTo } from '#server/visit/change/move.ts'
import { reloadVisit } from '#server/visit/queries.ts'
import type { TestApp } from './make.ts'
import { jobContext } from './waitlist.ts'

/** Moves a visit as the salon does; a start in epoch ms, and members where they change. */
export async function moveAsSalon(
  app: TestApp,
  tenant: TenantId,
  id: string,
  to: Pick<Parameters<typeof moveVisitTo>[2], 'start' | 'members' | 'minutes' | 'informing'>,
) {
  return moveVisitTo(await jobContext(app, tenant), (tx) => reloadVisit(tx, id), to, { kind: 'operator' })
}

/** Cancels a visit as the salon does. */
export async function cancelAsSalon(app: TestApp, tenant: TenantId, id: string) {
  return cancelVisit(await jobContext(app, tenant), (tx) => reloadVisit(tx, id), {
    actor: { kind: 'operator' },
  })
}

/** A visit as it is stored. */
export const storedVisit = (app: TestApp, tenant: TenantId, id: string) =>
  app.db.read(tenant, (tx) => reloadVisit(tx, id))

/**
 * The mails to the guest about a visit in the order in which they were written: their keys, texts and
 * calendar files.
 */
export async function mailsAbout(app: TestApp, tenant: TenantId, id: string) {
  const mails = await app.db.read(tenant, listMail)
  return mails
    .filter(({ key }) => key.includes(id) && !key.startsWith(SALON_MAIL))
    .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
    .map(({ key, subject, text, html, ics, icsMethod }) => ({
      kind: key.split(':')[0] ?? '',
      subject,
      text: text ?? '',
      html: html ?? '',
      icsMethod,
      event: ics ? eventOf(ics) : null,
    }))
}

/** What a calendar program reads of a file (RFC 5545), by ical.js. */
export function eventOf(ics: string) {
  const calendar = new ICAL.Component(ICAL.parse(ics))
  const component = calendar.getFirstSubcomponent('vevent')
  if (!component) throw new Error('the calendar file has no event')
  const event = new ICAL.Event(component)
  for (const zone of calendar.getAllSubcomponents('vtimezone'))
    ICAL.TimezoneService.register(new ICAL.Timezone(zone))
  return {
    method: String(calendar.getFirstPropertyValue('method')),
    uid: event.uid,
    sequence: event.sequence,
    status: String(component.getFirstPropertyValue('status')),
    start: event.startDate.toJSDate().getTime(),
  }
}

/** Times that are held for the waitlist: member, start and end of what is held, epoch ms. */
export async function queueTimes(app: TestApp, tenant: TenantId) {
  const { rows } = await app.unrecorded.read(tenant, (tx) =>
    tx.execute<{
      member: string
      from: number
      until: number
    }>(sql`      select member_id as member, (extract(epoch from lower(stretch)) * 1000)::float8 as "from",
        (extract(epoch from upper(stretch)) * 1000)::float8 as until
      from segment join visit on visit.tenant_id = segment.tenant_id and visit.id = visit_id,
        unnest(busy) as stretch
      where held_for = 'queue' and state = 'held' and taken order by lower(stretch)`),
  )
  return rows
}

/** Pairs of members' ranges that overlap; none may. */
export async function countOverlaps(app: Pick<TestApp, 'unrecorded'>, tenant: TenantId): Promise<number> {
  const { rows } = await app.unrecorded.read(tenant, (tx) =>
    tx.execute(sql`select 1 from segment a join segment b on a.member_id = b.member_id
      and a.busy && b.busy and (a.visit_id, a.position) < (b.visit_id, b.position) and a.taken and b.taken`),
  )
  return rows.length
}
