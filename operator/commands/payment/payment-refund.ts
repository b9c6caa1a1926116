import { toMinor } from '#domain/money.ts'
import type { Pieces } from '#domain/checkout/pieces.ts'
import {
  findOrderCurrency,
  planRefund,
  refundOrder,
  type RefundOutcome,
  type RefundPlan,
} from '#server/payment/order/orders.ts'
import { CommandError, required, type Command, type CommandContext } from '#operator/command-line/command.ts'
import { maskedContact, wallTime } from '#operator/command-line/describe.ts'
import {
  agree,
  moneyText,
  parseOrderNumber,
  paymentUses,
  unknownOrder,
  withPayments,
} from './payment-context.ts'

export const paymentRefund: Command = {
  name: ['payment', 'refund'],
  positionals: ['TENANT', 'NUMBER', '[AMOUNT]'],
  options: { '--pieces': '[VARIANT=QUANTITY,…]', '--yes': '', '--again': '' },
  uses: paymentUses,
  summary: 'Refund a part of what an order has cost',
  details: `\
NUMBER is one of bin/stamgast order list. AMOUNT is an amount in the order's currency, such as 125.50; instead of it,
--pieces names what is refunded by the variants of the list (wax-75=1,comb=2): their prices less their share of the
discounts, without shipping. The command says what it would do and asks; where nobody can answer, it does nothing
without --yes. The same amount again within ten minutes is asked about too, or needs --again. The guest gets a mail. The
order and its stock stay as they are; the sum of its refunds never exceeds what was captured. bin/stamgast order cancel
refunds all of it.`,
  async run(context, [tenant, givenNumber, givenAmount], options) {
    const number = parseOrderNumber(required(givenNumber))
    const typed = parseTyped(givenAmount, options['--pieces'])
    await withPayments(context, tenant, async (ctx) => {
      const named = { tenant: ctx.tenant.id, number, zone: ctx.tenant.profile.timeZone }
      const wanted = 'pieces' in typed ? typed : { amount: await amountIn(ctx, number, typed.amount) }
      const plan = await planRefund(ctx, number, wanted)
      if (!plan.ok) throw toCommandError(plan, named)
      await confirm(context, plan, { ...named, yes: options['--yes'] !== undefined })
      const again = plan.repeatedAt !== null && (await confirmAgain(context, plan, named, options))
      const outcome = await refundOrder(ctx, number, wanted, { again })
      context.printLine(refundText(outcome, named))
    })
  },
}

type Named = { tenant: string; number: number; zone: string }

const AMOUNT = 'AMOUNT must be an amount above 0, such as 125.50'

/** @throws CommandError */
function parseTyped(
  amount: string | undefined,
  pieces: string | undefined,
): { amount: number } | { pieces: Pieces[] } {
  if ((amount === undefined) === (pieces === undefined))
    throw new CommandError(`Say either AMOUNT or --pieces: ${AMOUNT}.`)
  if (pieces !== undefined) return { pieces: readPieces(pieces) }
  const typed = (amount ?? '').trim()
  const value = /^[-+]?\d{1,9}([.,]\d{1,4})?$/.test(typed) ? Number(typed.replace(',', '.')) : Number.NaN
  if (!(value > 0)) throw new CommandError(`${AMOUNT}, not ${typed}: nothing was refunded.`)
  return { amount: value }
}

function readPieces(typed: string): Pieces[] {
  return typed.split(',').map((piece) => {
    const [, variantId = '', quantity = '1'] = /^\s*([a-z0-9_-]+)(?:=([1-9]\d?))?\s*$/.exec(piece) ?? []
    if (!variantId)
      throw new CommandError(
        `--pieces must be variants with quantities, such as wax-75=1,comb=2, not ${typed}.`,
      )
    return { variantId, quantity: Number(quantity) }
  })
}

/** Minor units of the order's currency. @throws CommandError for decimals that it does not have. */
async function amountIn(
  ctx: Parameters<typeof planRefund>[0],
  number: number,
  amount: number,
): Promise<number> {
  const currency = await findOrderCurrency(ctx, number)
  if (!currency) throw unknownOrder(ctx.tenant.id, number)
  const minor = toMinor(amount, currency)
  if (!Number.isInteger(minor))
    throw new CommandError(`${amount} has more decimals than ${currency}: nothing was refunded.`)
  return minor
}

type Plan = Extract<RefundPlan, { ok: true }>

/** @throws CommandError unless the operator agrees. */
async function confirm(
  context: CommandContext,
  { order, amount, pieces, refunded, left }: Plan,
  { number, yes }: Named & { yes: boolean },
): Promise<void> {
  const { customer, currency } = order
  const guest = [
    `${customer.firstName} ${customer.lastName}`.trim(),
    maskedContact({ email: customer.email || null, mobile: customer.phone || null }),
  ]
  const money = (minor: number) => moneyText(minor, currency)
  const goods = pieces?.map(({ variantId, quantity }) => `${quantity} × ${variantId}`).join(', ')
  context.printStatus(
    `${money(amount)} of order ${number}${goods ? ` (${goods})` : ''} would go back to ${guest.filter(Boolean).join(', ')}: ` +
      `${money(refunded)} refunded before, ${money(left)} left after it.`,
  )
  if (!yes) await agree(context, `Refund ${money(amount)}? [y/N] `, '--yes')
}

/** @throws CommandError unless the operator means the second refund of the same amount. */
async function confirmAgain(
  context: CommandContext,
  { order, amount, repeatedAt }: Plan,
  { number, zone }: Named,
  options: Record<string, string>,
): Promise<true> {
  const at = repeatedAt ? wallTime(zone, repeatedAt.getTime()) : ''
  context.printStatus(
    `${moneyText(amount, order.currency)} of order ${number} was refunded already on ${at}.`,
  )
  if (options['--again'] === undefined)
    await agree(context, 'Refund the same amount again? [y/N] ', '--again')
  return true
}

/** What a refund has come to. @throws CommandError where it has not. */
function refundText(outcome: RefundOutcome, named: Named): string {
  if (!outcome.ok) throw toCommandError(outcome, named)
  const { order, amount, left } = outcome
  const money = (minor: number) => moneyText(minor, order.currency)
  return `refunded: ${money(amount)} of order ${named.number}, ${money(left)} left`
}

function toCommandError(
  outcome: Extract<RefundPlan | RefundOutcome, { ok: false }>,
  { tenant, number, zone }: Named,
): CommandError {
  switch (outcome.reason) {
    case 'missing':
      return unknownOrder(tenant, number)
    case 'notCaptured':
      return new CommandError(
        `Nothing of order ${number} is captured: bin/stamgast order cancel ${tenant} ${number} releases it.`,
      )
    case 'nothing':
      return new CommandError(`${AMOUNT}: these pieces cost nothing, so nothing was refunded.`)
    case 'unknownPieces':
      return new CommandError(
        `Order ${number} does not have these pieces, or they were refunded before: see bin/stamgast order list ${tenant}.`,
      )
    case 'tooMuch':
      return new CommandError(
        `Only ${moneyText(outcome.left, outcome.order.currency)} of order ${number} can still be refunded.`,
      )
    case 'repeated':
      return new CommandError(
        `${moneyText(outcome.amount, outcome.order.currency)} of order ${number} was refunded on ` +
          `${wallTime(zone, outcome.at.getTime())}, by another command: nothing was refunded by this one.`,
      )
    case 'pending':
      return new CommandError(
        `The provider gives no answer to a refund of order ${number}: it is repeated automatically, so do not begin ` +
          `another one. See bin/stamgast payment report ${tenant}.`,
      )
    case 'refused':
      return new CommandError(`The provider refuses the refund of order ${number} (${outcome.code}).`)
  }
}
