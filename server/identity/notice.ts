import { deviceOf } from '#domain/device.ts'
import { toPlainText } from '#domain/plain-text.ts'
import type { Scope } from '../context.ts'
import type { Tx } from '../data/db.ts'
import { findGuest } from '../data/guest.ts'
import { mailLanguage, writeIdentityMail } from '../identity-mail.ts'
import { identityLetter } from '../mail/identity-letter.ts'
import { timeWords } from '../mail/when.ts'
import { outline } from '../outline.ts'
import type { IdentityProviderName } from '../providers/identity/port.ts'

/** A change of how an account can be entered, or that somebody took all that is kept of its guest. */
type Notice =
  | {
      change:
        | 'newPassword'
        | 'passkeyAdded'
        | 'passkeyRemoved'
        | 'mobileChanged'
        | 'mobileConfirmed'
        | 'dataExported'
    }
  | { change: 'providerAdded' | 'providerRemoved'; provider: IdentityProviderName }

export const providerNames = { google: 'Google', facebook: 'Facebook' } as const satisfies Record<
  IdentityProviderName,
  string
>

/**
 * Tells a guest by mail how their account can be entered from now on, in the transaction that changes it: where it was not they
 * who did it, this is how they learn of it. It holds no words that anybody could have typed. Nothing for a guest without an address.
 */
export async function writeNotice(scope: Scope, tx: Tx, uid: string, notice: Notice): Promise<void> {
  const { tenant, deps } = scope
  const guest = await findGuest(tx, uid)
  if (!guest?.email || !(await admitted(scope, guest.email, guest.emailVerified))) return
  const locale = mailLanguage(scope, guest, scope.language)
  const t = deps.text(locale)
  const now = deps.now()
  const name = toPlainText(guest.firstname)
  const names = {
    company: tenant.profile.companyname,
    provider: 'provider' in notice ? providerNames[notice.provider] : '',
    when: timeWords(t, locale, tenant.profile.timeZone).full(new Date(now)),
  }
  const { browser, system } = deviceOf(scope.userAgent)
  const device = browser && system ? t('profile.device', { browser, system }) : (browser ?? system)
  const letter = identityLetter({
    t,
    locale,
    tenant,
    heading: t(`letter.${notice.change}Title`, names),
    lines: [
      name ? t('letter.hello', { name }) : t('letter.helloThere'),
      t(`letter.${notice.change}Text`, names),
      ...(device ? [t('letter.noticeDevice', { device })] : []),
    ],
    button: { label: t('letter.noticeButton'), url: `${tenant.origin}/profile/security` },
    after: [t('letter.noticeNotYou', { url: `${tenant.origin}/sign-in/reset` })],
    footer: t('letter.footer', names),
  })
  await writeIdentityMail(scope, tx, {
    key: `${notice.change}:${uid}:${names.provider}:${now}`,
    to: guest.email,
    letter,
    secret: false,
  })
}

/** The same where the change stands already: it does not fail with this mail. */
export async function tellGuest(scope: Scope, uid: string, notice: Notice): Promise<void> {
  const { deps, tenant, requestId } = scope
  await deps.db
    .write(tenant.id, (tx) => writeNotice(scope, tx, uid, notice))
    .catch((error: unknown) => deps.log.error({ err: outline(error), requestId }, 'change not mailed'))
}

/** An address that nobody has proved may be a stranger's, who is not to be flooded. */
const admitted = async ({ deps, tenant, address }: Scope, to: string, verified: boolean): Promise<boolean> =>
  verified || (await deps.messageLimit({ tenant: tenant.id, to: `notice ${to}`, address })) === null
