export const receiptStatuses = ['PENDING', 'PENDING_COLLECT_INTENTS', 'PAID', 'canceled'] as const
/** `PENDING_COLLECT_INTENTS`: the money is reserved; `PAID`: captured, or there was nothing to pay. */
export type ReceiptStatus = (typeof receiptStatuses)[number]

export const paymentStatuses = ['pending', 'completed', 'failed'] as const
export type PaymentStatus = (typeof paymentStatuses)[number]

/** What each status can become. */
const transitions: Record<ReceiptStatus, readonly ReceiptStatus[]> = {
  // Where there is nothing to pay, nothing is reserved first.
  PENDING: ['PENDING_COLLECT_INTENTS', 'PAID'],
  PENDING_COLLECT_INTENTS: ['PAID', 'canceled'],
  // Captured money is paid back.
  PAID: ['canceled'],
  canceled: [],
}

/** Whether a receipt may go from one status to another; staying is not going. */
export const canBecome = (from: ReceiptStatus, to: ReceiptStatus): boolean => transitions[from].includes(to)

/**
 * The status of a payment as its guest sees it, the rules in their order: money that has come is a success
 * with any other status beside it.
 */
export function toShownStatus({
  status,
  paymentStatus,
}: {
  status: string
  paymentStatus: string
}): 'success' | 'failed' | 'pending' | 'unknown' {
  if (status === 'PENDING_COLLECT_INTENTS' || status === 'PAID' || paymentStatus === 'completed')
    return 'success'
  if (status === 'canceled' || paymentStatus === 'failed') return 'failed'
  return status === 'PENDING' ? 'pending' : 'unknown'
}
