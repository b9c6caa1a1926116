import { lifetimes } from '#domain/action-code.ts'
import type { Output } from '#contract/calls.ts'
import { CallError } from '#contract/errors.ts'
import { callbackLink, homeLink } from '#contract/links.ts'
import { isBoundBrowser } from '../session/browser-binding.ts'
import type { RequestContext } from '#server/context/context.ts'
import {
  codeState,
  createActionCode,
  findActionCode,
  consumeActionCode,
  type ActionCodeRow,
} from '../action-code/queries.ts'
import { sha256 } from '#server/secret/hash.ts'
import { sqlState, type Tx } from '#server/database/db.ts'
import { identityMailTemplate } from '../mail/identity-template.ts'
import { mailLanguage, enqueueIdentityMail } from '../mail/mail.ts'
import { providerNames, enqueueSecurityNotice } from '../mail/security-notice.ts'
import { ownUrl } from '#server/tenant/own-origin.ts'
import { findLinkedGuest, linkByEmail, linkToGuest, type ProviderIdentity } from './provider-link.ts'

const kinds = ['handOver', 'providerEmail'] as const
const HOME = homeLink()
const MAX_ATTEMPTS = 3

/** A guest to sign in, or the final output of the call. */
type HandOverResult =
  | { uid: string; isNew: boolean; to: string; identity: ProviderIdentity }
  | Exclude<Output<'takeHandOver'>, { outcome: 'signedIn' }>
type RefusedOutput = Extract<HandOverResult, { outcome: 'refused' }>

/** The next step for a handover code in this browser, without consuming the code. */
export async function checkHandOverCode(
  ctx: RequestContext,
  tx: Tx,
  code: string,
): Promise<Output<'checkHandOver'>> {
  const row = await findActionCode(tx, code, kinds)
  const identity = row && findIdentity(row)
  if (!row || !identity || codeState(row, ctx.deps.now()) !== 'fresh')
    return { state: 'gone', provider: null, email: null }
  if (!isSameBrowser(ctx, row)) return { state: 'elsewhere', provider: null, email: null }
  const { provider } = identity
  if (row.data.link) return { state: 'link', provider, email: null }
  if (row.kind === 'handOver') return { state: 'enter', provider, email: null }
  return row.data.email === undefined
    ? { state: 'askEmail', provider, email: identity.identity.email }
    : { state: 'confirmEmail', provider, email: row.data.email }
}

/**
 * Consumes a handover code: signs in, links the identity, or requests an e-mail and mails its verification
 * link. The code must be bound to this browser, or an attacker could sign a victim in to the attacker's
 * account (login CSRF) or consume the victim's code.
 */
export async function consumeHandOver(
  ctx: RequestContext,
  code: string,
  email: string | undefined,
): Promise<HandOverResult> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await ctx.deps.db.write(ctx.tenant.id, (tx) => consumeOnce(ctx, tx, code, email))
    } catch (error) {
      // Unique violation: a concurrent request has created the guest, and the next attempt finds them.
      if (attempts >= MAX_ATTEMPTS || sqlState(error) !== '23505') throw error
    }
  }
}

async function consumeOnce(
  ctx: RequestContext,
  tx: Tx,
  code: string,
  email: string | undefined,
): Promise<HandOverResult> {
  const row = await findActionCode(tx, code, kinds)
  const identity = row && findIdentity(row)
  if (!row || !identity) return refusedOutput('gone')
  const to = row.data.to ?? HOME
  if (!isSameBrowser(ctx, row)) return refusedOutput('elsewhere')
  if (needsEmail(row) && email === undefined) return { outcome: 'askEmail', code }
  const at = ctx.deps.now()
  const consumed = await consumeActionCode(tx, code, kinds, at)
  if (!consumed) return refusedOutput('gone')
  if (consumed.data.link && consumed.guestId)
    return linkIdentity(ctx, tx, { identity, uid: consumed.guestId, to })
  const linked = await findLinkedGuest(tx, identity)
  if (linked) return { ...linked, to, identity }
  const verifiedEmail =
    consumed.kind === 'providerEmail'
      ? consumed.data.email
      : identity.identity.emailVerified
        ? identity.identity.email
        : undefined
  if (verifiedEmail) {
    const { uid, isNew, isLinked } = await linkByEmail(tx, identity, verifiedEmail, {
      language: consumed.data.language ?? null,
      at: new Date(at),
    })
    if (isLinked)
      await enqueueSecurityNotice(ctx, tx, uid, { change: 'providerAdded', provider: identity.provider })
    return { uid, isNew, to, identity }
  }
  if (needsEmail(consumed) && email !== undefined) return sendVerificationLink(ctx, tx, consumed, email)
  return {
    outcome: 'askEmail',
    code: await createActionCode(
      tx,
      {
        kind: 'providerEmail',
        guestId: null,
        data: consumed.data,
        browserHash: consumed.browserHash,
        expiresAt: new Date(at + lifetimes.providerEmail),
      },
      at,
    ),
  }
}

async function linkIdentity(
  ctx: RequestContext,
  tx: Tx,
  { identity, uid, to }: { identity: ProviderIdentity; uid: string; to: string },
): Promise<HandOverResult> {
  const outcome = await linkToGuest(tx, identity, uid, new Date(ctx.deps.now()))
  if (outcome === 'linked')
    await enqueueSecurityNotice(ctx, tx, uid, { change: 'providerAdded', provider: identity.provider })
  return outcome === 'taken' ? refusedOutput('taken', to) : { outcome: 'linked', to }
}

const refusedOutput = (reason: RefusedOutput['reason'], to = HOME): RefusedOutput => ({
  outcome: 'refused',
  reason,
  to,
})

const needsEmail = ({ kind, data }: ActionCodeRow) => kind === 'providerEmail' && data.email === undefined

function findIdentity({ data: { provider, identity } }: ActionCodeRow): ProviderIdentity | null {
  return identity && (provider === 'google' || provider === 'facebook') ? { provider, identity } : null
}

/** Whether this browser started the sign-in; to link, the same guest must still be signed in. */
const isSameBrowser = (ctx: RequestContext, row: ActionCodeRow): boolean =>
  isBoundBrowser(ctx, row.browserHash) && (!row.data.link || ctx.guest?.uid === row.guestId)

/**
 * Mails a link to an e-mail that the provider has not verified. Opening it in this browser creates or links
 * the account. Neither the response nor the mail reveals whether the e-mail has an account.
 */
async function sendVerificationLink(
  ctx: RequestContext,
  tx: Tx,
  { data, browserHash }: ActionCodeRow,
  email: string,
): Promise<HandOverResult> {
  const { tenant, deps, language, address } = ctx
  const at = deps.now()
  const retryAfter = await deps.messageLimit({ tenant: tenant.id, to: email, address })
  // Roll back, so that the code remains valid and the guest can submit the form again.
  if (retryAfter !== null) throw new CallError('auth/too-many-requests', { retryAfter })
  const code = await createActionCode(
    tx,
    {
      kind: 'providerEmail',
      guestId: null,
      data: { ...data, email },
      browserHash,
      expiresAt: new Date(at + lifetimes.providerEmail),
    },
    at,
  )
  const locale = mailLanguage(ctx, null, language)
  const t = deps.text(locale)
  const params = {
    company: tenant.profile.companyname,
    provider: providerNames[data.provider === 'google' ? 'google' : 'facebook'],
  }
  const content = identityMailTemplate({
    t,
    locale,
    tenant,
    heading: t('provider.mailHeading'),
    lines: [t('provider.mailWhy', params), t('provider.mailWhere')],
    button: {
      label: t('provider.mailButton'),
      url: ownUrl(tenant, data.host, deps.config, callbackLink({ code })).href,
    },
    after: [t('provider.mailOver')],
    footer: t('provider.mailNotYou'),
  })
  await enqueueIdentityMail(ctx, tx, {
    key: `provider-email:${sha256(code)}`,
    to: email,
    content,
    secret: true,
  })
  return { outcome: 'mailed', email }
}
