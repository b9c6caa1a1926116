import type { Output } from '#contract/calls.ts'
import type { Receipt } from '#contract/shop/checkout.ts'
import type { PaymentFailure } from '#domain/checkout/payment-failure.ts'
import type { Step, StepProblem } from '#domain/checkout/steps.ts'
import type { DialCodeOptions } from '#web/ui/form/dial-codes.ts'
import type { DroppedCode } from './answer.ts'

export type ShippingType = Output<'shippingTypes'>['shippingSettings'][number]
/** The local weekday (0 is Monday) and time ('HH:MM') of the tenant. */
export type LocalTime = { weekday: number; time: string }

/** What the four steps show. */
export type CheckoutPage = {
  receipt: Receipt
  /** Codes that this visit of the page has found not to count any more. */
  dropped: DroppedCode[]
  /** The step that is shown. */
  step: Step
  /** The last step that the guest may open. */
  reachable: Step
  /** What the shown step lacks, where the guest wanted to open a later one. */
  problem: StepProblem | null
  /** Why the last payment failed; only in the last step. */
  failure: PaymentFailure | null
  /** A payment has begun and is not approved; only in the last step. */
  paying: boolean
  /** The ways to receive the order in the guest's country. */
  types: ShippingType[]
  /** The tenant delivers, but not to the guest's country. */
  undelivered: boolean
  /** The ways to pay; none where the tenant cannot take a payment. */
  methods: Receipt['paymentMethod'][]
  /** Only in the address step. */
  countries: DialCodeOptions | null
  /** The name of the guest's country; only in the last step. */
  country: string | null
  localTime: LocalTime
  /** The code of the link that led here. */
  code: string
}

/** Whether the order costs something and the tenant cannot take a payment. */
export const isUnpayable = ({ receipt, methods }: Pick<CheckoutPage, 'receipt' | 'methods'>): boolean =>
  receipt.total > 0 && methods.length === 0
