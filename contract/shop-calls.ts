import { document, post } from './call.ts'
import * as cart from './cart.ts'
import * as checkout from './checkout.ts'

/** The part of the call list about buying: the cart, the receipt that it becomes, and its payment. */
export const shopCalls = {
  getCart: document('GET', '/tenants/:tenantId/cart', {
    who: 'anyone',
    input: cart.CartInput,
    output: cart.Cart,
  }),
  addToCart: post({ who: 'anyone', input: cart.AddToCart, output: cart.Cart }),
  setCartQuantity: post({ who: 'anyone', input: cart.SetCartQuantity, output: cart.Cart }),
  dismissCartNotice: post({ who: 'anyone', input: cart.CartInput, output: cart.Cart }),

  createReceipt: post({ who: 'anyone', input: checkout.CreateReceipt, output: checkout.ReceiptOutput }),
  updateReceiptCart: post({
    who: 'anyone',
    input: checkout.UpdateReceiptCart,
    output: checkout.ReceiptOutput,
  }),
  updateReceiptDetails: post({
    who: 'anyone',
    input: checkout.UpdateReceiptDetails,
    output: checkout.ReceiptOutput,
  }),
  shippingTypes: post({
    who: 'anyone',
    input: checkout.ShippingTypesInput,
    output: checkout.ShippingTypes,
  }),
  updateReceiptWithShipping: post({
    who: 'anyone',
    input: checkout.UpdateShipping,
    output: checkout.ReceiptOutput,
  }),
  updateReceiptPaymentMethod: post({
    who: 'anyone',
    input: checkout.UpdatePaymentMethod,
    output: checkout.ReceiptOutput,
  }),
  applyDiscountCode: post({ who: 'anyone', input: checkout.ApplyDiscount, output: checkout.ReceiptOutput }),
  removeDiscountCode: post({ who: 'anyone', input: checkout.RemoveDiscount, output: checkout.ReceiptOutput }),
  findPickupLocationsDk: post({
    who: 'anyone',
    input: checkout.FindPickupDk,
    output: checkout.PickupLocationsDk,
  }),
  findPickupLocations: post({
    who: 'anyone',
    input: checkout.FindPickup,
    output: checkout.PickupLocations,
  }),
  checkPaymentStatus: post({
    who: 'anyone',
    input: checkout.CheckPayment,
    output: checkout.ReceiptPaymentStatus,
  }),
  setupPaymentIntent: post({ who: 'anyone', input: checkout.SetupPayment, output: checkout.PaymentIntent }),
  getReceipt: post({ who: 'anyone', input: checkout.ReceiptInput, output: checkout.ReceiptOutput }),
  getReceiptLink: post({ who: 'anyone', input: checkout.ReceiptLinkInput, output: checkout.ReceiptOutput }),
  withdrawOrder: post({ who: 'anyone', input: checkout.WithdrawOrder, output: checkout.ReceiptOutput }),
  listOrders: document('GET', '/tenants/:tenantId/users/:uid/orders', {
    who: 'self',
    input: checkout.OrdersInput,
    output: checkout.Orders,
    live: 'orders',
  }),
}
