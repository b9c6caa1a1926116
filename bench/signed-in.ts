import { myAccountLink } from '#contract/links.ts'
import { siteMap } from '#contract/site-map.ts'
import { freeTime } from '../e2e/salon.ts'
import { demoSalon } from './demo-salon.ts'
import type { Harness } from './harness.ts'

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
