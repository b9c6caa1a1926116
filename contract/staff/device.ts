import * as v from 'valibot'
import { lockMinutes } from '#domain/staff/session.ts'
import { id, plainText, uuid } from '../field/field-schemas.ts'

const tenantId = v.optional(id)
const name = plainText(1, 60)
const minutes = v.pipe(v.number(), v.integer(), v.minValue(lockMinutes.least), v.maxValue(lockMinutes.most))

/** A desk device; `current`: it is this browser. Times in epoch ms. */
const Device = v.object({
  id: v.string(),
  name: v.string(),
  lockMinutes: v.number(),
  enrolledBy: v.string(),
  createdAt: v.number(),
  lastUsedAt: v.number(),
  current: v.boolean(),
})
export const ListDevices = v.object({ tenantId })
export const Devices = v.object({ documents: v.array(Device) })
/** Enrols the browser that asks. */
export const EnrolDevice = v.object({ tenantId, name, lockMinutes: v.optional(minutes, lockMinutes.usual) })
export const DeviceEnrolled = v.object({ id: v.string() })
export const UpdateDevice = v.object({ tenantId, id: uuid, name, lockMinutes: minutes })
export const OneDevice = v.object({ tenantId, id: uuid })
