import { CallError } from '#contract/errors.ts'
import { rights, rightsOf } from '#domain/staff/rights.ts'
import { idleMs } from '#domain/staff/session.ts'
import type { Handler, RequestContext } from '#server/context/context.ts'
import { publishChange } from '#server/database/change-events.ts'
import type { Tx } from '#server/database/db.ts'
import { removePushOfSession } from '#server/push/staff-queries.ts'
import { recordAudit } from '#server/staff/audit.ts'
import { findStaffRow, listStaffRows, type StaffRow } from '#server/staff/queries.ts'
import {
  clearPinTries,
  countPinTry,
  createDevice,
  deleteDeviceRow,
  listDeviceRows,
  listShutPins,
  lockDeviceRow,
  updateDeviceRow,
} from './device-queries.ts'
import { verifyPin } from './pin.ts'
import { moveStaffSession, removeIdleSessions } from './session-queries.ts'
import { requireStaff } from '#server/context/scope.ts'
import { beginStaffSession, deskCookie, endStaffSession } from './sign-in.ts'

type WithPin = StaffRow & { pinHash: string }
const hasPin = (row: StaffRow): row is WithPin => row.pinHash !== null && row.joinedAt !== null

/**
 * What a locked desk device shows: who has a PIN.
 * @throws CallError `auth/unauthenticated` in a browser that is no desk device.
 */
export const getDesk: Handler<'getDesk'> = async (ctx) => {
  const desk = requireDesk(ctx)
  return ctx.deps.db.read(ctx.tenant.id, async (tx) => {
    const shut = await listShutPins(tx, desk.id)
    const people = (await listStaffRows(tx)).filter(hasPin)
    return { name: desk.name, people: people.map(({ id, name }) => ({ id, name, shut: shut.has(id) })) }
  })
}

/**
 * Unlocks the desk device as a person, by their PIN: the acting person and the session change. What was
 * being done stays on the page.
 * @throws CallError `auth/unauthenticated` in any other browser; `auth/invalid-credential` with the attempts
 * that are `left`; `staff/pin-shut` after five wrong ones, until the person signs in here in another way.
 */
export const unlockDevice: Handler<'unlockDevice'> = async (ctx, { id, pin }) => {
  const desk = requireDesk(ctx)
  const { deps, tenant } = ctx
  const { person, left } = await deps.db.write(tenant.id, async (tx) => {
    const row = await findStaffRow(tx, id)
    if (!row || !hasPin(row)) throw new CallError('auth/invalid-credential')
    return { person: row, left: await countPinTry(tx, desk.id, row.id) }
  })
  if (left === null) throw new CallError('staff/pin-shut')
  // Other devices, new ones too, are no further attempts.
  const counted = `${tenant.id} ${person.id}`
  if ((await deps.pinLimit.consume(counted)) !== null) throw new CallError('staff/pin-shut')
  if (!(await verifyPin(ctx, person, pin))) {
    if (left > 0) throw new CallError('auth/invalid-credential', { left })
    const actor = { id: person.id, name: person.name, method: 'pin', device: desk } as const
    await deps.db.write(tenant.id, (tx) => recordAudit(ctx, tx, { what: 'pinShut', actor }))
    throw new CallError('staff/pin-shut')
  }
  await deps.pinLimit.refund(counted)
  const cookie = await deps.db.write(tenant.id, async (tx) => {
    await clearPinTries(tx, person.id, desk.id)
    return beginStaffSession(ctx, tx, person, 'pin')
  })
  ctx.cookies.push(cookie)
  const own = rightsOf(person.role, person.rights)
  return { rights: rights.filter((right) => own[right]) }
}

/**
 * Locks the desk device by hand: the session ends.
 * @throws CallError `not-found` on a person's own device, where one signs out.
 */
export const lockDevice: Handler<'lockDevice'> = async (ctx) => {
  if (!requireStaff(ctx).device) throw new CallError('not-found')
  await endStaffSession(ctx)
  return { success: true }
}

function requireDesk({ desk }: RequestContext) {
  if (!desk) throw new CallError('auth/unauthenticated')
  return desk
}

/** The desk devices, by name, with times in epoch ms. */
export const listDevices: Handler<'listDevices'> = async (ctx) => {
  const rows = await ctx.deps.db.read(ctx.tenant.id, listDeviceRows)
  return {
    documents: rows.map(({ device: { id, name, lockMinutes, createdAt, lastUsedAt }, enrolledBy }) => ({
      id,
      name,
      lockMinutes,
      enrolledBy,
      createdAt: createdAt.getTime(),
      lastUsedAt: lastUsedAt.getTime(),
      current: id === ctx.desk?.id,
    })),
  }
}

/** Makes this browser a desk device. One that it is already is replaced. */
export const enrolDevice: Handler<'enrolDevice'> = async (ctx, { name, lockMinutes }) => {
  const self = requireStaff(ctx)
  const { deps, tenant, desk, sessionToken } = ctx
  const created = await deps.db.write(tenant.id, async (tx) => {
    const device = { name, lockMinutes, enrolledBy: self.id, at: new Date(deps.now()) }
    const made = await createDevice(tx, device)
    // Before the device that it was is deleted with its sessions.
    await moveStaffSession(tx, sessionToken ?? '', made.id)
    // The browser is nobody's own from now on.
    await removePushOfSession(tx, sessionToken ?? '')
    if (desk) await deleteDeviceRow(tx, desk.id)
    const subject = { id: made.id, name }
    await recordAudit(ctx, tx, { what: 'deviceEnrolled', subject, after: { name, lockMinutes } })
    return made
  })
  ctx.cookies.push(deskCookie(created.secret, { secure: deps.config.scheme === 'https' }))
  return { id: created.id }
}

/** Names a desk device, and sets after how many minutes it locks. @throws CallError `not-found`. */
export const updateDevice: Handler<'updateDevice'> = async (ctx, { id, name, lockMinutes }) => {
  await ctx.deps.db.write(ctx.tenant.id, async (tx) => {
    const before = await requireDevice(tx, id)
    // What has locked by the time until now stays locked.
    const idle = idleMs({ lockMinutes: before.lockMinutes })
    await removeIdleSessions(tx, id, new Date(ctx.deps.now() - idle))
    await updateDeviceRow(tx, id, { name, lockMinutes })
    await recordAudit(ctx, tx, {
      what: 'deviceChanged',
      subject: { id, name },
      before: { name: before.name, lockMinutes: before.lockMinutes },
      after: { name, lockMinutes },
    })
  })
  return { success: true }
}

/** Removes a desk device: its sessions end at once, and no PIN works there. @throws CallError `not-found`. */
export const removeDevice: Handler<'removeDevice'> = async (ctx, { id }) => {
  await ctx.deps.db.write(ctx.tenant.id, async (tx) => {
    const { name } = await requireDevice(tx, id)
    await deleteDeviceRow(tx, id)
    await recordAudit(ctx, tx, { what: 'deviceRemoved', subject: { id, name } })
    await publishChange(tx, 'staff', '')
  })
  if (id === ctx.desk?.id) ctx.cookies.push(deskCookie('', { secure: ctx.deps.config.scheme === 'https' }))
  return { success: true }
}

async function requireDevice(tx: Tx, id: string) {
  const device = await lockDeviceRow(tx, id)
  if (!device) throw new CallError('not-found')
  return device
}
