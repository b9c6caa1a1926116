import { expect, test } from 'vitest'
import { DAY_MS } from '../day.ts'
import {
  mayGrant,
  mayManage,
  openRights,
  overridesOf,
  rights,
  rightsOf,
  roles,
  scopesOf,
  type Right,
  type Role,
  type SessionFacts,
} from './rights.ts'

test('an owner has every right, whatever is switched', () => {
  for (const right of rights)
    expect([right, rightsOf('owner', { [right]: 'none' })[right]]).toEqual([right, 'all'])
})

/** The rights of the other roles: all, own, of today only, or none. */
const table: Record<Right, [manager: string, reception: string, practitioner: string]> = {
  day: ['all', 'all', 'own'],
  progress: ['all', 'all', 'own'],
  book: ['all', 'all', 'own'],
  move: ['all', 'all', 'own'],
  block: ['all', 'all', 'own'],
  cancel: ['all', 'all', 'none'],
  over: ['all', 'none', 'none'],
  contact: ['all', 'all', 'own'],
  health: ['all', 'none', 'own'],
  money: ['all', 'today', 'none'],
  figures: ['all', 'none', 'own'],
  waitlist: ['all', 'all', 'own'],
  orders: ['all', 'all', 'none'],
  refund: ['all', 'none', 'none'],
  setup: ['all', 'none', 'none'],
  people: ['all', 'none', 'none'],
  export: ['none', 'none', 'none'],
  audit: ['none', 'none', 'none'],
}

test.each(Object.entries(table))('%s of manager, reception and practitioner: %s', (right, scopes) => {
  const given = (['manager', 'reception', 'practitioner'] as const).map(
    (role) => rightsOf(role, {})[right as Right] ?? 'none',
  )
  expect(given).toEqual(scopes)
})

test('each right is switched by itself, on and off, and no other changes', () => {
  for (const role of ['manager', 'reception', 'practitioner'] as const)
    for (const right of rights) {
      const { scopes, required } = scopesOf[right]
      for (const scope of [...scopes, 'none'] as const) {
        const changed = rightsOf(role, { [right]: scope })
        const kept = scope === 'none' && required
        expect([role, right, changed]).toEqual([
          role,
          right,
          kept
            ? rightsOf(role, {})
            : Object.fromEntries(
                rights.flatMap((one) => {
                  const now = one === right ? scope : rightsOf(role, {})[one]
                  return now === undefined || now === 'none' ? [] : [[one, now]]
                }),
              ),
        ])
      }
    }
})

test('a scope that a right does not have changes nothing', () => {
  expect(rightsOf('reception', { money: 'own', setup: 'today' })).toEqual(rightsOf('reception', {}))
  expect(overridesOf('reception', { money: 'own', day: 'none' })).toEqual({})
})

test('only differences from the role are kept', () => {
  expect(overridesOf('reception', { cancel: 'all', over: 'all', figures: 'none' })).toEqual({ over: 'all' })
  expect(overridesOf('owner', { people: 'none' })).toEqual({})
  for (const role of roles)
    expect(rightsOf(role, overridesOf(role, { over: 'own', cancel: 'none' }))).toEqual(
      role === 'owner' ? rightsOf('owner', {}) : { ...without(role), over: 'own' },
    )
})
function without(role: Role) {
  const { cancel: _cancel, ...rest } = rightsOf(role, {})
  return rest
}

test('an owner manages everybody, a manager who is below, others nobody', () => {
  const managed = (role: Role) => roles.filter((other) => mayManage(role, other))
  expect(roles.map(managed)).toEqual([[...roles], ['reception', 'practitioner'], [], []])
})

test('nobody gives a right that they do not have; what somebody has already stays', () => {
  const manager = rightsOf('manager', {})
  const reception = rightsOf('reception', {})
  expect(mayGrant(manager, reception, rightsOf('reception', { setup: 'all' }))).toBe(true)
  expect(mayGrant(manager, reception, rightsOf('reception', { export: 'all' }))).toBe(false)
  const exporting = rightsOf('reception', { export: 'all' })
  expect(mayGrant(manager, exporting, exporting)).toBe(true)
  expect(mayGrant(reception, reception, rightsOf('reception', { money: 'all' }))).toBe(false)
})

const now = Date.parse('2027-03-01T12:00Z')
const session = (facts: Partial<SessionFacts>): SessionFacts => ({
  role: 'owner',
  method: 'passkey',
  recent: false,
  hasPasskey: true,
  joinedAt: now - 100 * DAY_MS,
  ...facts,
})
const shutIn = (facts: Partial<SessionFacts>) =>
  openRights(rightsOf(facts.role ?? 'owner', {}), session(facts), now).shut

test('a PIN opens neither export, people, set-up nor refunds, until the person has confirmed', () => {
  const shut = { export: 'confirm', people: 'confirm', setup: 'confirm', refund: 'confirm' }
  expect(shutIn({ method: 'pin' })).toEqual(shut)
  expect(shutIn({ method: 'pin', recent: true })).toEqual({})
  expect(shutIn({ method: 'passkey' })).toEqual({})
  expect(shutIn({ method: 'link' })).toEqual({})
  const { open } = openRights(rightsOf('owner', {}), session({ method: 'pin' }), now)
  expect(rights.filter((right) => !open[right])).toEqual(['refund', 'setup', 'people', 'export'])
})

test('owners and managers add a passkey within a week, else four rights are shut', () => {
  const shut = { money: 'passkey', setup: 'passkey', people: 'passkey', export: 'passkey' }
  const late = { hasPasskey: false, method: 'link' as const }
  expect(shutIn(late)).toEqual(shut)
  expect(shutIn({ ...late, joinedAt: now - 7 * DAY_MS })).toEqual({})
  expect(shutIn({ ...late, joinedAt: now - 7 * DAY_MS - 1 })).toEqual(shut)
  const { export: _export, ...ofManager } = shut
  expect(shutIn({ ...late, role: 'manager' })).toEqual(ofManager)
  expect(shutIn({ ...late, role: 'reception' })).toEqual({})
  expect(shutIn({ ...late, method: 'pin', recent: true })).toEqual(shut)
})

test('what a person does not have is neither open nor shut', () => {
  expect(
    openRights(rightsOf('practitioner', {}), session({ role: 'practitioner', method: 'pin' }), now),
  ).toEqual({
    open: rightsOf('practitioner', {}),
    shut: {},
  })
})
