import { findAttemptByReference, listUnsettledAttempts } from '#server/payment/queries.ts'
import { settlePayment, type PaymentOutcome } from '#server/payment/attempt/settle-payment.ts'
import { completeCapture } from '#server/payment/order/orders.ts'
import { CommandError, type Command } from '#operator/command-line/command.ts'
import { dispatchText } from './order.ts'
import { parseOrderNumber, paymentUses, withPayments } from './payment-context.ts'

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
    const number = parseOrderNumber(given)
    await withPayments(context, tenant, async (ctx) => {
      const outcome = await completeCapture(ctx, number)
      const zone = ctx.tenant.profile.timeZone
      context.printLine(dispatchText(outcome, { tenant: ctx.tenant.id, number, zone }))
    })
  },
}
