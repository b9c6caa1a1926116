import { serviceText } from '#domain/visit/addons.ts'
import { absenceRange, isWholeDays } from '#domain/availability/working-time.ts'
import {
  concerns,
  NOTICE_MS,
  noticeFrom,
  noticeOf,
  usualNotices,
  type NoticeKind,
} from '#domain/staff/notice.ts'
import { rightsOf } from '#domain/staff/rights.ts'
import { SERVICE_JOINER } from '#domain/visit/services.ts'
import { toPlainText } from '#domain/plain-text.ts'
import { absenceTexts } from '#contract/absence-texts.ts'
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
import {
  listEnteredAbsences,
  listNoticeSettings,
  listVisitNames,
  type EnteredAbsence,
} from './notice-queries.ts'
import { toMs } from '#domain/availability/range.ts'

type Context = { tenant: Tenant; deps: HandlerDeps }

/** What people of the salon are told of one change of a visit. */
type Notice = {
  change: VisitChangeRow
  kind: NoticeKind
  /** Who performs the visit now, if they are others than before. */
  members: string[]
  after: VisitFacts
  firstname: string
  people: Person[]
}
/** Who is told, and how. */
type Person = StaffRow & { push: boolean; mail: boolean }
type Words = { title: string; body: string }
/** One message for each of these people. `id`: of its push message; `until`: when its use ends, epoch ms. */
type Told = { id: string; mailKey: string; until: number; people: Person[]; wordsFor(person: Person): Words }

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
  await send(ctx, {
    id: changeId,
    // The second part is a visit: deleting an account finds by it the mails that name the guest.
    mailKey: `${SALON_MAIL}notice:${change.visitId}:${changeId}`,
    until: end,
    people,
    wordsFor: (person) => wordsFor(ctx, notice, person),
  })
}

/**
 * Tells a person of the salon, by push and mail as they have chosen, of an absence that somebody else has
 * entered for them, unless it has been removed by now. It waits for the end of the quiet hours where the
 * absence is of another day. Idempotent.
 */
export async function tellOfAbsence(ctx: Context, absenceId: string): Promise<void> {
  const { deps, tenant } = ctx
  const now = deps.now()
  const since = new Date(now - NOTICE_MS)
  const { absence, people } = await deps.db.read(tenant.id, async (tx) => {
    const [entered] = await listEnteredAbsences(tx, since, { id: absenceId })
    return { absence: entered, people: entered ? await listAway(tx, entered) : [] }
  })
  if (!absence) return
  const { start, end } = toMs(absenceRange(tenant.profile.timeZone, absence))
  if (end <= now) return
  const from = noticeFrom(tenant.profile.timeZone, now, [Math.max(start, now)])
  if (from > now)
    return deps.db.write(tenant.id, (tx) => deps.jobs.noticeAbsence(tx, absenceId, new Date(from)))
  await send(ctx, {
    id: absenceId,
    mailKey: `${SALON_MAIL}notice:${absenceId}:absence`,
    until: end,
    people,
    wordsFor: (person) => absenceWordsFor(ctx, { ...absence, start, end }, person),
  })
}

/** Who is away then, and has not entered it themselves. */
const listAway = async (tx: Tx, { memberId, staffId }: EnteredAbsence): Promise<Person[]> =>
  (await listPeople(tx)).filter(
    (one) =>
      one.memberId === memberId && one.id !== staffId && rightsOf(one.role, one.rights).day !== undefined,
  )

async function send(ctx: Context, { id, mailKey, until, people, wordsFor: wordsOf }: Told): Promise<void> {
  const { deps, tenant } = ctx
  await deps.db.write(tenant.id, async (tx) => {
    for (const person of people)
      if (person.mail) {
        const { title, body } = wordsOf(person)
        await enqueueMail(ctx, tx, {
          key: `${mailKey}:${person.id}`,
          to: person.email,
          ...staffLetter(ctx, person, { title, parts: [{ kind: 'text', text: body }] }),
          wipeAt: new Date(until),
        })
      }
  })
  for (const person of people)
    if (person.push)
      await sendPush(deps, tenant.id, staffSubscriptions(person.id), {
        id,
        ...wordsOf(person),
        link: startLink(),
        icon: iconUrl(tenant, '192.png'),
        usefulUntil: until,
      })
}

/** Null: nothing to tell. */
async function loadNotice(tx: Tx, changeId: string): Promise<Notice | null> {
  const change = await findVisitChange(tx, changeId)
  const notice = change?.after && noticeOf(change.kind, change.before, change.after)
  if (!change?.after || !notice || (await isUndone(tx, changeId))) return null
  const people = (await listPeople(tx)).filter(({ id, memberId, role, rights }) =>
    concerns(change, { id, memberId, scope: rightsOf(role, rights).day }),
  )
  const [visit] = await listVisitNames(tx, [change.visitId])
  return { change, ...notice, after: change.after, firstname: visit?.firstname ?? '', people }
}

/** Who has joined, and how each is told. */
async function listPeople(tx: Tx): Promise<Person[]> {
  const settings = new Map((await listNoticeSettings(tx)).map((one) => [one.staffId, one]))
  return (await listStaffRows(tx))
    .filter(({ joinedAt }) => joinedAt !== null)
    .map((person) => {
      const { push, mail } = settings.get(person.id) ?? usualNotices
      return { ...person, push, mail }
    })
}

/** Title and body, in the language of who is told. */
function wordsFor(
  { deps, tenant }: Context,
  { change: { before }, kind, members, after, firstname }: Notice,
  { language }: StaffRow,
): Words {
  const locale = guestLanguage({ deps, tenant }, language)
  const t = deps.text(locale)
  const { short, clock } = createDateFormat(t, locale, tenant.profile.timeZone)
  const services = after.segments.map(serviceText).join(SERVICE_JOINER)
  const start = short(new Date(after.start))
  const when =
    kind === 'longer' || kind === 'shorter'
      ? t('notice.until', { when: start, until: clock(new Date(after.end)) })
      : members.length > 0
        ? t('notice.nowWith', { when: start, names: members.join(', ') })
        : start
  const name = oneLine(toPlainText(firstname)) || services
  return {
    title: t(noticeTitles[kind], { name }),
    body:
      kind === 'moved' && before && before.start !== after.start
        ? t('notice.movedBody', { when, before: short(new Date(before.start)), services })
        : t('notice.body', { when, services }),
  }
}

/** The same of an absence, with its days, or its times (epoch ms). */
function absenceWordsFor(
  { deps, tenant }: Context,
  absence: EnteredAbsence & { start: number; end: number },
  { language }: StaffRow,
): Words {
  const locale = guestLanguage({ deps, tenant }, language)
  const t = deps.text(locale)
  const format = createDateFormat(t, locale, tenant.profile.timeZone)
  const [start, end] = [new Date(absence.start), new Date(absence.end)]
  const [first, last] = [format.day(start), format.day(new Date(absence.end - 1))]
  const [low, high] = isWholeDays(absence)
    ? [first, last]
    : [format.short(start), first === last ? format.clock(end) : format.short(end)]
  return {
    title: t('notice.absenceTitle', { kind: t(absenceTexts[absence.kind]) }),
    body: low === high ? low : t('format.range', { low, high }),
  }
}

/** A mail to a person of the salon, with a link to the day. */
export function staffLetter(
  { tenant, deps }: Context,
  { language }: Pick<StaffRow, 'language'>,
  {
    title,
    parts,
    subject = title,
    footer,
  }: Pick<MailContent, 'title' | 'parts'> & { subject?: string; footer?: string },
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
    footer: footer ?? t('notice.footer', { company: tenant.profile.companyname }),
  }
  return {
    subject: oneLine(subject),
    text: renderMailText(content),
    html: renderMailHtml(content),
  }
}
