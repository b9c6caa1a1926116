import { eq } from 'drizzle-orm'
import { cart, receipt } from '#db/schema/cart.ts'
import { orderCounter } from '#db/schema/payment.ts'
import { actionCode, guest, invite } from '#db/schema/guest.ts'
import { mail, sms } from '#db/schema/message.ts'
import { notification } from '#db/schema/notification.ts'
import { message } from '#db/schema/page.ts'
import { photo } from '#db/schema/photo.ts'
import { product, productType } from '#db/schema/product.ts'
import { promotion } from '#db/schema/promotion.ts'
import { shippingType } from '#db/schema/shipping.ts'
import { submission } from '#db/schema/submission.ts'
import { translation } from '#db/schema/translation.ts'
import { visit } from '#db/schema/visit.ts'
import { waitlistEntry } from '#db/schema/waitlist.ts'
import type { Tx } from '#server/database/db.ts'

/**
 * Deletes the tenant's guests, sessions, visits, carts, orders, photos,
 * waitlist, mail and translations, and its goods with
 * their stock and uses; other content of its file stays.
 */
export async function clearTenant(tx: Tx): Promise<void> {
  for (const table of [
    mail,
    sms,
    waitlistEntry,
    photo,
    cart,
    receipt,
    orderCounter,
    visit,
    product,
    productType,
    shippingType,
    promotion,
    message,
    translation,
    notification,
    actionCode,
    guest,
    invite,
    submission,
  ])
    await tx.delete(table).where(eq(table.tenantId, tx.tenantId))
}
