import * as v from 'valibot'
import { amount, base64, id, money, plainText } from '../field/field-schemas.ts'

const self = { tenantId: id, uid: id }
// Stored exactly as typed. A password that is too short is answered auth/weak-password, not as malformed.
const password = v.pipe(
  v.string(),
  v.minLength(1),
  v.maxLength(1024),
  v.check((s) => s.isWellFormed()),
)

/** Maximum bytes of a picture, and of a request with a picture in base64. */
export const PICTURE_BYTES = 1024 * 1024
export const PICTURE_BODY = Math.ceil(PICTURE_BYTES / 3) * 4 + 64 * 1024

/** `image` is a JPEG, PNG, WebP or GIF of at most 1 MB, in base64. */
export const UpdateAvatar = v.object({
  ...self,
  image: base64(PICTURE_BODY),
})
export const Avatar = v.object({ avatar: v.nullable(v.string()) })

/** `currentPassword`: required unless the guest has no password and has signed in recently. */
export const UpdatePassword = v.object({
  ...self,
  currentPassword: v.optional(password),
  newPassword: password,
})
export const PasswordUpdated = v.object({ success: v.literal(true) })

/** Browser and system as far as the user agent identifies them; times in epoch ms. */
const Session = v.object({
  id: v.string(),
  browser: v.nullable(v.string()),
  system: v.nullable(v.string()),
  began: v.number(),
  lastUsed: v.number(),
  current: v.boolean(),
})
/** `recent`: the session is recent enough for calls that require it; `hasPassword`: one can be changed. */
export const Sessions = v.object({
  documents: v.array(Session),
  recent: v.boolean(),
  hasPassword: v.boolean(),
})
/** `id`: one other session; absent: all others. */
export const RemoveSessions = v.object({ ...self, id: v.optional(id) })
export const SessionsRemoved = v.object({ removed: v.number() })

/** All stored data of the guest: the URL of a ZIP archive, valid for 5 minutes in the guest's session. */
export const Export = v.object({ name: v.string(), downloadURL: v.string() })

const ending = v.object({
  id: v.string(),
  start: v.number(),
  services: v.array(v.string()),
  fee: amount,
  refund: amount,
  ...money,
})
/**
 * The effects of deleting the account. `visits` are cancelled on these terms; `fee` and `refund` are their
 * sums. `kept`: the number of past visits whose amounts are retained without the person. `waitlist`: the
 * number of open waitlist entries and `photos` that of photos, which are deleted.
 */
export const Deletion = v.object({
  visits: v.array(ending),
  fee: amount,
  refund: amount,
  kept: v.number(),
  waitlist: v.number(),
  photos: v.number(),
  /** Of the shop, not dispatched yet: deleting cancels them. */
  orders: v.number(),
  hasPassword: v.boolean(),
  recent: v.boolean(),
})
/**
 * `fee`: of the `Deletion` that the guest saw, to detect a change; `password`: for a guest who has one and
 * has not signed in recently.
 */
export const DeleteUser = v.object({
  ...self,
  confirmed: v.literal(true),
  fee: amount,
  password: v.optional(password),
})
export const Deleted = v.object({
  success: v.literal(true),
  cancelled: v.number(),
  fee: amount,
  refund: amount,
})

export const PasskeyName = plainText(1, 60)
