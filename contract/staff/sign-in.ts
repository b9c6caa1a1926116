import * as v from 'valibot'
import { isPin } from '#domain/staff/pin.ts'
import { rights, roles } from '#domain/staff/rights.ts'
import { bareDigits } from '#domain/typed-digits.ts'
import { id, trimmedText, uuid } from '../field/field-schemas.ts'
import { RegisterPasskey, SignInWithPasskey } from '../identity/passkey.ts'

const tenantId = v.optional(id)
/** A path of the salon's own site, where the person continues afterwards. */
const to = v.optional(v.pipe(v.string(), v.maxLength(2000)), '')

/** `email` may be any text: the answer is the same whether somebody works under it or not. */
export const SendStaffLink = v.object({ tenantId, email: trimmedText(1, 254), to })
export const StaffLinkSent = v.object({ success: v.literal(true) })

// A malformed code is answered like an unknown one.
const oobCode = v.pipe(
  v.string(),
  v.maxLength(1024),
  v.check((s) => s.isWellFormed()),
)
export const StaffCode = v.object({ tenantId, oobCode })
/** What a link does, without doing it; `email` is masked. */
export const StaffCodeInfo = v.object({
  kind: v.picklist(['staffSignIn', 'staffInvite']),
  name: v.string(),
  email: v.string(),
})
/** `to`: where the request for the link came from; '' for the start. */
export const StaffSignedIn = v.object({ to: v.string() })
export const NoInput = v.object({ tenantId })
export const Done = v.object({ success: v.literal(true) })

export const SignInStaffWithPasskey = v.object({ ...SignInWithPasskey.entries })
export const RegisterStaffPasskey = v.omit(RegisterPasskey, ['uid'])
export const StaffPasskeyInput = v.object({ tenantId, id: uuid })

/** Digits however they are typed. */
const pin = v.pipe(v.string(), v.maxLength(40), v.transform(bareDigits))
export const SetPin = v.object({ tenantId, pin: v.pipe(pin, v.check(isPin, 'six digits, not in a row')) })
export const UnlockDevice = v.object({ tenantId, id: uuid, pin })
/** `rights`: those of whoever has unlocked it. */
export const Unlocked = v.object({ rights: v.array(v.picklist(rights)) })
/** `name` is that of the device; `people` have a PIN, `shut` after too many wrong ones here. */
export const Desk = v.object({
  name: v.string(),
  people: v.array(v.object({ id: v.string(), name: v.string(), shut: v.boolean() })),
})

/** The demo's people. */
export const DemoStaff = v.object({
  people: v.array(v.object({ id: v.string(), name: v.string(), role: v.picklist(roles) })),
})
export const SignInDemoStaff = v.object({ tenantId, id: uuid })
