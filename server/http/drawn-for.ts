import { DRAWN_FOR, DRAWN_FOR_HEADER } from '#contract/page.ts'
import type { RequestContext } from '../context/context.ts'
import { keyedHash } from '../secret/hash.ts'

/**
 * The mark of whom a page is drawn for: a guest of this tenant, who works there, or nobody. It is the same
 * for all their sessions, and without the application's secret it tells nothing of who that is.
 */
export const drawnForMark = (secret: string, tenant: string, uid: string | null): string =>
  keyedHash(secret, `drawn for\n${tenant}\n${uid ?? ''}`).slice(0, 22)

/**
 * Whom a page is drawn for; null: nobody. At a desk device it is the device, locked or not: what one person
 * has begun another may go on with, by their own rights, once they have unlocked it.
 */
export const subjectOf = ({
  guest,
  staff,
  desk,
}: Pick<RequestContext, 'guest' | 'staff' | 'desk'>): string | null =>
  guest ? guest.uid : desk ? `device ${desk.id}` : staff && `staff ${staff.id}`

/**
 * Whether a request was made by a page that was drawn for another guest than who is signed in now: in another
 * tab the guest may have changed meanwhile. `form`: null where its fields were not read. Clients other than
 * pages send no mark with their calls; a form always has one, so that without it nothing is done for a guest.
 */
export function isDrawnForAnother(ctx: RequestContext, { headers }: Request, form: FormData | null): boolean {
  const marks = [headers.get(DRAWN_FOR_HEADER), form?.get(DRAWN_FOR) ?? null].filter((one) => one !== null)
  const { deps, tenant } = ctx
  const subject = subjectOf(ctx)
  const own = drawnForMark(deps.secret, tenant.id, subject)
  return marks.length === 0 ? form !== null && subject !== null : marks.some((mark) => mark !== own)
}
