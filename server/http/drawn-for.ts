import { DRAWN_FOR, DRAWN_FOR_HEADER } from '#contract/page.ts'
import type { RequestContext } from '../context/context.ts'
import { keyedHash } from '../secret/hash.ts'

/**
 * The mark of whom a page is drawn for: a guest of this tenant, or nobody. It is the same for all sessions of
 * a guest, and without the application's secret it tells nothing of who that is.
 */
export const drawnForMark = (secret: string, tenant: string, uid: string | null): string =>
  keyedHash(secret, `drawn for\n${tenant}\n${uid ?? ''}`).slice(0, 22)

/**
 * Whether a request was made by a page that was drawn for another guest than who is signed in now: in another
 * tab the guest may have changed meanwhile. `form`: null where its fields were not read. Clients other than
 * pages send no mark with their calls; a form always has one, so that without it nothing is done for a guest.
 */
export function isDrawnForAnother(ctx: RequestContext, { headers }: Request, form: FormData | null): boolean {
  const marks = [headers.get(DRAWN_FOR_HEADER), form?.get(DRAWN_FOR) ?? null].filter((one) => one !== null)
  const { deps, tenant, guest } = ctx
  const own = drawnForMark(deps.secret, tenant.id, guest?.uid ?? null)
  return marks.length === 0 ? form !== null && guest !== null : marks.some((mark) => mark !== own)
}
