import { expect, test } from 'vitest'
import { inviteState, INVITE_ATTEMPT_MS, type InviteMoments } from './invite.ts'

const now = Date.UTC(2026, 5, 1)
const at = (moments: Partial<InviteMoments>) =>
  inviteState(
    { usedAt: null, expiresAt: new Date(now + 1_000), pendingSince: null, failed: false, ...moments },
    now,
  )

test('an invitation is fresh until it ends, exact to the millisecond', () => {
  expect(at({})).toBe('fresh')
  expect(at({ expiresAt: new Date(now + 1) })).toBe('fresh')
  expect(at({ expiresAt: new Date(now) })).toBe('expired')
})

test('an attempt is pending for half a minute', () => {
  expect(at({ pendingSince: now })).toBe('pending')
  expect(at({ pendingSince: now - INVITE_ATTEMPT_MS + 1 })).toBe('pending')
  expect(at({ pendingSince: now - INVITE_ATTEMPT_MS })).toBe('fresh')
})

test('a failed attempt is an error until the invitation ends, an accepted one used after a minute', () => {
  expect(at({ failed: true })).toBe('error')
  expect(at({ failed: true, expiresAt: new Date(now) })).toBe('expired')
  expect(at({ usedAt: new Date(now - 59_999), expiresAt: new Date(now - 1) })).toBe('success')
  expect(at({ usedAt: new Date(now - 60_000) })).toBe('used')
})
