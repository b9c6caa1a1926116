import { checkoutLink, myAccountLink } from '#contract/links.ts'
import { siteMap } from '#contract/site-map.ts'
import { beginCheckout } from '../e2e/checkout.ts'
import { freeTime, salonOf, type Caller, type Salon } from '../e2e/salon.ts'
import type { Harness } from './harness.ts'

/** A tenant of the demo, for calls without a page. */
function demoSalon({ ports: [port = 0], testDb }: Harness, tenant: string): Salon {
  const unused = () => Promise.reject(new Error('benches do not use it'))
  const url = (name: string, path = '/') => `http://${name}.localhost:${port}${path}`
  return salonOf(
    { testDb, port, secret: '', payments: null, url, settled: unused, mail: unused, close: unused },
    tenant,
  )
}

const SERVICE = 'dameklip'

/**
 * The account and the steps of a booking, with the Cookie header of a demo guest who has booked and holds a
 * time.
 */
export async function signedInPages(harness: Harness): Promise<{ cookie: string; paths: string[] }> {
  const salon = demoSalon(harness, 'aurora')
  const caller = salon.caller()
  const { call } = caller
  await call('signInWithEmailAndPassword', { email: 'freja@example.com', password: 'stamgast-demo' })
  const hold = async () => {
    const start = await freeTime(salon, caller, { services: SERVICE, from: Date.now() + 7 * 86_400_000 })
    const held = await call('holdVisit', { services: [SERVICE], teamMember: [null], start })
    if (!held.ok) throw new Error(`the time could not be held: ${held.reason}`)
    return held.hold.handle
  }
  const visit = await hold()
  const booked = await call('confirmVisit', { handle: visit })
  if (!booked.ok) throw new Error('the visit could not be booked')
  const ofVisit = `&hold=${await hold()}&visit=${booked.handle}`
  // A guest with an account has no contact details to give: that step leads on to the next one.
  const steps = siteMap.filter(
    ({ area, name, path, resource }) =>
      area === 'book' && name !== 'details' && !resource && !path.includes(':'),
  )
  return {
    cookie: caller.cookieHeader(),
    paths: [
      myAccountLink(),
      ...steps.map(
        ({ path, audience }) =>
          `${path}?services=${SERVICE}&teamMember=any${audience === 'secret' ? ofVisit : ''}`,
      ),
    ],
  }
}

/**
 * A guest of the demo without an account, who has a product in the cart and has filled in the checkout up to
 * the payment: all four steps open. @returns the guest's client, and the paths of the steps.
 */
export async function openCheckout(harness: Harness): Promise<{ caller: Caller; paths: string[] }> {
  const salon = demoSalon(harness, 'aurora')
  const caller = salon.caller()
  await caller.call('addToCart', { tenantId: salon.id, variantId: 'haarolie-50' })
  await beginCheckout(salon, caller)
  return { caller, paths: [1, 2, 3, 4].map((step) => checkoutLink({ step })) }
}
