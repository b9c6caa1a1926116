import { document, own, post } from './call.ts'
import * as cart from './shop/cart.ts'
import * as checkout from './shop/checkout.ts'

/** The part of the call list about buying: the cart, the receipt that it becomes, and its payment. */
export const shopCalls = {
  getCart: document('/cart', cart.CartInput, cart.Cart),
  addToCart: post('anyone', cart.AddToCart, cart.Cart),
  setCartQuantity: post('anyone', cart.SetCartQuantity, cart.Cart),
  dismissCartNotice: post('anyone', cart.CartInput, cart.Cart),

  createReceipt: post('anyone', checkout.CreateReceipt, checkout.ReceiptOutput),
  updateReceiptCart: post('anyone', checkout.UpdateReceiptCart, checkout.ReceiptOutput),
  updateReceiptDetails: post('anyone', checkout.UpdateReceiptDetails, checkout.ReceiptOutput),
  shippingTypes: post('anyone', checkout.OfferInput, checkout.ShippingTypes),
  updateReceiptWithShipping: post('anyone', checkout.UpdateShipping, checkout.ReceiptOutput),
  paymentMethods: post('anyone', checkout.OfferInput, checkout.PaymentMethods),
  updateReceiptPaymentMethod: post('anyone', checkout.UpdatePaymentMethod, checkout.ReceiptOutput),
  applyDiscountCode: post('anyone', checkout.ApplyDiscount, checkout.ReceiptOutput),
  removeDiscountCode: post('anyone', checkout.RemoveDiscount, checkout.ReceiptOutput),
  findPickupLocationsDk: post('anyone', checkout.FindPickupDk, checkout.PickupLocationsDk),
  findPickupLocations: post('anyone', checkout.FindPickup, checkout.PickupLocations),
  checkPaymentStatus: post('anyone', checkout.CheckPayment, checkout.ReceiptPaymentStatus),
  setupPaymentIntent: post('anyone', checkout.SetupPayment, checkout.PaymentIntent),
  getReceipt: post('anyone', checkout.ReceiptInput, checkout.ReceiptOutput),
  getReceiptLink: post('anyone', checkout.ReceiptLinkInput, checkout.ReceiptOutput),
  withdrawOrder: post('anyone', checkout.WithdrawOrder, checkout.ReceiptOutput),
  listOrders: own('GET', '/orders', {
    input: checkout.OrdersInput,
    output: checkout.Orders,
    recent: false,
    live: 'orders',
  }),
}
