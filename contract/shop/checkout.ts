import * as v from 'valibot'
import { toStoredEmail } from '#domain/email.ts'
import { MAX_QUANTITY } from '#domain/cart/price-cart.ts'
import type { OpeningHours } from '#domain/checkout/opening-hours.ts'
import { discountRefusals } from '#domain/checkout/discount.ts'
import { paymentFailures } from '#domain/checkout/payment-failure.ts'
import { paymentStatuses, receiptStatuses } from '#domain/checkout/receipt-status.ts'
import { goods } from './cart.ts'
import { GuestInput } from '../guest/guest.ts'
import {
  amount,
  id,
  minor,
  money,
  netPrice,
  plainText,
  postalCode,
  text,
  trimmedText,
} from '../field/field-schemas.ts'
import { VatLines, VatRate } from '../field/vat-schemas.ts'

/** How guests can pay: by card, or by the wallet of the same provider. */
export const paymentMethods = ['vippsCard', 'vipps'] as const
/** The method that is chosen before the guest chooses. */
export const DEFAULT_PAYMENT_METHOD = paymentMethods[0]

const draft = (max: number) => v.optional(plainText(0, max), '')
/** What a guest has typed so far: a step's rules decide whether it is enough (`domain/checkout/steps.ts`). */
export const CustomerDetails = v.object({
  firstName: draft(80),
  lastName: draft(80),
  email: v.optional(v.pipe(trimmedText(0, 254), v.transform(toStoredEmail)), ''),
  phone: v.optional(trimmedText(0, 32), ''),
  address: draft(120),
  city: draft(80),
  postalCode: v.optional(postalCode(0, 16), ''),
  /** ISO 3166-1 alpha-2; '' is the tenant's own country. */
  country: v.optional(v.pipe(v.string(), v.toUpperCase(), v.regex(/^([A-Z]{2})?$/)), ''),
})
export type CustomerDetails = v.InferOutput<typeof CustomerDetails>
/** Of a guest who has deleted their account. */
export const noDetails: CustomerDetails = v.parse(CustomerDetails, {})

/** A pickup location as its search answers it. */
export const PickupLocation = v.object({
  parcelShopId: v.string(),
  name: v.string(),
  address: v.object({
    street: v.string(),
    houseNumber: v.string(),
    zipCode: v.string(),
    city: v.string(),
  }),
  countryCode: v.string(),
  /** `day`: 0 is Monday; a day with two entries closes between them; a day without is closed. */
  openingHours: v.array(
    v.object({ day: v.number(), openAt: v.object({ From: v.string(), To: v.string() }) }),
  ),
  /** Metres; null: unknown. */
  distance: v.nullable(v.number()),
})
export type PickupLocation = v.InferOutput<typeof PickupLocation>
/** A pickup location as the carrier has it, and as receipts keep it. */
export type FoundLocation = Omit<PickupLocation, 'openingHours'> & { openingHours: OpeningHours[] }

/** What a client believes to be in the cart; prices, if any, are compared with the server's. */
const CartDoc = v.object({
  products: v.pipe(
    v.array(
      v.object({
        variantId: id,
        quantity: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_QUANTITY)),
        priceIncVat: v.optional(amount),
      }),
    ),
    v.maxLength(200),
  ),
  /** Services are booked, not bought here: a client that sends some gets an error. */
  services: v.optional(v.pipe(v.array(v.string()), v.maxLength(0)), []),
})

const ofReceipt = { tenantId: id, receiptId: id }
export const CreateReceipt = v.object({
  tenantId: id,
  cartDoc: v.optional(CartDoc),
  customerDetails: v.optional(CustomerDetails),
})
export const UpdateReceiptCart = v.object({ ...ofReceipt, cart: v.optional(CartDoc) })
export const UpdateReceiptDetails = v.object({ ...ofReceipt, customerDetails: CustomerDetails })
export const ReceiptInput = v.object(ofReceipt)
/** `receipt`: the handle of the link in the mail. */
export const ReceiptLinkInput = v.object({ tenantId: id, receipt: id })
/** What a shop offers to everyone. */
export const OfferInput = v.object({ tenantId: id })
export const ShippingTypes = v.object({
  /** In the tenant's order. */
  shippingSettings: v.array(
    v.object({
      type: v.string(),
      name: v.string(),
      price: netPrice,
      priceIncVat: amount,
      /** ISO 3166-1 alpha-2; empty: every country. */
      countries: v.array(v.string()),
    }),
  ),
})
export const UpdateShipping = v.object({
  ...ofReceipt,
  shipping: v.object({
    type: id,
    /** Minor units including VAT, as shown to the guest; compared with the tenant's. */
    price: v.optional(minor),
    /** The id of a location that a search of this receipt has found; the rest of it is the server's. */
    pickupLocation: v.optional(v.nullable(v.object({ parcelShopId: id }))),
  }),
})
/** Empty where the tenant cannot take a payment: only orders that cost nothing can be placed. */
export const PaymentMethods = v.object({ paymentMethods: v.array(v.picklist(paymentMethods)) })
export const UpdatePaymentMethod = v.object({ ...ofReceipt, paymentMethod: v.picklist(paymentMethods) })
/** An empty code is one that the guest has not typed yet. */
export const ApplyDiscount = v.object({ ...ofReceipt, discountCode: text(40) })
export const RemoveDiscount = v.object({ ...ofReceipt, discountId: id })

/** Without `receiptId` nothing of the answer can be chosen for a receipt. */
const pickupSearch = { tenantId: id, receiptId: v.optional(id) }
export const FindPickupDk = v.object({
  ...pickupSearch,
  zipcode: postalCode(1, 10),
  amount: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10)), 10),
  address: v.optional(plainText(0, 120), ''),
})
export const PickupLocationsDk = v.object({ locations: v.array(PickupLocation) })
export const FindPickup = v.object({
  ...pickupSearch,
  address: v.object({
    address: plainText(1, 120),
    city: plainText(1, 80),
    postalCode: postalCode(1, 16),
  }),
  countryCode: v.pipe(v.string(), v.toUpperCase(), v.regex(/^[A-Z]{2}$/)),
  maxResults: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10)), 10),
})
export const PickupLocations = v.object({ locations: v.object({ data: v.array(PickupLocation) }) })

export const SetupPayment = v.object({
  ...ofReceipt,
  /** The total that the guest has seen, in minor units: another one is 409 with the new total. */
  amount: minor,
  /** The version that the guest has seen: an older one is 409. */
  receiptVersion: v.optional(v.number()),
  provider: v.optional(v.picklist(paymentMethods)),
  /** What follows is compared with the server's where it is sent, and never used. */
  onlinePayment: v.optional(v.literal(true)),
  currency: v.optional(text(3)),
  items: v.optional(CartDoc.entries.products),
  returnUrl: v.optional(text(500)),
  cancelUrl: v.optional(text(500)),
  customerDetails: v.optional(CustomerDetails),
  guestData: v.optional(v.object({ mobile: v.optional(text(32)), dialCode: v.optional(text(8)) })),
})
/** `redirectUrl`: the provider's page, or the tenant's own where nothing is left to pay. */
export const PaymentIntent = v.object({ data: v.object({ redirectUrl: v.string() }) })
/** `handle`: the one of the provider's way back, for a browser that does not have the receipt's cookies. */
export const CheckPayment = v.object({ ...ofReceipt, handle: v.optional(id) })
/** The order of the guest's own, or of the link in its mail. */
export const WithdrawOrder = v.object({
  tenantId: id,
  receiptId: v.optional(id),
  receipt: v.optional(id),
})

const ReceiptStatus = v.picklist(receiptStatuses)
const PaymentStatus = v.picklist(paymentStatuses)
export const Receipt = v.object({
  id: v.string(),
  /** Incremented by every change of what is paid. */
  version: v.number(),
  status: ReceiptStatus,
  paymentStatus: PaymentStatus,
  /** Given when it is settled: without gaps, per tenant. */
  orderNumber: v.nullable(v.number()),
  /** Epoch ms. */
  settledAt: v.nullable(v.number()),
  /** Epoch ms. */
  dispatchedAt: v.nullable(v.number()),
  canceledAt: v.nullable(v.number()),
  /** Epoch ms. */
  withdrawal: v.object({
    /** When the guest withdrew from the contract. */
    at: v.nullable(v.number()),
    /** The last moment of the period; null before the dispatch, which begins it. */
    until: v.nullable(v.number()),
    /** Neither cancelled nor withdrawn from: it can be withdrawn from, unless `until` is over. */
    open: v.boolean(),
  }),
  /** Minor units that were refunded of what was captured. */
  refunded: amount,
  /** The VAT in it, of an order with several rates. */
  refundedVat: v.optional(VatLines),
  /** Of the company. */
  vatNumber: v.optional(v.string()),
  cart: v.object({
    products: v.array(
      v.object({
        ...goods,
        quantity: v.number(),
        price: netPrice,
        priceIncVat: amount,
        total: amount,
        /** Of goods with another rate than the tenant's. */
        vat: v.optional(VatRate),
      }),
    ),
    services: v.array(v.never()),
  }),
  /** Null for a reader who is not the owner. */
  customerDetails: v.nullable(CustomerDetails),
  shipping: v.nullable(
    v.object({
      type: v.string(),
      name: v.string(),
      price: netPrice,
      priceIncVat: amount,
      pickupLocation: v.nullable(PickupLocation),
    }),
  ),
  paymentMethod: v.picklist(paymentMethods),
  /** `description`: the promotion's name. */
  discountLines: v.array(v.object({ description: v.string(), amountIncVat: amount })),
  shippingDiscount: amount,
  discounts: v.array(v.object({ id: v.string(), code: v.string() })),
  subtotal: amount,
  vat: VatLines,
  total: amount,
  ...money,
})
export type Receipt = v.InferOutput<typeof Receipt>
/** `dropped`: codes that counted before and do not any more. */
export const ReceiptOutput = v.object({
  receipt: Receipt,
  dropped: v.array(v.object({ code: v.string(), reason: v.picklist(discountRefusals) })),
})
export const ReceiptPaymentStatus = v.object({
  receipt: v.object({ status: ReceiptStatus, orderNumber: v.nullable(v.number()) }),
  paymentStatus: PaymentStatus,
  /** The provider's page, for the owner while the payment is open. */
  redirectUrl: v.nullable(v.string()),
  /** Epoch ms: until then a pending payment is worth asking for again. */
  checkUntil: v.nullable(v.number()),
  /** Why the last attempt failed, while the receipt can still be paid. */
  failure: v.nullable(v.picklist(paymentFailures)),
  method: v.picklist(paymentMethods),
})
/** `before`: the `next` of the page before; default: the first page. */
export const OrdersInput = v.object({
  ...GuestInput.entries,
  before: v.optional(v.pipe(v.string(), v.regex(/^[1-9]\d{0,8}$/), v.transform(Number))),
})
/** A page of the settled orders of a guest, the newest first. */
export const Orders = v.object({ documents: v.array(Receipt), next: v.nullable(v.string()) })
