import type { ActionCodeKind } from '#domain/action-code.ts'
import type { ActionCodeData } from '#contract/action-code.ts'
import { createActionCode } from '#server/data/action-code.ts'
import type { TenantId } from '#server/data/db.ts'
import type { TestApp } from './make.ts'
import { asOwner } from './seeded.ts'
import type { TestGuest } from './steps.ts'

/** A guest of a tenant for whom a code is made; `tag` is another one for each. */
export type World = { app: TestApp; tenant: TenantId; uid: string; email: string; tag: string }

export type KindRow = {
  /** What such a code knows. */
  data(world: World): ActionCodeData
  /** More than one use. */
  uses?: number
  /** The consumer that uses it up. */
  spentBy: string
  /** Using it again does nothing more and succeeds all the same. */
  again?: true
  /** For a code that is not made by `createActionCode` alone. @returns the code on the wire. */
  make?(world: World, expiresAt: Date): Promise<string>
}

export type ConsumerRow = {
  takes: readonly ActionCodeKind[]
  /** Reads and changes nothing. */
  reads?: true
  /** By a browser that nothing is known of. */
  use(client: TestGuest, code: string, world: World): Promise<Response>
  /** The status and the stable code of every refusal but that of an expired code. */
  refusal: [number, string]
  expired: [number, string]
}

/*
 * What can be done with which code: one row for each kind of code, one for each call that takes a code. The test makes every
 * pair of them, in every state.
 */
export const kindRows: Partial<Record<ActionCodeKind, KindRow>> = {
  signIn: { spentBy: 'applyActionCode', data: ({ email }) => ({ email }) },
  verifyEmail: { spentBy: 'applyActionCode', again: true, data: ({ email }) => ({ email }) },
  verifyAndChangeEmail: { spentBy: 'applyActionCode', data: ({ email, tag }) => ({ email, newEmail: `new-${tag}@example.com` }) },
  resetPassword: { spentBy: 'confirmPasswordReset', data: ({ email }) => ({ email }) },
  recoverEmail: { spentBy: 'recoverEmail', data: ({ email, tag }) => ({ email, newEmail: `old-${tag}@example.com` }) },
  magicLogin: { spentBy: 'signInWithCustomToken', data: ({ tag }) => ({ mobile: numberOf(tag) }), make: withNumber('magicLogin', true) },
  customLogin: { spentBy: 'signInWithCustomToken', uses: 2, data: () => ({}) },
  confirmMobile: { spentBy: 'requestConfirmMobile', again: true, data: ({ tag }) => ({ mobile: numberOf(tag) }), make: withNumber('confirmMobile', false) },
}

const numberOf = (tag: string) => `+4520${String(Number.parseInt(tag.slice(0, 8), 16) % 1_000_000).padStart(6, '0')}`

/** The guest has the number that the code was sent to. */
function withNumber(kind: 'magicLogin' | 'confirmMobile', verified: boolean): NonNullable<KindRow['make']> {
  return async ({ app, tenant, uid, tag }, expiresAt) => {
    await asOwner(app, tenant, `update guest set mobile = '${numberOf(tag)}', mobile_verified = ${verified} where tenant_id = '${tenant}' and id = '${uid}'`)
    return app.db.write(tenant, (tx) => createActionCode(tx, { kind, guestId: uid, data: { mobile: numberOf(tag) }, expiresAt }, app.deps.now()))
  }
}

/** What says no under a good status, as the others say it. */
async function asRefusal(sent: Promise<Response>, codeOf: (body: unknown) => string | null): Promise<Response> {
  const answer = await sent
  const code = codeOf(await answer.clone().json())
  return code === null ? answer : Response.json({ error: { code } }, { status: 410 })
}

const refusal: [number, string] = [400, 'auth/invalid-action-code']
const expired: [number, string] = [400, 'auth/expired-action-code']

export const consumerRows: Record<string, ConsumerRow> = {
  checkActionCode: { takes: ['signIn', 'verifyEmail', 'verifyAndChangeEmail', 'resetPassword', 'recoverEmail'], reads: true, refusal, expired, use: (client, oobCode) => client.send('checkActionCode', { oobCode }) },
  applyActionCode: { takes: ['signIn', 'verifyEmail', 'verifyAndChangeEmail'], refusal, expired, use: (client, oobCode) => client.send('applyActionCode', { oobCode }) },
  confirmPasswordReset: { takes: ['resetPassword'], refusal, expired, use: (client, oobCode) => client.send('confirmPasswordReset', { oobCode, newPassword: 'en rolig aften ved søen' }) },
  recoverEmail: { takes: ['recoverEmail'], refusal, expired, use: (client, oobCode) => client.send('recoverEmail', { oobCode }) },
  signInWithAnonymousLink: {
    takes: ['magicLogin', 'customLogin'], reads: true, refusal: [410, 'used'], expired: [410, 'expired'],
    use: (client, linkIdentifier) => asRefusal(client.send('signInWithAnonymousLink', { linkIdentifier }), (body) => {
      const { state } = body as { state: string }
      return state === 'fresh' ? null : state === 'unknown' ? 'used' : state
    }),
  },
  signInWithCustomToken: { takes: ['magicLogin', 'customLogin'], refusal: [401, 'auth/invalid-custom-token'], expired: [401, 'auth/invalid-custom-token'], use: (client, linkIdentifier) => client.send('signInWithCustomToken', { linkIdentifier }) },
  requestConfirmMobile: {
    takes: ['confirmMobile'], refusal: [410, 'no success'], expired: [410, 'no success'],
    use: (client, code, { tenant, uid }) => asRefusal(client.send('gen2_userHandlingApi-requestConfirmMobile', { uid: code, language: 'en', tenant, user: uid }), (body) => ((body as { result: { success: boolean } }).result.success ? null : 'no success')),
  },
}
