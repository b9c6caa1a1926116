import type { DeskDevice, SignedInStaff } from '#contract/staff/staff.ts'
import { DAY_MS } from '#domain/day.ts'
import { openRights, rightsOf } from '#domain/staff/rights.ts'
import { isOpen, isUseDue, MAX_AGE_MS } from '#domain/staff/session.ts'
import type { Dependencies } from '#server/context/context.ts'
import type { TenantId } from '#server/database/db.ts'
import { RECENT_MS } from '../session/recent.ts'
import { findDeviceBySecret, updateDeviceRow, type DeviceRow } from './device-queries.ts'
import { findStaffSession, touchStaffSession } from './session-queries.ts'

type Found = {
  staff: SignedInStaff | null
  desk: DeskDevice | null
  /** As `RequestContext.sessionBegan`. */ confirmedAt: number | null
  /** Whether the cookie of the desk device may live as long again. */ deskRenewed: boolean
}
type Presented = {
  /** The token of the session. */ token: string | null
  /** The secret of the desk device. */ desk: string | null
  /** Whether the person uses the session, or its page asks by itself. */ isUse: boolean
}

const NOBODY: Found = { staff: null, desk: null, confirmedAt: null, deskRenewed: false }

/**
 * Finds who works in this browser, and the desk device that it is. A session at a desk device is open only in
 * that browser, and only until the device locks. Use prolongs both, which is stored now and then.
 */
export async function findStaff(
  { db, now }: Pick<Dependencies, 'db' | 'now'>,
  tenant: TenantId,
  { token, desk, isUse }: Presented,
): Promise<Found> {
  if (token === null && desk === null) return NOBODY
  const at = now()
  const { session, device } = await db.read(tenant, async (tx) => ({
    session: token === null ? null : await findStaffSession(tx, token),
    device: desk === null ? null : usable(await findDeviceBySecret(tx, desk), at),
  }))
  const deskRenewed = device !== null && isUse && at - device.lastUsedAt.getTime() >= DAY_MS
  const open = session !== null && isInPlace(session, device) && isOpen(timesOf(session), at) ? session : null
  const isDue = open !== null && isUse && isUseDue(timesOf(open), at)
  if (deskRenewed || isDue)
    await db.write(tenant, async (tx) => {
      if (deskRenewed) await updateDeviceRow(tx, device.id, { lastUsedAt: new Date(at) })
      if (isDue && token !== null) await touchStaffSession(tx, token, new Date(at))
    })
  return {
    staff: open && toStaff(open, at),
    desk: device && { id: device.id, name: device.name, lockMinutes: device.lockMinutes },
    confirmedAt: open?.confirmedAt?.getTime() ?? null,
    deskRenewed,
  }
}

type Session = NonNullable<Awaited<ReturnType<typeof findStaffSession>>>

const usable = (device: DeviceRow | null, now: number): DeviceRow | null =>
  device && now - device.lastUsedAt.getTime() < MAX_AGE_MS ? device : null

const isInPlace = ({ deviceId }: Session, device: DeviceRow | null): boolean =>
  deviceId === null || deviceId === device?.id

const timesOf = ({ createdAt, lastSeenAt, deviceId, lockMinutes }: Session) => ({
  createdAt: createdAt.getTime(),
  lastSeenAt: lastSeenAt.getTime(),
  lockMinutes: deviceId === null ? null : lockMinutes,
})

function toStaff(session: Session, now: number): SignedInStaff {
  const { id, name, email, language, role, overrides, memberId, method, hasPasskey } = session
  const { deviceId, deviceName, lockMinutes, confirmedAt, joinedAt, shortcuts, hintsSeenAt } = session
  const { open, shut } = openRights(
    rightsOf(role, overrides),
    {
      role,
      method,
      recent: confirmedAt !== null && now - confirmedAt.getTime() <= RECENT_MS,
      hasPasskey,
      joinedAt: joinedAt?.getTime() ?? now,
    },
    now,
  )
  return {
    id,
    name,
    email,
    language,
    role,
    memberId,
    rights: open,
    shut,
    device: deviceId && deviceName && lockMinutes ? { id: deviceId, name: deviceName, lockMinutes } : null,
    method,
    hasPasskey,
    shortcuts,
    hintsSeen: hintsSeenAt !== null,
  }
}
