import { parseUserAgent } from '#domain/device.ts'
import { PASSKEY_DUE_MS } from '#domain/staff/rights.ts'
import { isOpen } from '#domain/staff/session.ts'
import { CallError } from '#contract/errors.ts'
import type { Handler } from '#server/context/context.ts'
import { publishChange } from '#server/database/change-events.ts'
import { recordAudit } from '#server/staff/audit.ts'
import { findStaffRow, updateStaffRow } from '#server/staff/queries.ts'
import { isRecent } from '../session/recent.ts'
import { clearPinTries } from './device-queries.ts'
import { mailStaffNotice } from './mail.ts'
import { listStaffPasskeys } from './passkey-queries.ts'
import { hashPin } from './pin.ts'
import { listStaffSessions, removeStaffSessions } from './session-queries.ts'
import { requireStaff } from '#server/context/scope.ts'

/** The access of who is signed in: PIN, passkeys, sessions, with times in epoch ms. */
export const getStaffSelf: Handler<'getStaffSelf'> = async (ctx) => {
  const { id, role } = requireStaff(ctx)
  const { deps, tenant, sessionToken } = ctx
  const now = deps.now()
  return deps.db.read(tenant.id, async (tx) => {
    const row = await findStaffRow(tx, id)
    const passkeys = await listStaffPasskeys(tx, id)
    const sessions = await listStaffSessions(tx, id, sessionToken ?? '')
    const isAsked = (role === 'owner' || role === 'manager') && passkeys.length === 0
    return {
      hasPin: row?.pinHash != null,
      recent: isRecent(ctx),
      passkeyUntil: isAsked ? (row?.joinedAt?.getTime() ?? now) + PASSKEY_DUE_MS : null,
      passkeys: passkeys.map((one) => ({
        id: one.id,
        name: one.name,
        createdAt: one.createdAt.getTime(),
        synced: one.backedUp,
      })),
      sessions: sessions
        .filter(({ createdAt, lastSeenAt, lockMinutes }) =>
          isOpen({ createdAt: createdAt.getTime(), lastSeenAt: lastSeenAt.getTime(), lockMinutes }, now),
        )
        .map((one) => ({
          id: one.id,
          ...parseUserAgent(one.userAgent),
          device: one.device,
          lastUsed: one.lastSeenAt.getTime(),
          current: one.current,
        })),
    }
  })
}

/** The language of the pages and mails of who is signed in. */
export const setStaffLanguage: Handler<'setStaffLanguage'> = async (ctx, { language }) => {
  const { id } = requireStaff(ctx)
  await ctx.deps.db.write(ctx.tenant.id, (tx) => updateStaffRow(tx, id, { language }))
  return { success: true }
}

/** How who is signed in uses the day's page. */
export const saveStaffChoices: Handler<'saveStaffChoices'> = async (ctx, { shortcuts, hintsSeen }) => {
  const { id } = requireStaff(ctx)
  const { deps, tenant } = ctx
  const change = {
    ...(shortcuts === undefined ? {} : { shortcuts }),
    ...(hintsSeen ? { hintsSeenAt: new Date(deps.now()) } : {}),
  }
  if (Object.keys(change).length > 0) await deps.db.write(tenant.id, (tx) => updateStaffRow(tx, id, change))
  return { success: true }
}

/**
 * Ends the other sessions of who is signed in, or the one with the id.
 * @throws CallError `not-found` where they have no other session with this id.
 */
export const endStaffSessions: Handler<'endStaffSessions'> = async (ctx, { id }) => {
  const self = requireStaff(ctx)
  await ctx.deps.db.write(ctx.tenant.id, async (tx) => {
    const ended = await removeStaffSessions(tx, self.id, { kept: ctx.sessionToken ?? '', id })
    if (id !== undefined && ended === 0) throw new CallError('not-found')
    await recordAudit(ctx, tx, { what: 'sessionsEnded', after: { sessions: ended } })
    await publishChange(tx, 'staff', self.id)
  })
  return { success: true }
}

/**
 * Sets the PIN of who is signed in, for desk devices, and tells them by mail.
 * @throws CallError `auth/requires-recent-login`, as a PIN alone must not change it.
 */
export const setPin: Handler<'setPin'> = async (ctx, { pin }) => {
  const self = requireStaff(ctx)
  const pinHash = await hashPin(ctx, self.id, pin)
  await ctx.deps.db.write(ctx.tenant.id, async (tx) => {
    await updateStaffRow(tx, self.id, { pinHash })
    await clearPinTries(tx, self.id)
    await recordAudit(ctx, tx, { what: 'pinSet' })
    await mailStaffNotice(ctx, tx, self, 'pinSet')
  })
  return { success: true }
}

/** Removes the PIN of who is signed in: they sign in at desk devices in another way. */
export const removePin: Handler<'removePin'> = async (ctx) => {
  const { id } = requireStaff(ctx)
  await ctx.deps.db.write(ctx.tenant.id, async (tx) => {
    await updateStaffRow(tx, id, { pinHash: null })
    await recordAudit(ctx, tx, { what: 'pinRemoved' })
  })
  return { success: true }
}
