import { completeCapture, refundOrder, type RefundOutcome } from '#server/payment/orders.ts'
import { findAttemptByReference, listUnsettledAttempts } from '#server/payment/queries.ts'
import { settlePayment, type PaymentOutcome } from '#server/payment/settle-payment.ts'
import { CommandError, required, type Command } from './command.ts'
import { dispatchText } from './order.ts'
import { moneyText, orderNumberOf, paymentUses, unknownOrder, withPayments } from './payment-context.ts'

export const paymentSettle: Command = {
  name: ['payment', 'settle'],
  positionals: ['TENANT', '[REFERENCE]'],
  uses: paymentUses,
  summary: 'Ask the provider for one attempt, or for all that are open',
  details: `\
REFERENCE is one of bin/stamgast payment report. What the provider says is stored as always: an approved payment
becomes its order, a refused or expired one ends, and money that belongs to no order is returned. Jobs of the
server do the same automatically.`,
  async run(context, [tenant, reference]) {
    await withPayments(context, tenant, async (ctx) => {
      const attempts = await ctx.deps.db.read(ctx.tenant.id, async (tx) => {
        if (reference === undefined) return listUnsettledAttempts(tx, { since: null })
        const found = await findAttemptByReference(tx, reference)
        return found ? [found] : null
      })
      if (!attempts)
        throw new CommandError(
          `Tenant ${ctx.tenant.id} has no payment ${reference}: see bin/stamgast payment report ${ctx.tenant.id}.`,
        )
      if (attempts.length === 0) return context.printStatus('No attempt is open.')
      for (const { id } of attempts) {
        const outcome = await settlePayment(ctx, id)
        context.printLine(`${reference ?? id}: ${outcomeTexts[outcome]}`)
      }
    })
  },
}

const outcomeTexts: Record<PaymentOutcome, string> = {
  ordered: 'an order',
  ended: 'ended without an order',
  open: 'open: the guest has not approved it yet',
  unknown: 'the provider gives no answer',
  skipped: 'nothing to ask: it is an order, or something else asks at this moment',
}

export const paymentCapture: Command = {
  name: ['payment', 'capture'],
  positionals: ['TENANT', 'NUMBER'],
  uses: paymentUses,
  summary: 'Complete a capture that a dispatch has begun',
  details: `\
NUMBER is one of bin/stamgast order list. Where the provider gave no answer to bin/stamgast order dispatch, this
asks again, with the same key: nothing is charged twice, and the order is dispatched with it. It begins no capture.`,
  async run(context, [tenant, given]) {
    const number = orderNumberOf(given)
    await withPayments(context, tenant, async (ctx) => {
      const outcome = await completeCapture(ctx, number)
      const zone = ctx.tenant.profile.timeZone
      context.printLine(dispatchText(outcome, { tenant: ctx.tenant.id, number, zone }))
    })
  },
}

export const paymentRefund: Command = {
  name: ['payment', 'refund'],
  positionals: ['TENANT', 'NUMBER', 'AMOUNT'],
  uses: paymentUses,
  summary: 'Refund a part of what an order has cost',
  details: `\
NUMBER is one of bin/stamgast order list, AMOUNT an amount in the order's currency, such as 125.50. The order
stays as it is; the sum of its refunds never exceeds what was captured. bin/stamgast order cancel refunds all of it.`,
  async run(context, [tenant, givenNumber, givenAmount]) {
    const [number, amount] = [orderNumberOf(givenNumber), amountOf(required(givenAmount))]
    await withPayments(context, tenant, async (ctx) => {
      const outcome = await refundOrder(ctx, number, amount)
      context.printLine(refundText(outcome, { tenant: ctx.tenant.id, number, amount }))
    })
  },
}

/** Minor units of an amount as typed. @throws CommandError */
function amountOf(typed: string): number {
  const [, whole = '', cents = ''] = /^(\d{1,7})(?:[.,](\d{1,2}))?$/.exec(typed) ?? []
  const amount = Number(whole) * 100 + Number(cents.padEnd(2, '0'))
  if (whole === '' || amount === 0)
    throw new CommandError(`AMOUNT must be an amount above 0, such as 125.50, not ${typed}.`)
  return amount
}

function refundText(
  outcome: RefundOutcome,
  { tenant, number, amount }: { tenant: string; number: number; amount: number },
): string {
  if (!outcome.ok && outcome.reason === 'missing') throw unknownOrder(tenant, number)
  const { currency } = outcome.order
  if (outcome.ok)
    return (
      `refunded: ${moneyText(amount, currency)} of order ${number}, ` +
      `${moneyText(outcome.left, currency)} left`
    )
  switch (outcome.reason) {
    case 'notCaptured':
      throw new CommandError(
        `Nothing of order ${number} is captured: bin/stamgast order cancel ${tenant} ${number} releases it.`,
      )
    case 'tooMuch':
      throw new CommandError(
        `Only ${moneyText(outcome.left, currency)} of order ${number} can still be refunded.`,
      )
    case 'pending':
      throw new CommandError(
        `The provider gives no answer to a refund of order ${number}: it is repeated automatically, so do not begin ` +
          `another one. See bin/stamgast payment report ${tenant}.`,
      )
    case 'refused':
      throw new CommandError(`The provider refuses the refund of order ${number} (${outcome.code}).`)
  }
}
