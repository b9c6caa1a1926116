import * as v from 'valibot'
import {
  rights,
  roles,
  scopesOf,
  type Right,
  type Rights,
  type Role,
  type Shut,
} from '#domain/staff/rights.ts'
import type { SignInMethod } from '#domain/staff/rights.ts'
import { locales } from '#domain/language.ts'
import { email, id, plainText, uuid } from '../field/field-schemas.ts'

/** Who is signed in to the salon's own site, with what their session opens. */
export type SignedInStaff = {
  id: string
  name: string
  email: string
  language: string | null
  role: Role
  /** The member who performs services that this person is; null: none. */
  memberId: string | null
  /** The rights that are open now. */
  rights: Rights
  /** Those that the person has, and that are shut in this session. */
  shut: Readonly<Partial<Record<Right, Shut>>>
  /** The desk device of the session; null on the person's own. */
  device: DeskDevice | null
  method: SignInMethod
  hasPasskey: boolean
  /** Whether single keys do something on the day's page. */
  shortcuts: boolean
  /** Whether the hints of the day's page were seen. */
  hintsSeen: boolean
}

/** A browser at the desk, where each person unlocks by a PIN. */
export type DeskDevice = { id: string; name: string; lockMinutes: number }

const tenantId = v.optional(id)

const roleField = v.picklist(roles)
const scopeField = (right: Right) =>
  v.optional(v.picklist([...scopesOf[right].scopes, ...(scopesOf[right].required ? [] : ['none' as const])]))
/** Rights by name; `none` switches one off. */
const rightFields = v.strictObject(
  Object.fromEntries(rights.map((right) => [right, scopeField(right)])) as Record<
    Right,
    ReturnType<typeof scopeField>
  >,
)
const language = v.picklist(locales)
const staffName = plainText(1, 100)
/** The member of a service; null: the person performs none. */
const member = v.nullable(id)

/** How a person appears to those who may change people. Times in epoch ms. */
const StaffMember = v.object({
  id: v.string(),
  name: v.string(),
  email: v.string(),
  role: roleField,
  /** What is switched for the person, beside their role. */
  rights: v.record(v.string(), v.string()),
  memberId: v.nullable(v.string()),
  /** Null until the invitation is accepted. */
  joinedAt: v.nullable(v.number()),
  /** Of the open invitation; null: none, or it is over. */
  invitedUntil: v.nullable(v.number()),
  lastSeenAt: v.nullable(v.number()),
  hasPasskey: v.boolean(),
  /** Whether who asks may change this person. */
  mayChange: v.boolean(),
})
export const ListStaff = v.object({ tenantId })
export const Staff = v.object({
  documents: v.array(StaffMember),
  /** The members of services, for who performs them. */
  members: v.array(v.object({ id: v.string(), name: v.string() })),
  /** The roles that who asks may give. */
  roles: v.array(roleField),
})

/** A second invitation to the same address replaces the first one. */
export const InviteStaff = v.object({
  tenantId,
  name: staffName,
  email,
  role: roleField,
  memberId: v.optional(member, null),
})
export const StaffInvited = v.object({ id: v.string(), until: v.number() })
export const UpdateStaff = v.object({
  tenantId,
  id: uuid,
  name: v.optional(staffName),
  role: v.optional(roleField),
  rights: v.optional(rightFields),
  memberId: v.optional(member),
})
export const OneStaff = v.object({ tenantId, id: uuid })
export const StaffChanged = v.object({ success: v.literal(true) })

/** What the page of a person shows of their own access. Times in epoch ms. */
export const StaffSelf = v.object({
  hasPin: v.boolean(),
  /** Whether what needs a recent sign-in may be done now. */
  recent: v.boolean(),
  /** Until when an owner or a manager without a passkey keeps all rights; null: it is not asked. */
  passkeyUntil: v.nullable(v.number()),
  passkeys: v.array(
    v.object({ id: v.string(), name: v.nullable(v.string()), createdAt: v.number(), synced: v.boolean() }),
  ),
  sessions: v.array(
    v.object({
      id: v.string(),
      browser: v.nullable(v.string()),
      system: v.nullable(v.string()),
      device: v.nullable(v.string()),
      lastUsed: v.number(),
      current: v.boolean(),
    }),
  ),
})
export const StaffSelfInput = v.object({ tenantId })
export const SetStaffLanguage = v.object({ tenantId, language })
/** How the day's page is used; `hintsSeen`: its hints are not shown again. */
export const SaveStaffChoices = v.object({
  tenantId,
  shortcuts: v.optional(v.boolean()),
  hintsSeen: v.optional(v.literal(true)),
})
/** With `id` one other session of the person, without it all others. */
export const EndStaffSessions = v.object({ tenantId, id: v.optional(uuid) })
