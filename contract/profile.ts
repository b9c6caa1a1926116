import * as v from 'valibot'
import { id, minor, money, plainWords } from './shape.ts'

const self = { tenantId: id, uid: id }
// A password is kept exactly as typed; the floor is the server's answer auth/weak-password, not a malformed request.
const password = v.pipe(
  v.string(),
  v.minLength(1),
  v.maxLength(1024),
  v.check((s) => s.isWellFormed()),
)

/** Bytes of a picture, and of the request that carries one in base64. */
export const PICTURE_BYTES = 1024 * 1024
export const PICTURE_BODY = Math.ceil(PICTURE_BYTES / 3) * 4 + 64 * 1024

/** `image` is a JPEG, PNG, WebP or GIF of at most 1 MB, in base64. */
export const UpdateAvatar = v.object({
  ...self,
  image: v.pipe(v.string(), v.minLength(4), v.maxLength(PICTURE_BODY), v.regex(/^[A-Za-z0-9+/]+={0,2}$/)),
})
export const Avatar = v.object({ avatar: v.nullable(v.string()) })

/** Without `currentPassword` only a guest who has no password yet, and has just signed in. */
export const UpdatePassword = v.object({
  ...self,
  currentPassword: v.optional(password),
  newPassword: password,
})
export const PasswordUpdated = v.object({ success: v.literal(true) })

/** Browser and system as far as they can be told; times in epoch milliseconds. */
const Session = v.object({
  id: v.string(),
  browser: v.nullable(v.string()),
  system: v.nullable(v.string()),
  began: v.number(),
  lastUsed: v.number(),
  current: v.boolean(),
})
/** `recent`: this session is fresh enough for what asks for that; `hasPassword`: there is one to change. */
export const Sessions = v.object({
  documents: v.array(Session),
  recent: v.boolean(),
  hasPassword: v.boolean(),
})
/** One of the others, or all of them. */
export const RemoveSessions = v.object({ ...self, id: v.optional(id) })
export const SessionsRemoved = v.object({ removed: v.number() })

/** All that is kept of the guest, as a ZIP archive in base64. */
export const Export = v.object({ name: v.string(), zip: v.string() })

const ending = v.object({
  id: v.string(),
  start: v.number(),
  services: v.array(v.string()),
  fee: minor,
  refund: minor,
  ...money,
})
/** What deleting the account does: `visits` are cancelled on these terms, of which `fee` and `refund` are the sums, whatever their currencies; of `kept` visits the amounts stay, without the person. */
export const Deletion = v.object({
  visits: v.array(ending),
  fee: minor,
  refund: minor,
  kept: v.number(),
  hasPassword: v.boolean(),
  recent: v.boolean(),
})
/** `fee` is that of the answer before, which shows whether something has changed since the guest has seen the fees; `password` is for a guest who has one and signed in a while ago. */
export const DeleteUser = v.object({
  ...self,
  confirmed: v.literal(true),
  fee: minor,
  password: v.optional(password),
})
export const Deleted = v.object({
  success: v.literal(true),
  cancelled: v.number(),
  fee: minor,
  refund: minor,
})

export const PasskeyName = plainWords(1, 60)
