import { DAY_MS } from '../day.ts'

/** What a person may do in the salon's own site, each by itself. `refund`: money back to a guest. */
export const rights = [
  'day',
  'progress',
  'book',
  'move',
  'block',
  'cancel',
  'over',
  'contact',
  'health',
  'money',
  'figures',
  'waitlist',
  'orders',
  'refund',
  'setup',
  'people',
  'export',
  'audit',
] as const
export type Right = (typeof rights)[number]

/**
 * How far a right reaches. `own`: what concerns the member that the person is. `today`: everybody's, of the
 * present day.
 */
export type Scope = 'all' | 'own' | 'today'

/** The rights of a person; those that are missing they do not have. */
export type Rights = Readonly<Partial<Record<Right, Scope>>>

/** What is switched for one person: differences from their role. */
export type RightOverrides = Readonly<Partial<Record<Right, Scope | 'none'>>>

/** Presets of rights, the highest first. */
export const roles = ['owner', 'manager', 'reception', 'practitioner'] as const
export type Role = (typeof roles)[number]

/** The scopes that each right can have, the widest first. `required`: everybody has it. */
export const scopesOf: Record<Right, { scopes: readonly Scope[]; required?: true }> = {
  day: { scopes: ['all', 'own'], required: true },
  progress: { scopes: ['all', 'own'] },
  book: { scopes: ['all', 'own'] },
  move: { scopes: ['all', 'own'] },
  block: { scopes: ['all', 'own'] },
  cancel: { scopes: ['all', 'own'] },
  over: { scopes: ['all', 'own'] },
  contact: { scopes: ['all', 'own'], required: true },
  health: { scopes: ['all', 'own'] },
  money: { scopes: ['all', 'today'] },
  figures: { scopes: ['all', 'own'] },
  waitlist: { scopes: ['all', 'own'] },
  orders: { scopes: ['all'] },
  refund: { scopes: ['all'] },
  setup: { scopes: ['all'] },
  people: { scopes: ['all'] },
  export: { scopes: ['all'] },
  audit: { scopes: ['all'] },
}

const everything = Object.fromEntries(rights.map((right) => [right, 'all'])) as Rights

const presets: Record<Role, Rights> = {
  owner: everything,
  manager: without(everything, 'export', 'audit'),
  reception: {
    day: 'all',
    progress: 'all',
    book: 'all',
    move: 'all',
    block: 'all',
    cancel: 'all',
    contact: 'all',
    money: 'today',
    waitlist: 'all',
    orders: 'all',
  },
  practitioner: {
    day: 'own',
    progress: 'own',
    book: 'own',
    move: 'own',
    block: 'own',
    contact: 'own',
    health: 'own',
    figures: 'own',
    waitlist: 'own',
  },
}

function without(all: Rights, ...left: Right[]): Rights {
  return Object.fromEntries(Object.entries(all).filter(([right]) => !left.includes(right as Right)))
}

const isPossible = (right: Right, scope: Scope | 'none'): boolean =>
  scope === 'none' ? !scopesOf[right].required : scopesOf[right].scopes.includes(scope)

/** The rights of a role, with what is switched for the person. An owner has all, whatever is switched. */
export function rightsOf(role: Role, overrides: RightOverrides): Rights {
  if (role === 'owner') return everything
  return Object.fromEntries(
    rights.flatMap((right) => {
      const wanted = overrides[right]
      const scope = wanted !== undefined && isPossible(right, wanted) ? wanted : presets[role][right]
      return scope === undefined || scope === 'none' ? [] : [[right, scope]]
    }),
  )
}

/** The differences between rights as they are chosen for a person and those of their role. */
export const overridesOf = (role: Role, chosen: RightOverrides): RightOverrides =>
  role === 'owner'
    ? {}
    : Object.fromEntries(
        rights.flatMap((right) => {
          const scope = chosen[right]
          const differs = scope !== undefined && scope !== (presets[role][right] ?? 'none')
          return differs && isPossible(right, scope) ? [[right, scope]] : []
        }),
      )

/** Whether one person may invite, change and remove another: an owner everybody, a manager who is below. */
export const mayManage = (role: Role, other: Role): boolean =>
  role === 'owner' || (role === 'manager' && other !== 'owner' && other !== 'manager')

/** Whether who has `own` may change rights from `before` to `given`: nobody gives more than they have. */
export const mayGrant = (own: Rights, before: Rights, given: Rights): boolean =>
  rights.every((right) => {
    const scope = given[right]
    return scope === undefined || scope === before[right] || own[right] === 'all' || own[right] === scope
  })

/** How a session has begun. A passkey is used with user verification, so it counts as two factors. */
export type SignInMethod = 'link' | 'passkey' | 'pin'

/** What a PIN never opens: a sign-in or a passkey of the last ten minutes does. */
const shutForPin: readonly Right[] = ['export', 'people', 'setup', 'refund']
/** What is shut for an owner or a manager without a passkey, once they have had a week to add one. */
const shutWithoutPasskey: readonly Right[] = ['money', 'export', 'setup', 'people']

/** How long owners and managers may do without a passkey, ms. */
export const PASSKEY_DUE_MS = 7 * DAY_MS

/** What decides which rights are open in a session. */
export type SessionFacts = {
  role: Role
  method: SignInMethod
  /** Whether the person has signed in, or confirmed by a passkey, within the last ten minutes. */
  recent: boolean
  hasPasskey: boolean
  /** Epoch ms at which the person has joined. */
  joinedAt: number
}

/** Why a right that a person has is shut now: `confirm` opens it, or a `passkey` that they have to add. */
export type Shut = 'confirm' | 'passkey'

/** Divides a person's rights into those that a session opens and those that are shut. `now`: epoch ms. */
export function openRights(
  own: Rights,
  { role, method, recent, hasPasskey, joinedAt }: SessionFacts,
  now: number,
): { open: Rights; shut: Readonly<Partial<Record<Right, Shut>>> } {
  const needsPasskey =
    (role === 'owner' || role === 'manager') && !hasPasskey && now - joinedAt > PASSKEY_DUE_MS
  const shutBy = (right: Right): Shut | null =>
    needsPasskey && shutWithoutPasskey.includes(right)
      ? 'passkey'
      : method === 'pin' && !recent && shutForPin.includes(right)
        ? 'confirm'
        : null
  const shut = Object.fromEntries(
    rights.flatMap((right) => {
      const why = own[right] ? shutBy(right) : null
      return why ? [[right, why]] : []
    }),
  )
  return { open: without(own, ...(Object.keys(shut) as Right[])), shut }
}
