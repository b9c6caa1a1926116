import { CallError, type ErrorCode } from '#contract/errors.ts'
import type { Output } from '#contract/calls.ts'
import type { TenantId } from '#server/database/db.ts'
import type { TestApp } from './make.ts'

/** Steps of a guest that many tests share. */
export type TestGuest = ReturnType<TestApp['guest']>

/** Epoch ms of a local time in Copenhagen during summer time. */
export const summer = (local: string): number => Date.parse(`${local}+02:00`)

export const freja = {
  firstname: 'Freja',
  lastname: 'Holm',
  email: 'freja@example.com',
  mobile: '20 12 34 56',
  countryCode: 'DK',
}

/** The error code of a call that must fail. */
export const errorCodeOf = (call: Promise<unknown>): Promise<ErrorCode> =>
  call.then(
    (answer) => {
      throw new Error(`succeeded: ${JSON.stringify(answer)}`)
    },
    (error: unknown) => {
      if (error instanceof CallError) return error.code
      throw error
    },
  )

/** Creates an account with complete details and stays signed in. */
export async function register(
  guest: TestGuest,
  tenantId: TenantId,
  email = 'noah@example.com',
): Promise<string> {
  const { uid } = await guest('createUserWithEmailAndPassword', {
    tenantId,
    email,
    password: 'stamgast-demo',
  })
  await guest('updateUser', {
    tenantId,
    uid,
    firstname: 'Noah',
    lastname: 'Berg',
    mobile: '20123456',
    countryCode: 'DK',
  })
  return uid
}

type Wanted = { tenantId: TenantId; services?: string[]; teamMember?: (string | null)[]; start: number }

/** Holds a time that must be free. */
export async function hold(
  guest: TestGuest,
  { services = ['cut'], ...wanted }: Wanted,
): Promise<Extract<Output<'holdVisit'>, { ok: true }>['hold']> {
  const answer = await guest('holdVisit', { services, ...wanted })
  if (!answer.ok) throw new Error(`not held: ${answer.reason}`)
  return answer.hold
}

/**
 * Books a time that must be free, without an account unless signed in. @returns the visit as its page shows
 * it.
 */
export async function book(
  guest: TestGuest,
  wanted: Wanted,
): Promise<Output<'getVisit'> & { handle: string; cancelHandle: string }> {
  const { handle } = await hold(guest, wanted)
  const answer = await guest('confirmVisit', { tenantId: wanted.tenantId, handle, details: freja })
  if (!answer.ok) throw new Error(`not booked: ${answer.reason}`)
  const visit = await guest('getVisit', { tenantId: wanted.tenantId, handle })
  if (!visit.cancelHandle) throw new Error('a booking without its cancel handle')
  return { ...visit, handle, cancelHandle: visit.cancelHandle }
}
