import { staffCall, staffDocument } from './call.ts'
import * as order from './staff/order.ts'

/** The part of the call list for the orders of the salon's shop. */
export const orderCalls = {
  listSalonOrders: staffDocument('orders', '/orders', {
    input: order.ListSalonOrders,
    output: order.SalonOrders,
  }),
  dispatchOrder: staffCall('orders', order.DispatchOrder, order.OrderDispatched),
  previewOrderCancel: staffDocument('orders', '/orders/:number/cancel', {
    input: order.PreviewOrderCancel,
    output: order.OrderCancelPreview,
  }),
  // Who refunds by it needs that right too.
  cancelOrder: staffCall('orders', order.CancelOrder, order.OrderCancelled),
}
