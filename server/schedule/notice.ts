import { concerns, noticeFrom, noticeKinds, usualNotices, type NoticeKind } from '#domain/staff/notice.ts'
import { rightsOf } from '#domain/staff/rights.ts'
import { SERVICE_JOINER } from '#domain/visit/services.ts'
import { toPlainText } from '#domain/plain-text.ts'
import { startLink } from '#contract/links.ts'
import { noticeTitles } from '#contract/notice-titles.ts'
import type { VisitFacts } from '#contract/schedule/visit-change.ts'
import type { Tenant } from '../context/context.ts'
import type { Tx } from '../database/db.ts'
import type { HandlerDeps } from '../jobs/jobs.ts'
import { buildSender, oneLine } from '../mail/contact-lines.ts'
import { createDateFormat } from '../mail/date-format.ts'
import { enqueueMail } from '../mail/enqueue-mail.ts'
import { renderMailHtml, renderMailText, type MailContent } from '../mail/layout.ts'
import { SALON_MAIL } from '../mail/queries.ts'
import { sendPush } from '../push/send.ts'
import { staffSubscriptions } from '../push/staff-queries.ts'
import { listStaffRows, type StaffRow } from '../staff/queries.ts'
import { iconUrl } from '../tenant/icon.ts'
import { findVisitChange, isUndone, type VisitChangeRow } from '../visit/change-queries.ts'
import { guestLanguage } from '../visit/contact.ts'
import { listNoticeSettings, listVisitNames } from './notice-queries.ts'

type Context = { tenant: Tenant; deps: HandlerDeps }

/** What people of the salon are told of one change of a visit. */
type Notice = {
  change: VisitChangeRow
  kind: NoticeKind
  after: VisitFacts
  firstname: string
  people: (StaffRow & { push: boolean; mail: boolean })[]
}

/**
 * Tells people of the salon, by push and mail as each has chosen, of a change of a visit that concerns them
 * and that somebody else has made. It waits for the end of the quiet hours where the visit is of another day,
 * and tells nothing of what was taken back. Idempotent: a push message replaces its earlier copy.
 */
export async function tellStaff(ctx: Context, changeId: string): Promise<void> {
  const { deps, tenant } = ctx
  const now = deps.now()
  const notice = await deps.db.read(tenant.id, (tx) => loadNotice(tx, changeId))
  if (!notice) return
  const { change, after, people } = notice
  const end = Math.max(after.end, change.before?.end ?? 0)
  if (end <= now) return
  const starts = [after.start, ...(change.before ? [change.before.start] : [])]
  const from = noticeFrom(tenant.profile.timeZone, now, starts)
  if (from > now)
    return deps.db.write(tenant.id, (tx) => deps.jobs.noticeVisitChange(tx, changeId, new Date(from)))
  await deps.db.write(tenant.id, async (tx) => {
    for (const person of people) if (person.mail) await mailNotice(ctx, tx, notice, person)
  })
  for (const person of people)
    if (person.push)
      await sendPush(deps, tenant.id, staffSubscriptions(person.id), {
        id: changeId,
        ...wordsFor(ctx, notice, person),
        link: startLink(),
        icon: iconUrl(tenant, '192.png'),
        usefulUntil: end,
      })
}

/** Null: nothing to tell. */
async function loadNotice(tx: Tx, changeId: string): Promise<Notice | null> {
  const change = await findVisitChange(tx, changeId)
  const kind = noticeKinds.find((one) => one === change?.kind)
  if (!change?.after || !kind || (await isUndone(tx, changeId))) return null
  const settings = new Map((await listNoticeSettings(tx)).map((one) => [one.staffId, one]))
  const people = (await listStaffRows(tx)).flatMap((person) => {
    const { id, memberId, joinedAt, role, rights } = person
    const reader = { id, memberId, scope: rightsOf(role, rights).day }
    if (joinedAt === null || !concerns(change, reader)) return []
    const { push, mail } = settings.get(id) ?? usualNotices
    return [{ ...person, push, mail }]
  })
  const [visit] = await listVisitNames(tx, [change.visitId])
  return { change, kind, after: change.after, firstname: visit?.firstname ?? '', people }
}

/** Title and body, in the language of who is told. */
function wordsFor(
  { deps, tenant }: Context,
  { change: { before }, kind, after, firstname }: Notice,
  { language }: StaffRow,
): { title: string; body: string } {
  const locale = guestLanguage({ deps, tenant }, language)
  const t = deps.text(locale)
  const { short } = createDateFormat(t, locale, tenant.profile.timeZone)
  const services = after.segments.map(({ serviceName }) => serviceName).join(SERVICE_JOINER)
  const when = short(new Date(after.start))
  const name = oneLine(toPlainText(firstname)) || services
  return {
    title: t(noticeTitles[kind], { name }),
    body:
      kind === 'moved' && before && before.start !== after.start
        ? t('notice.movedBody', { when, before: short(new Date(before.start)), services })
        : t('notice.body', { when, services }),
  }
}

async function mailNotice(ctx: Context, tx: Tx, notice: Notice, person: StaffRow): Promise<void> {
  const { deps, tenant } = ctx
  const { title, body } = wordsFor(ctx, notice, person)
  const { change, after } = notice
  await enqueueMail(ctx, tx, {
    // The second part is a visit: deleting an account finds by it the mails that name the guest.
    key: `${SALON_MAIL}notice:${change.visitId}:${change.id}:${person.id}`,
    to: person.email,
    ...staffLetter({ tenant, deps }, person, { title, parts: [{ kind: 'text', text: body }] }),
    wipeAt: new Date(after.end),
  })
}

/** A mail to a person of the salon, with a link to the day. */
export function staffLetter(
  { tenant, deps }: Context,
  { language }: Pick<StaffRow, 'language'>,
  { title, parts, subject = title }: Pick<MailContent, 'title' | 'parts'> & { subject?: string },
): { subject: string; text: string; html: string } {
  const locale = guestLanguage({ tenant, deps }, language)
  const t = deps.text(locale)
  const content: MailContent = {
    locale,
    sender: buildSender({ tenant }),
    title,
    parts: [
      ...parts,
      {
        kind: 'links',
        links: [{ label: t('notice.open'), url: tenant.staffOrigin + startLink(), primary: true }],
      },
    ],
    footer: t('notice.footer', { company: tenant.profile.companyname }),
  }
  return {
    subject: oneLine(subject),
    text: renderMailText(content),
    html: renderMailHtml(content),
  }
}
