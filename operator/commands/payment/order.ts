import {
  cancelOrder,
  dispatchOrder,
  planCancel,
  type CancelOutcome,
  type DispatchOutcome,
} from '#server/payment/order/orders.ts'
import { CommandError, type Command } from '#operator/command-line/command.ts'
import { wallTime } from '#operator/command-line/describe.ts'
import {
  agree,
  moneyText,
  parseOrderNumber,
  paymentUses,
  unknownOrder,
  withPayments,
} from './payment-context.ts'

export const orderDispatch: Command = {
  name: ['order', 'dispatch'],
  positionals: ['TENANT', 'NUMBER'],
  uses: paymentUses,
  summary: 'Dispatch an order: draw its money and notify the guest',
  details: `\
NUMBER is one of bin/stamgast order list. The whole reserved amount is captured; then the guest gets a mail, and
can withdraw from the contract for 14 days. Send the goods only after this command has printed "dispatched".
Where the provider gives no answer, the capture is repeated with the same key; run the command again to see it.`,
  async run(context, [tenant, given]) {
    const number = parseOrderNumber(given)
    await withPayments(context, tenant, async (ctx) => {
      const outcome = await dispatchOrder(ctx, number)
      context.printLine(dispatchText(outcome, { tenant: ctx.tenant.id, number, zone: zoneOf(ctx) }))
    })
  },
}

export const orderCancel: Command = {
  name: ['order', 'cancel'],
  positionals: ['TENANT', 'NUMBER'],
  options: { '--yes': '' },
  uses: paymentUses,
  summary: 'Cancel an order: return its money, its goods and its codes',
  details: `\
NUMBER is one of bin/stamgast order list. A reservation is cancelled, what was captured is refunded, the goods
are in stock again, limited codes can be used again, and the guest gets a mail. Also for an order that was
dispatched, once its goods are back: a guest who has withdrawn gets the money back by this command, which asks
before it refunds; where nobody can answer, it does nothing without --yes.`,
  async run(context, [tenant, given], options) {
    const number = parseOrderNumber(given)
    await withPayments(context, tenant, async (ctx) => {
      const plan = await planCancel(ctx, number)
      if (plan && plan.refund > 0 && options['--yes'] === undefined) {
        const sum = moneyText(plan.refund, plan.order.currency)
        await agree(context, `Cancel order ${number} and refund ${sum}? [y/N] `, '--yes')
      }
      const outcome = await cancelOrder(ctx, number)
      context.printLine(cancelText(outcome, { tenant: ctx.tenant.id, number }))
    })
  },
}

type Named = { tenant: string; number: number }

const zoneOf = ({ tenant }: { tenant: { profile: { timeZone: string } } }): string => tenant.profile.timeZone

/** What a dispatch, or the end of its capture, has come to. @throws CommandError where it has not. */
export function dispatchText(
  outcome: DispatchOutcome,
  { tenant, number, zone }: Named & { zone: string },
): string {
  if (outcome.ok) {
    const { status, total, currency } = outcome.order
    return `dispatched: order ${number}, ${status}, ${moneyText(total, currency)}`
  }
  const at = (instant: Date | null) => (instant ? ` on ${wallTime(zone, instant.getTime())}` : '')
  switch (outcome.reason) {
    case 'missing':
      throw unknownOrder(tenant, number)
    case 'dispatched':
      throw new CommandError(`Order ${number} was dispatched already${at(outcome.order.dispatchedAt)}.`)
    case 'canceled':
      throw new CommandError(
        `Order ${number} was cancelled${at(outcome.order.canceledAt)}: do not send its goods.`,
      )
    case 'withdrawn':
      throw new CommandError(
        `The guest has withdrawn from order ${number}${at(outcome.order.withdrawnAt)}: do not send its goods.`,
      )
    case 'pending':
      throw new CommandError(
        `The provider gives no answer: the capture of order ${number} is repeated, and nothing is charged twice. ` +
          'Do not send the goods yet; run it again in a while.',
      )
    case 'refused':
      throw new CommandError(
        `The provider refuses to capture order ${number} (${outcome.code}): do not send its goods. See ` +
          `bin/stamgast payment report ${tenant}; cancel the order if its reservation has ended.`,
      )
    case 'notBegun':
      throw new CommandError(
        `Nothing of order ${number} is being captured: see bin/stamgast order dispatch ${tenant} ${number}.`,
      )
  }
}

function cancelText(outcome: CancelOutcome, { tenant, number }: Named): string {
  if (!outcome.ok) {
    if (outcome.reason === 'missing') throw unknownOrder(tenant, number)
    throw new CommandError(
      `Order ${number} is being captured, and the provider has not answered yet: it cannot be cancelled until ` +
        `then. Run bin/stamgast payment capture ${tenant} ${number} to ask again.`,
    )
  }
  const { cancelled, money, order } = outcome
  const said = `${cancelled ? 'cancelled' : 'already cancelled'}: order ${number}`
  if (!money) return said
  const { kind, amount, answer } = money
  const sum = moneyText(amount, order.currency)
  switch (answer.state) {
    case 'done':
      return `${said}, ${kind === 'refund' ? 'refunded' : 'released'} ${sum}`
    case 'pending':
      return `${said}; ${sum} is ${kind === 'refund' ? 'refunded' : 'released'} as soon as the provider answers`
    case 'refused':
      throw new CommandError(
        `Order ${number} is cancelled, but the provider refuses to return ${sum} (${answer.code}): see ` +
          `bin/stamgast payment report ${tenant}, and the provider’s own portal.`,
      )
  }
}
