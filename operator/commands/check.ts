import { isEmail } from '#domain/email.ts'
import type { Config } from '#server/config/config.ts'
import { readPaymentAccount } from '#server/payment/accounts.ts'
import { withWords } from '#server/providers/http/provider-words.ts'
import { providerChecks, type ProviderCheck, type TenantAccount } from '#server/providers/provider-checks.ts'
import { listTenantIds } from '#server/tenant/queries.ts'
import { loadSecret } from '../launch/secret.ts'
import { CommandError, type Command, type CommandContext } from '../command-line/command.ts'
import { formatError } from '../command-line/format-error.ts'
import { withOwner } from '../command-line/owner.ts'

export const checkCommand: Command = {
  name: ['check'],
  positionals: [],
  options: { '--mail': '[ADDRESS]' },
  uses: ['mail', 'identity', 'sms', 'push', 'payment', 'pickup', 'analytics', 'translation', 'secret'],
  summary: 'Try the settings and every configured provider, without a guest',
  details: `\
Names every setting that is missing or wrong, as bin/start does, then tries each provider: the mail server with
a test mail to ADDRESS, or without one by signing in; SMS by the credit of the account; the keys of push
messages; a token for each tenant's payments; the translation of one word; the clients of Google and Facebook;
a search for pickup locations. What a provider says is printed without keys and addresses. No money moves.`,
  async run(context, _args, { '--mail': mailTo = null }) {
    if (mailTo !== null && !isEmail(mailTo))
      throw new CommandError(`--mail must be an e-mail address, not ${mailTo}.`)
    const { config } = context
    const secret = loadSecret(config)
    const payments = await readAccounts(context, secret)
    const checks = [
      ...payments.failed,
      ...providerChecks(config, { secret, mailTo, accounts: payments.accounts }),
    ]
    const results = await Promise.all(checks.map(tryProvider))
    for (const { ok, line } of results) context.printLine(`${ok ? 'ok    ' : 'failed'} ${line}`)
    const unused = withoutProvider(config)
    if (unused.length > 0) context.printLine(`off or simulated: ${unused.join(', ')}`)
    const failed = results.filter(({ ok }) => !ok).length
    if (failed > 0) throw new CommandError(`${failed} of ${results.length} failed.`)
  },
}

async function tryProvider({ name, run }: ProviderCheck): Promise<{ ok: boolean; line: string }> {
  try {
    return { ok: true, line: `${name}: ${await run()}` }
  } catch (error) {
    return { ok: false, line: `${name}: ${describeError(error)}` }
  }
}

function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code, said } = error as Error & { code?: unknown; said?: string }
  return typeof code === 'string' ? withWords({ code, said }) : error.message
}

/** The accounts of all tenants; `failed`: a check that says why they cannot be read. */
async function readAccounts(
  context: CommandContext,
  secret: string,
): Promise<{ accounts: TenantAccount[]; failed: ProviderCheck[] }> {
  if (context.config.payment.provider !== 'vipps') return { accounts: [], failed: [] }
  try {
    const accounts = await withOwner(context, async (db) => {
      const found: TenantAccount[] = []
      for (const tenant of await listTenantIds(db)) {
        const account = await db.read(tenant, (tx) => readPaymentAccount(tx, secret))
        if (account) found.push({ tenant, account })
      }
      return found
    })
    return { accounts, failed: [] }
  } catch (error) {
    const why = new Error(String(formatError(error)))
    return { accounts: [], failed: [{ name: 'database', run: () => Promise.reject(why) }] }
  }
}

/** What has no provider to try. */
const withoutProvider = ({ mail, sms, push, payment, pickup, analytics, translation, identity }: Config) =>
  Object.entries({
    mail: mail === 'smtp',
    sms: sms.provider === 'gatewayapi' || sms.provider === 'twilio',
    push: push.provider === 'on',
    payment: payment.provider === 'vipps',
    translation: translation.provider !== 'off' && translation.provider !== 'simulator',
    'sign-in': Boolean(identity.google.clients?.size || identity.facebook.clients?.size),
    pickup: pickup.provider === 'gls',
    analytics: analytics.provider === 'ga4',
  }).flatMap(([name, used]) => (used ? [] : [name]))
