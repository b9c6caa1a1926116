import { toStoredEmail } from '#domain/email.ts'
import { cookieNames, setCookie } from '#server/context/cookies.ts'
import type { RequestContext } from '#server/context/context.ts'
import { seal, unseal } from '#server/secret/seal.ts'

/** Who the guest is: an account, or whose address a mailed link has proved. */
export type ProvenGuest = { guestId: string } | { email: string }

/** How long the proof of an address lasts in the browser that has opened the link, in seconds. */
const PROOF_SECONDS = 2 * 3600

const purposeFor = ({ tenant }: Pick<RequestContext, 'tenant'>) => `booking proof of ${tenant.id}`

/** Remembers in this browser that the address is the guest's. */
export function rememberProof(ctx: RequestContext, email: string): void {
  const { deps, cookies } = ctx
  const secure = deps.config.scheme === 'https'
  const text = JSON.stringify({ email: toStoredEmail(email), until: deps.now() + PROOF_SECONDS * 1000 })
  ctx.proof = seal(deps.secret, purposeFor(ctx), text)
  cookies.push(setCookie(cookieNames(secure).proof, ctx.proof, PROOF_SECONDS, { secure }))
}

/** Who the guest has proved to be; null for nobody. What a form says never counts. */
export function provenGuest(ctx: RequestContext): ProvenGuest | null {
  if (ctx.guest) return { guestId: ctx.guest.uid }
  const text = ctx.proof && unseal(ctx.deps.secret, purposeFor(ctx), ctx.proof)
  if (!text) return null
  const { email, until } = JSON.parse(text) as { email: string; until: number }
  return until > ctx.deps.now() ? { email } : null
}
