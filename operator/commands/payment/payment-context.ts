import pino from 'pino'
import { amountText } from '#domain/money.ts'
import { loadTexts } from '#server/context/load-texts.ts'
import type { PaymentContext } from '#server/payment/context.ts'
import { openAnalytics } from '#server/providers/analytics/open.ts'
import { openPayments } from '#server/providers/payments/open.ts'
import { findTenantById } from '#server/tenant/queries.ts'
import { tenantFrom } from '#server/tenant/tenant.ts'
import { loadSecret } from '#operator/launch/secret.ts'
import { loadSimulators } from '#operator/launch/simulators.ts'
import {
  UnknownTenant,
  CommandError,
  required,
  type Command,
  type CommandContext,
} from '#operator/command-line/command.ts'
import { parseTenantId, withOwnerAndJobs } from '#operator/command-line/owner.ts'

/** The settings of a command that asks the provider. */
export const paymentUses: Command['uses'] = ['payment', 'analytics', 'translation', 'secret']

/** Works on a tenant's payments as a job of the server does. */
export async function withPayments(
  context: CommandContext,
  givenTenant: string | undefined,
  work: (ctx: PaymentContext) => Promise<void>,
): Promise<void> {
  const id = parseTenantId(required(givenTenant))
  const { config } = context
  await withOwnerAndJobs(context, async (db, jobs) => {
    const row = await findTenantById(db, id)
    if (!row) throw new UnknownTenant(id)
    const { locales, translate: text } = loadTexts()
    const secret = loadSecret(config)
    const simulators = await loadSimulators(config, secret)
    await work({
      tenant: tenantFrom(row, config),
      deps: {
        config,
        locales,
        text,
        secret,
        db,
        jobs,
        now: () => Date.now(),
        log: pino({ level: 'warn', base: null }, pino.destination(2)),
        payments: openPayments(config, simulators.deriveDemoAccount),
        analytics: openAnalytics(config, simulators.analytics),
      },
    })
  })
}

/** The number of an order as typed. @throws CommandError */
export function parseOrderNumber(given: string | undefined): number {
  const typed = required(given)
  if (!/^[1-9]\d{0,8}$/.test(typed))
    throw new CommandError(`NUMBER must be the number of an order, such as 1042, not ${typed}.`)
  return Number(typed)
}

/**
 * Asks before money moves.
 * @param option what agrees beforehand. @throws CommandError unless the operator agrees.
 */
export async function agree({ ask }: CommandContext, question: string, option: string): Promise<void> {
  if (!ask) throw new CommandError(`Nothing was refunded: say ${option} where nobody can answer.`)
  if (!/^y(es)?$/i.test((await ask(question)).trim())) throw new CommandError('Nothing was refunded.')
}

export const unknownOrder = (tenant: string, number: number): CommandError =>
  new CommandError(`Tenant ${tenant} has no order ${number}: see bin/stamgast order list ${tenant}.`)

/** Minor units as they are typed, with their currency: `125.50 DKK`. */
export const moneyText = (minor: number, currency: string): string =>
  `${amountText(minor, currency)} ${currency}`
