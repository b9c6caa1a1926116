import { parseCountry } from '#domain/phone.ts'
import { CallError } from '#contract/errors.ts'
import { loginLink, myAccountLink } from '#contract/links.ts'
import type { Contact } from '#contract/visit/visit.ts'
import type { Handler, RequestContext } from '../context/context.ts'
import type { Tx } from '../database/db.ts'
import { findGuestForUpdate, updateGuest } from '../guest/queries.ts'
import { notifyOwner } from '../identity/password/sign-up.ts'
import { browserBindingHash } from '../identity/session/browser-binding.ts'
import { requireAccounts } from '../identity/session/sign-in.ts'
import { passwordRules } from '../tenant/password-rules.ts'
import { isHandleValid } from '../secret/handle.ts'
import { sha256 } from '../secret/hash.ts'
import { isOwnHold } from '../context/booking-owner.ts'
import { findVisit } from '../visit/queries.ts'
import { findCountry } from '#contract/countries.ts'

/**
 * Creates an account with the e-mail address and the details of a visit that was booked without one, for the
 * browser that has booked it. The answer is the same whether the address has an account already: a mail to it
 * says what comes next, so nobody is signed in yet. The link to a new account verifies the address, and the
 * visit joins the account, in whichever browser it is opened; this browser is signed in too. The link to an
 * account that there was signs in, with the visits of its address.
 * @throws CallError `not-found` for a visit of another browser, of an account, or without an address,
 * `auth/weak-password`, `auth/too-many-requests` with `retryAfter` in seconds, `auth/operation-not-allowed`
 * for a tenant without accounts.
 */
export const createVisitAccount: Handler<'createVisitAccount'> = async (ctx, { handle, password }) => {
  requireAccounts(ctx)
  const { deps, tenant, language } = ctx
  const { id: visitId, contact } = await findOwnVisit(ctx, handle)
  const { email } = contact
  // Set for both outcomes, which a cookie must not reveal.
  const browserHash = browserBindingHash(ctx)
  const ready = myAccountLink({ message: 'account-ready' })
  const credentials = { email, password, ...passwordRules(ctx) }
  const outcome = await deps.auth.signUp(tenant.id, credentials, ctx, async (tx, uid) => {
    await copyDetails(tx, uid, contact, new Date(deps.now()))
    await deps.jobs.sendAccountMessage(tx, {
      kind: 'verifyEmail',
      uid,
      language,
      browserHash,
      to: loginLink({ message: 'account-made' }),
      signedInTo: ready,
      visitId,
    })
  })
  if (outcome.ok) await deps.auth.signOut(tenant.id, outcome.token)
  else if (outcome.reason === 'email-already-in-use')
    await notifyOwner(ctx, email, { browserHash, to: ready })
  else
    throw new CallError(
      `auth/${outcome.reason}`,
      'retryAfter' in outcome ? { retryAfter: outcome.retryAfter } : undefined,
    )
  return { sent: true }
}

async function findOwnVisit(ctx: RequestContext, handle: string): Promise<{ id: string; contact: Contact }> {
  const { deps, tenant, guest } = ctx
  const visit = await deps.db.read(tenant.id, (tx) => findVisit(tx, { handleHash: sha256(handle) }))
  if (
    guest ||
    visit?.state !== 'booked' ||
    visit.guestId ||
    !visit.contact?.email ||
    !isOwnHold(ctx, visit) ||
    !isHandleValid(visit, deps.now())
  )
    throw new CallError('not-found')
  return { id: visit.id, contact: visit.contact }
}

/** The account asks for nothing that the guest has typed already. */
async function copyDetails(tx: Tx, uid: string, contact: Contact, at: Date): Promise<void> {
  const { firstname, lastname, mobile, language } = contact
  const countryCode = parseCountry(mobile)
  const dialCode = countryCode && findCountry(countryCode)?.dial_code
  const guest = await findGuestForUpdate(tx, uid)
  if (!guest) return
  const number = dialCode ? { mobile, countryCode, dialCode } : {}
  const details = { firstname, lastname, preferredLanguage: language, termsAcceptedAt: at, ...number }
  await updateGuest(tx, guest, details, at)
}
