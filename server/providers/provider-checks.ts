import type { Config } from '../config/config.ts'
import { deriveVapidKeys } from '../config/vapid-keys.ts'
import { smtpMailer } from './email/smtp.ts'
import { checkFacebookClient } from './identity/facebook.ts'
import { checkGoogleClient } from './identity/google.ts'
import { failureText, type PaymentAccount } from './payments/port.ts'
import { vipps } from './payments/vipps.ts'
import { openPickup } from './pickup/open.ts'
import { canSign } from './push/web-push.ts'
import { gatewayApiCredit } from './sms/gatewayapi.ts'
import { twilioBalance } from './sms/twilio.ts'
import { openTranslation } from './translation/open.ts'

/** One provider to try: `run` resolves with what was found, and rejects with the provider's words. */
export type ProviderCheck = { name: string; run(): Promise<string> }

/** A tenant's account for payments; `unreadable`: stored with another APP_SECRET. */
export type TenantAccount = { tenant: string; account: PaymentAccount | 'unreadable' }

type Options = {
  secret: string
  /** Where to send a test mail; without it, only the sign-in at the mail server is tried. */
  mailTo: string | null
  accounts: readonly TenantAccount[]
}

/**
 * What tries every configured provider without a guest: nothing is sent to anybody but the test mail, and no
 * money moves. A simulator, and a provider that is switched off, have none.
 */
export const providerChecks = (config: Config, options: Options): ProviderCheck[] => [
  ...mailChecks(config, options.mailTo),
  ...smsChecks(config),
  ...pushChecks(config, options.secret),
  ...paymentChecks(config, options.accounts),
  ...translationChecks(config),
  ...identityChecks(config),
  ...pickupChecks(config),
  ...(config.analytics.provider === 'ga4'
    ? [{ name: 'analytics ga4', run: async () => 'not tried: it answers every secret alike' }]
    : []),
]

function mailChecks({ mail, smtpUrl, mailFrom }: Config, mailTo: string | null): ProviderCheck[] {
  if (mail !== 'smtp' || !smtpUrl) return []
  const { host } = new URL(smtpUrl)
  const run = async () => {
    const mailer = smtpMailer(smtpUrl)
    try {
      if (mailTo === null) {
        await mailer.verify()
        return `${host} accepts the sign-in; --mail ADDRESS sends a test mail`
      }
      const text = 'This mail shows that Stamgast can send mails.'
      await mailer.send({
        from: { name: 'Stamgast', address: mailFrom },
        to: mailTo,
        replyTo: null,
        subject: 'Test of the mail server',
        text,
        html: `<p>${text}</p>`,
        calendar: null,
        messageId: `check.${Date.now()}@${mailFrom.split('@')[1]}`,
        headers: { 'Auto-Submitted': 'auto-generated' },
      })
      return `${host} has accepted a test mail to ${mailTo}`
    } finally {
      mailer.close()
    }
  }
  return [{ name: 'mail', run }]
}

function smsChecks({ sms }: Config): ProviderCheck[] {
  switch (sms.provider) {
    case 'gatewayapi':
      return [{ name: 'sms gatewayapi', run: async () => `credit ${await gatewayApiCredit(sms)}` }]
    case 'twilio':
      return [{ name: 'sms twilio', run: async () => `balance ${await twilioBalance(sms)}` }]
    case 'outbox':
    case 'off':
      return []
  }
}

function pushChecks({ push }: Config, secret: string): ProviderCheck[] {
  if (push.provider !== 'on') return []
  const { keys, subject } = push
  const run = async () => {
    if (!canSign({ ...(keys ?? deriveVapidKeys(secret)), subject })) throw new Error('the keys cannot sign')
    return `the keys sign, with the contact ${subject}`
  }
  return [{ name: 'push', run }]
}

function paymentChecks({ payment }: Config, accounts: readonly TenantAccount[]): ProviderCheck[] {
  if (payment.provider !== 'vipps') return []
  if (accounts.length === 0)
    return [
      { name: 'payment vipps', run: async () => 'no tenant is connected: bin/stamgast payment connect' },
    ]
  const { checkKeys } = vipps({ url: payment.url })
  return accounts.map(({ tenant, account }) => ({
    name: `payment vipps ${tenant}`,
    async run() {
      if (account === 'unreadable')
        throw new Error('stored with another APP_SECRET: run bin/stamgast payment connect')
      const checked = await checkKeys(account)
      if (!checked.ok) throw new Error(failureText(checked))
      return `msn ${account.msn} has got a token`
    },
  }))
}

function translationChecks(config: Config): ProviderCheck[] {
  const { provider } = config.translation
  if (provider === 'simulator' || provider === 'off') return []
  const run = async () => {
    const [word] = await openTranslation(config).translate({ texts: ['Hello'], source: 'en', target: 'da' })
    return `Hello is ${word ?? 'nothing'} in Danish`
  }
  return [{ name: `translation ${provider}`, run }]
}

function identityChecks({ identity: { google, facebook } }: Config): ProviderCheck[] {
  const known = 'the client is known'
  return [
    ...[...(google.clients ?? [])].map(([tenant, client]) => ({
      name: `sign-in google ${tenant}`,
      run: () => checkGoogleClient({ issuer: google.issuer, client }).then(() => known),
    })),
    ...[...(facebook.clients ?? [])].map(([tenant, client]) => ({
      name: `sign-in facebook ${tenant}`,
      run: () => checkFacebookClient({ ...facebook, client }).then(() => known),
    })),
  ]
}

/** City centres, where there are pickup locations. */
const denmark = { countryCode: 'DK', zipCode: '8000', limit: 10 }
const germany = { countryCode: 'DE', zipCode: '10115', city: 'Berlin', limit: 10 }

function pickupChecks(config: Config): ProviderCheck[] {
  const { pickup } = config
  if (pickup.provider !== 'gls') return []
  return [denmark, ...(pickup.shipit ? [germany] : [])].map((search) => ({
    name: `pickup gls ${search.countryCode}`,
    async run() {
      const found = await openPickup(config).find(search)
      if (!found.ok) throw new Error(found.code)
      return `${found.locations.length} locations near ${search.zipCode}`
    },
  }))
}
