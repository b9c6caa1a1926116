import { randomUUID } from 'node:crypto'
import { and, asc, eq, gte, lt, sql } from 'drizzle-orm'
import { staff, staffDevice, staffPinTry } from '#db/schema/staff.ts'
import { MAX_PIN_ATTEMPTS } from '#domain/staff/pin.ts'
import type { Tx } from '#server/database/db.ts'
import { randomToken, sha256 } from '#server/secret/hash.ts'

export type DeviceRow = typeof staffDevice.$inferSelect

const byId = (tx: Tx, id: string) => and(eq(staffDevice.tenantId, tx.tenantId), eq(staffDevice.id, id))

/** Creates a device and stores the hash of its secret only. */
export async function createDevice(
  tx: Tx,
  device: { name: string; lockMinutes: number; enrolledBy: string; at: Date },
): Promise<{ id: string; secret: string }> {
  const { at, ...columns } = device
  const [id, secret] = [randomUUID(), randomToken()]
  await tx.insert(staffDevice).values({
    ...columns,
    tenantId: tx.tenantId,
    id,
    secretHash: sha256(secret),
    createdAt: at,
    lastUsedAt: at,
  })
  return { id, secret }
}

/** The device of a browser's secret; null for an unknown or removed one. */
export async function findDeviceBySecret(tx: Tx, secret: string): Promise<DeviceRow | null> {
  const [row] = await tx
    .select()
    .from(staffDevice)
    .where(and(eq(staffDevice.tenantId, tx.tenantId), eq(staffDevice.secretHash, sha256(secret))))
  return row ?? null
}

/** All devices with the names of who has enrolled them, by name. */
export const listDeviceRows = (tx: Tx) =>
  tx
    .select({ device: staffDevice, enrolledBy: staff.name })
    .from(staffDevice)
    .innerJoin(staff, and(eq(staff.tenantId, staffDevice.tenantId), eq(staff.id, staffDevice.enrolledBy)))
    .where(eq(staffDevice.tenantId, tx.tenantId))
    .orderBy(asc(staffDevice.name), asc(staffDevice.id))

/** As `findDeviceBySecret`, by its id; locks the row until the end of the transaction. */
export async function lockDeviceRow(tx: Tx, id: string): Promise<DeviceRow | null> {
  const [row] = await tx.select().from(staffDevice).where(byId(tx, id)).for('update')
  return row ?? null
}

export const updateDeviceRow = (
  tx: Tx,
  id: string,
  change: Partial<Pick<DeviceRow, 'name' | 'lockMinutes' | 'lastUsedAt'>>,
) => tx.update(staffDevice).set(change).where(byId(tx, id))

/** Deletes a device with its sessions. */
export const deleteDeviceRow = (tx: Tx, id: string) => tx.delete(staffDevice).where(byId(tx, id))

/** Deletes the devices that were last used before `before`. @returns their number. */
export async function removeUnusedDevices(tx: Tx, before: Date): Promise<number> {
  const { rowCount } = await tx
    .delete(staffDevice)
    .where(and(eq(staffDevice.tenantId, tx.tenantId), lt(staffDevice.lastUsedAt, before)))
  return rowCount ?? 0
}

/**
 * Counts an attempt at a person's PIN as a wrong one, before it is known to be: concurrent requests cannot
 * exceed `MAX_PIN_ATTEMPTS`.
 * @returns the attempts that are left; null where there was none.
 */
export async function countPinTry(tx: Tx, deviceId: string, staffId: string): Promise<number | null> {
  const [row] = await tx
    .insert(staffPinTry)
    .values({ tenantId: tx.tenantId, deviceId, staffId, failures: 1 })
    .onConflictDoUpdate({
      target: [staffPinTry.tenantId, staffPinTry.deviceId, staffPinTry.staffId],
      set: { failures: sql`${staffPinTry.failures} + 1` },
      setWhere: lt(staffPinTry.failures, MAX_PIN_ATTEMPTS),
    })
    .returning({ failures: staffPinTry.failures })
  return row ? MAX_PIN_ATTEMPTS - row.failures : null
}

/** Forgets a person's wrong PINs at a device, or at all devices. */
export const clearPinTries = (tx: Tx, staffId: string, deviceId?: string) =>
  tx
    .delete(staffPinTry)
    .where(
      and(
        eq(staffPinTry.tenantId, tx.tenantId),
        eq(staffPinTry.staffId, staffId),
        deviceId === undefined ? undefined : eq(staffPinTry.deviceId, deviceId),
      ),
    )

/** The ids of those whose PIN is shut at a device. */
export async function listShutPins(tx: Tx, deviceId: string): Promise<Set<string>> {
  const rows = await tx
    .select({ staffId: staffPinTry.staffId })
    .from(staffPinTry)
    .where(
      and(
        eq(staffPinTry.tenantId, tx.tenantId),
        eq(staffPinTry.deviceId, deviceId),
        gte(staffPinTry.failures, MAX_PIN_ATTEMPTS),
      ),
    )
  return new Set(rows.map(({ staffId }) => staffId))
}
