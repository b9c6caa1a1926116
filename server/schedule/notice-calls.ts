import { namesOf } from '#domain/visit/addons.ts'
import { absenceRange, isWholeDays } from '#domain/availability/working-time.ts'
import { NOTICE_MS, noticedChanges, noticeOf, usualNotices } from '#domain/staff/notice.ts'
import { CallError } from '#contract/errors.ts'
import type { Handler, RequestContext } from '../context/context.ts'
import { requireStaff, scopeOf } from '../context/scope.ts'
import type { Tx } from '../database/db.ts'
import { deleteStaffPush, upsertStaffPush } from '../push/staff-queries.ts'
import { listChangesSince } from '../visit/change-queries.ts'
import {
  findNoticeSettings,
  listEnteredAbsences,
  listVisitNames,
  saveNoticeSettings,
} from './notice-queries.ts'
import { toMs } from '#domain/availability/range.ts'

/**
 * Lists what others have changed of the visits that the reader sees, and the absences that they have entered
 * for the reader, the latest first.
 */
export const listStaffNotices: Handler<'listStaffNotices'> = async (ctx) => {
  const { deps, tenant } = ctx
  const { id: reader, memberId } = requireStaff(ctx)
  const scope = scopeOf(ctx, 'day')
  const since = new Date(deps.now() - NOTICE_MS)
  return deps.db.read(tenant.id, async (tx) => {
    const seenAt = (await findNoticeSettings(tx, reader))?.seenAt?.getTime() ?? 0
    const changes = await listChangesSince(tx, {
      since,
      kinds: [...noticedChanges],
      memberId: scope === 'all' ? undefined : scope.memberId,
      except: reader,
    })
    const names = await listVisitNames(tx, [...new Set(changes.map(({ visitId }) => visitId))])
    const nameOf = new Map(names.map((one) => [one.id, one]))
    const visits = changes.flatMap(({ id, at, actor, staffName, visitId, before, after, ...change }) => {
      const notice = after && noticeOf(change.kind, before, after)
      const visit = nameOf.get(visitId)
      if (!notice || !visit) return []
      return [
        {
          id,
          at: at.getTime(),
          ...notice,
          actor,
          name: staffName,
          visitId,
          number: visit.number,
          firstname: visit.firstname,
          services: after.segments.flatMap(namesOf),
          start: after.start,
          end: after.end,
          before: before && before.start !== after.start ? before.start : null,
          seen: at.getTime() <= seenAt,
        },
      ]
    })
    const entered = memberId === null ? [] : await listEnteredAbsences(tx, since, { memberId })
    const absences = entered
      .filter(({ staffId }) => staffId !== reader)
      .map((one) => ({
        id: one.id,
        at: one.at,
        kind: 'absence' as const,
        actor: 'staff' as const,
        name: one.staffName,
        absence: one.kind,
        date: one.from.slice(0, 10),
        ...toMs(absenceRange(tenant.profile.timeZone, one)),
        wholeDays: isWholeDays(one),
        seen: one.at <= seenAt,
      }))
    return { documents: [...visits, ...absences].toSorted((a, b) => b.at - a.at) }
  })
}

/** Notes up to when the reader has seen their notices; never back. */
export const markStaffNoticesSeen: Handler<'markStaffNoticesSeen'> = async (ctx, { until }) => {
  const reader = requireStaff(ctx).id
  await ctx.deps.db.write(ctx.tenant.id, async (tx) => {
    const seenAt = (await findNoticeSettings(tx, reader))?.seenAt?.getTime() ?? 0
    const seen = Math.min(until, ctx.deps.now())
    if (seen > seenAt) await saveNoticeSettings(tx, reader, { seenAt: new Date(seen) }, usualNotices)
  })
  return { success: true }
}

/** How the reader is told of changes, beside the list. */
export const getNoticeSettings: Handler<'getNoticeSettings'> = async (ctx) =>
  ctx.deps.db.read(ctx.tenant.id, (tx) => settingsOf(ctx, tx))

/** @returns all settings as they are then. */
export const updateNoticeSettings: Handler<'updateNoticeSettings'> = async (ctx, { push, mail, tomorrow }) =>
  ctx.deps.db.write(ctx.tenant.id, async (tx) => {
    const change = {
      ...(push === undefined ? {} : { push }),
      ...(mail === undefined ? {} : { mail }),
      ...(tomorrow === undefined ? {} : { tomorrow }),
    }
    if (Object.keys(change).length > 0)
      await saveNoticeSettings(tx, requireStaff(ctx).id, change, usualNotices)
    return settingsOf(ctx, tx)
  })

async function settingsOf(ctx: RequestContext, tx: Tx) {
  const { push, mail, tomorrow } = (await findNoticeSettings(tx, requireStaff(ctx).id)) ?? usualNotices
  return { push, mail, tomorrow, pushKey: ctx.deps.push.publicKey }
}

/**
 * Saves where push messages for this browser are sent. It ends when the person signs out here.
 * @throws CallError `auth/operation-not-allowed` at a desk device: several people use it.
 */
export const saveStaffPush: Handler<'saveStaffPush'> = async (ctx, { endpoint, keys }) => {
  const { deps, tenant, staff, sessionToken } = ctx
  const reader = requireStaff(ctx).id
  if (staff?.device) throw new CallError('auth/operation-not-allowed')
  await deps.db.write(tenant.id, (tx) =>
    upsertStaffPush(
      tx,
      reader,
      { endpoint, ...keys },
      { token: sessionToken ?? '', at: new Date(deps.now()) },
    ),
  )
  return { saved: true }
}

/** Answers the same whether there was such a subscription or not. */
export const removeStaffPush: Handler<'removeStaffPush'> = async (ctx, { endpoint }) => {
  const reader = requireStaff(ctx).id
  await ctx.deps.db.write(ctx.tenant.id, (tx) => deleteStaffPush(tx, reader, endpoint))
  return { removed: true }
}
