import { lifetimes } from '#domain/action-code.ts'
import type { ActionCodeData } from '#contract/action-code.ts'
import type { Output } from '#contract/calls.ts'
import { CallError } from '#contract/errors.ts'
import { askedHere } from '../ask-cookie.ts'
import type { Scope } from '../context.ts'
import {
  codeState,
  createActionCode,
  findActionCode,
  secretHash,
  useActionCode,
  type ActionCodeRow,
} from '../data/action-code.ts'
import { sqlState, type Tx } from '../data/db.ts'
import { identityLetter } from '../mail/identity-letter.ts'
import { mailLanguage, writeIdentityMail } from '../identity-mail.ts'
import type { IdentityProviderName } from '../providers/identity/port.ts'
import { providerNames, writeNotice } from './notice.ts'
import { ownUrl } from './own-origin.ts'
import { findLinked, linkByEmail, linkToGuest } from './provider-link.ts'

const kinds = ['handOver', 'providerEmail'] as const
const HOME = '/home'
const TRIES = 3

/** What a provider has told, and which. */
export type Told = { provider: IdentityProviderName; identity: NonNullable<ActionCodeData['identity']> }
/** A guest to be signed in, or an answer that is one already. */
type Taken =
  | { uid: string; isNew: boolean; to: string; told: Told }
  | Exclude<Output<'takeHandOver'>, { outcome: 'signedIn' }>
type Refusal = Extract<Taken, { outcome: 'refused' }>

/** What a hand-over may still do in this browser. Changes nothing. */
export async function checkCode(scope: Scope, tx: Tx, code: string): Promise<Output<'checkHandOver'>> {
  const row = await findActionCode(tx, code, kinds)
  const told = row && toldBy(row)
  if (!row || !told || codeState(row, scope.deps.now()) !== 'fresh')
    return { state: 'gone', provider: null, email: null }
  if (!isHere(scope, row)) return { state: 'elsewhere', provider: null, email: null }
  const { provider } = told
  if (row.data.link) return { state: 'link', provider, email: null }
  if (row.kind === 'handOver') return { state: 'enter', provider, email: null }
  return row.data.email === undefined
    ? { state: 'askEmail', provider, email: told.identity.email }
    : { state: 'confirmEmail', provider, email: row.data.email }
}

/**
 * Uses a hand-over up: signs in, connects, or asks for an address and proves it by mail. Before the code is touched it must be
 * this browser's, so that nobody can be signed in to a stranger's account, nor use up another's code.
 */
export async function takeCode(scope: Scope, code: string, email: string | undefined): Promise<Taken> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await scope.deps.db.write(scope.tenant.id, (tx) => take(scope, tx, code, email))
    } catch (error) {
      // Another request has made the guest just now: with everything undone, this one finds them.
      if (tries >= TRIES || sqlState(error) !== '23505') throw error
    }
  }
}

async function take(scope: Scope, tx: Tx, code: string, email: string | undefined): Promise<Taken> {
  const found = await findActionCode(tx, code, kinds)
  const told = found && toldBy(found)
  if (!found || !told) return refused('gone')
  const to = found.data.to ?? HOME
  if (!isHere(scope, found)) return refused('elsewhere')
  if (isAsking(found) && email === undefined) return { outcome: 'askEmail', code }
  const at = scope.deps.now()
  const used = await useActionCode(tx, code, kinds, at)
  if (!used) return refused('gone')
  if (used.data.link && used.guestId) return connect(scope, tx, { told, uid: used.guestId, to })
  const linked = await findLinked(tx, told)
  if (linked) return { ...linked, to, told }
  const proved =
    used.kind === 'providerEmail'
      ? used.data.email
      : told.identity.emailVerified
        ? told.identity.email
        : undefined
  if (proved) {
    const { uid, isNew, isLinked } = await linkByEmail(tx, told, proved, {
      language: used.data.language ?? null,
      at: new Date(at),
    })
    if (isLinked) await writeNotice(scope, tx, uid, { change: 'providerAdded', provider: told.provider })
    return { uid, isNew, to, told }
  }
  if (isAsking(used) && email !== undefined) return mailed(scope, tx, used, email)
  return {
    outcome: 'askEmail',
    code: await createActionCode(
      tx,
      {
        kind: 'providerEmail',
        guestId: null,
        data: used.data,
        browserHash: used.browserHash,
        expiresAt: new Date(at + lifetimes.providerEmail),
      },
      at,
    ),
  }
}

async function connect(
  scope: Scope,
  tx: Tx,
  { told, uid, to }: { told: Told; uid: string; to: string },
): Promise<Taken> {
  const outcome = await linkToGuest(tx, told, uid, new Date(scope.deps.now()))
  if (outcome === 'linked')
    await writeNotice(scope, tx, uid, { change: 'providerAdded', provider: told.provider })
  return outcome === 'taken' ? refused('taken', to) : { outcome: 'linked', to }
}

const refused = (reason: Refusal['reason'], to = HOME): Refusal => ({ outcome: 'refused', reason, to })

const isAsking = ({ kind, data }: ActionCodeRow) => kind === 'providerEmail' && data.email === undefined

function toldBy({ data: { provider, identity } }: ActionCodeRow): Told | null {
  return identity && (provider === 'google' || provider === 'facebook') ? { provider, identity } : null
}

/** To connect, the guest who began must still be the one who is signed in. */
const isHere = (scope: Scope, row: ActionCodeRow): boolean =>
  askedHere(scope, row.browserHash) && (!row.data.link || scope.guest?.uid === row.guestId)

/**
 * Sends a link to an address that the provider has not vouched for; the account comes to be once it is opened, in this browser
 * alone. Whether the address has an account already is in neither answer nor mail.
 */
async function mailed(
  scope: Scope,
  tx: Tx,
  { data, browserHash }: ActionCodeRow,
  email: string,
): Promise<Taken> {
  const { tenant, deps, language, address } = scope
  const at = deps.now()
  const retryAfter = await deps.messageLimit({ tenant: tenant.id, to: email, address })
  // With the transaction undone the guest may send the form again.
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
  const locale = mailLanguage(scope, null, language)
  const t = deps.text(locale)
  const names = {
    company: tenant.profile.companyname,
    provider: providerNames[data.provider === 'google' ? 'google' : 'facebook'],
  }
  const letter = identityLetter({
    t,
    locale,
    tenant,
    heading: t('provider.mailHeading'),
    lines: [t('provider.mailWhy', names), t('provider.mailWhere')],
    button: {
      label: t('provider.mailButton'),
      url: ownUrl(tenant, data.host, deps.config, `/sign-in/callback?code=${code}`).href,
    },
    after: [t('provider.mailOver')],
    footer: t('provider.mailNotYou'),
  })
  await writeIdentityMail(scope, tx, {
    key: `provider-email:${secretHash(code)}`,
    to: email,
    letter,
    secret: true,
  })
  return { outcome: 'mailed', email }
}
