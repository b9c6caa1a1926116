import { openPayments } from '#server/providers/payments/open.ts'
import { failureText, type PaymentAccount, type ProviderFailure } from '#server/providers/payments/port.ts'
import { vipps } from '#server/providers/payments/vipps.ts'
import { readPaymentAccount, savePaymentAccount } from '#server/payment/accounts.ts'
import { findTenantById } from '#server/tenant/queries.ts'
import { tenantFrom } from '#server/tenant/tenant.ts'
import { loadSecret } from '#operator/launch/secret.ts'
import { UnknownTenant, CommandError, required, type Command } from '#operator/command-line/command.ts'
import { parseTenantId, withOwner } from '#operator/command-line/owner.ts'
import { readFields } from '#operator/command-line/prompt.ts'

type Keys = Omit<PaymentAccount, 'webhookId' | 'webhookSecret'>

export const paymentConnect: Command = {
  name: ['payment', 'connect'],
  positionals: ['TENANT'],
  uses: ['payment', 'secret'],
  summary: 'Connect a tenant to its account at Vipps MobilePay',
  details: `\
Standard input has the lines client_id=…, client_secret=…, subscription_key=… and msn=… of the tenant's sales
unit, from the portal of Vipps MobilePay; a terminal asks for each. The keys are checked with a token, the
address for events is registered, and the account is stored, encrypted with a key derived from APP_SECRET.
A second run replaces the account: after new keys, another sales unit, another host of the tenant, or another
APP_SECRET.`,
  async run(context, [given]) {
    const id = parseTenantId(required(given))
    const { config } = context
    if (config.payment.provider === 'off')
      throw new CommandError('PAYMENT is off: set PAYMENT=vipps, here and for the server.')
    const keys = await readKeys(context.input)
    const secret = loadSecret(config)
    const url = await withOwner(context, async (db) => {
      const row = await findTenantById(db, id)
      if (!row) throw new UnknownTenant(id)
      const url = `${tenantFrom(row, config).origin}/webhooks/payments/vipps`
      const registered = await openPayments(config).registerWebhook(keys, url)
      if (!registered.ok) throw new CommandError(refusal(registered))
      const { webhookId, webhookSecret } = registered
      const old = await db.write(row.id, async (tx) => {
        const stored = await readPaymentAccount(tx, secret)
        await savePaymentAccount(tx, secret, { ...keys, webhookId, webhookSecret }, new Date())
        return stored
      })
      if (old === 'unreadable')
        context.printStatus(
          'The old account cannot be opened, so its webhook stays until Vipps removes it, after two weeks.',
        )
      else if (old && !(await vipps({ url: config.payment.url }).deleteWebhook(old)))
        context.printStatus(`The old webhook ${old.webhookId} could not be deleted.`)
      return url
    })
    context.printLine(`msn ${keys.msn}`)
    context.printLine(`webhook ${url}`)
  },
}

/** @throws CommandError that names the value, without repeating it. */
async function readKeys(input: Parameters<typeof readFields>[0]): Promise<Keys> {
  const values = await readFields(input, [
    { name: 'client_id' },
    { name: 'client_secret', secret: true },
    { name: 'subscription_key', secret: true },
    { name: 'msn' },
  ])
  for (const [name, value] of Object.entries(values))
    // They are values of headers.
    if (!/^[\x21-\x7e]{1,500}$/.test(value))
      throw new CommandError(`${name} must be text without blanks, as the portal shows it.`)
  if (!/^\d{4,10}$/.test(values.msn)) throw new CommandError('msn must be a number of 4 to 10 digits.')
  return {
    clientId: values.client_id,
    clientSecret: values.client_secret,
    subscriptionKey: values.subscription_key,
    msn: values.msn,
  }
}

function refusal(failure: ProviderFailure): string {
  const words = failureText(failure)
  const nothing = 'Nothing was stored.'
  if (failure.reason === 'unknown') return `Vipps does not answer (${words}): try again later. ${nothing}`
  return failure.code.startsWith('token ')
    ? `Vipps rejects the keys (${words}): compare client_id, client_secret and subscription_key. ${nothing}`
    : `Vipps rejects the webhook (${words}): compare msn, and the host of the tenant. ${nothing}`
}
