import type { LedgerDifference } from '#domain/checkout/ledger.ts'
import { reportPayments, type Compared, type PaymentReport } from '#server/payment/order/report.ts'
import type { Command } from '#operator/command-line/command.ts'
import { wallTime } from '#operator/command-line/describe.ts'
import { moneyText, paymentUses, withPayments } from './payment-context.ts'

export const paymentReport: Command = {
  name: ['payment', 'report'],
  positionals: ['TENANT'],
  options: { '--json': '' },
  uses: paymentUses,
  summary: 'Report what of a tenant’s payments needs a look',
  details: `\
Open attempts; attempts whose money was returned because it came late or did not match; changes that the provider
has refused or not answered; reservations that end within 4 days; and every attempt of the last 90 days whose
amounts differ from the provider’s. --json prints one object, with times as instants and amounts in minor units.`,
  async run(context, [tenant], { '--json': json }) {
    await withPayments(context, tenant, async (ctx) => {
      const report = await reportPayments(ctx)
      if (json !== undefined) return context.printLine(JSON.stringify(toJson(report), null, 2))
      for (const line of formatLines(report, ctx.tenant.profile.timeZone)) context.printLine(line)
    })
  },
}

type Attempt = PaymentReport['open'][number]

const toJson = ({ open, flagged, operations, ending, compared, differing }: PaymentReport) => ({
  open: open.map(attemptJson),
  flagged: flagged.map(attemptJson),
  operations: operations.map(({ reference, kind, amount, state, code, createdAt }) => ({
    reference,
    kind,
    amount,
    state,
    code,
    at: createdAt.toISOString(),
  })),
  ending: ending.map(({ orderNumber, reservedUntil }) => ({
    order: orderNumber,
    until: reservedUntil?.toISOString() ?? null,
  })),
  compared,
  differing: differing.map(({ attempt, differs }) => ({ ...attemptJson(attempt), differs })),
})

const attemptJson = ({ reference, orderNumber, state, flag, amount, currency, createdAt }: Attempt) => ({
  reference,
  order: orderNumber,
  state,
  flag,
  amount,
  currency,
  at: createdAt.toISOString(),
})

function formatLines(report: PaymentReport, zone: string): string[] {
  const at = (instant: Date | null) => (instant ? wallTime(zone, instant.getTime()) : '–')
  const attempt = ({ reference, orderNumber, amount, currency, createdAt }: Attempt) =>
    [
      reference,
      at(createdAt),
      moneyText(amount, currency),
      ...(orderNumber === null ? [] : [`order ${orderNumber}`]),
    ].join('  ')
  const { open, flagged, operations, ending, compared, differing } = report
  return [
    ...section('open attempts', open.map(attempt)),
    ...section(
      'returned to the guest',
      flagged.map((one) => `${attempt(one)}  ${one.flag}`),
    ),
    ...section(
      'changes without success',
      operations.map(
        ({ reference, kind, amount, currency, state, code, createdAt }) =>
          `${reference}  ${at(createdAt)}  ${kind} ${moneyText(amount, currency)}  ${state}${code ? ` (${code})` : ''}`,
      ),
    ),
    ...section(
      'reservations that end within 4 days',
      ending.map(({ orderNumber, reservedUntil }) => `order ${orderNumber}  ${at(reservedUntil)}`),
    ),
    ...section(
      `of ${compared} attempts, those that differ from the provider’s`,
      differing.map((one) => `${attempt(one.attempt)}  ${differenceText(one)}`),
    ),
  ]
}

const section = (title: string, lines: string[]): string[] =>
  lines.length === 0 ? [`${title}: none`] : [`${title}:`, ...lines.map((line) => `  ${line}`)]

function differenceText({ attempt: { currency }, differs }: Compared): string {
  if (differs === 'missing') return 'unknown to the provider'
  if (differs === 'unanswered') return 'not compared: the provider gives no answer'
  const value = (one: LedgerDifference['stored']) =>
    typeof one === 'number' ? moneyText(one, currency) : one
  return differs
    .map(({ of, stored, provider }) => `${of}: ${value(stored)} here, ${value(provider)} there`)
    .join('; ')
}
