import { redirect } from 'react-router'
import type { OfferedAddon } from '#domain/visit/addons.ts'
import { memberAt } from '#domain/visit/services.ts'
import { visitTexts } from '#web/visit/visit-texts.ts'
import type { Money } from '#domain/money.ts'
import { partyLink } from '#contract/links.ts'
import type { Translations } from '#contract/page.ts'
import { findHold, type Hold } from './hold.server.ts'
import { loadHeld, type BookingContext, type Held } from './booking-context.ts'
import { loadCatalog } from '#web/service/load-catalog.ts'
import { parseSelection, toSelection, type Selection } from '#web/visit/selection.ts'

/** Why there is no hold: it has expired, is booked already, or does not belong to this browser. */
export type NoHold = 'expired' | 'booked' | 'gone'
/**
 * `without` is null exactly if there is a hold. `money` is the tenant's current currency; a hold has its own.
 */
export type HeldData = {
  hold: Hold | null
  /** Another hold of the guest. */
  held: Held | null
  without: NoHold | null
  selection: Selection
  /** What can be chosen with the services that are held, by their ids. */
  addons: Record<string, OfferedAddon[]>
  money: Money
  now: number
  words: Translations
}

/**
 * The hold of the URL. Without one the selection remains, to find another time. A booked hold is reported
 * here and not redirected: Back from the visit's page would redirect to it again.
 */
export async function loadHold(ctx: BookingContext): Promise<HeldData> {
  const handle = ctx.search.get('hold') ?? ''
  const [found, finance] = await Promise.all([findHold(ctx, handle), ctx.call('getFinance', {})])
  const hold = found.state === 'held' ? found.hold : null
  if (hold?.group?.kind === 'party') throw redirect(partyLink(ctx.base, 'confirm', { hold: hold.handle }))
  const addons = hold && ctx.brand.addons ? await loadAddons(ctx, hold) : {}
  const { services, addons: chosen, teamMember } = parseSelection(ctx.search)
  const asked = {
    services,
    addons: chosen,
    teamMember:
      teamMember.length > 0 ? services.map((_, index) => memberAt(teamMember, index) ?? null) : null,
  }
  return {
    hold,
    held: hold ? null : await loadHeld(ctx),
    without: found.state === 'held' ? null : found.state,
    selection: hold ? toSelection(hold) : asked,
    addons,
    money: { currency: finance.currency, symbol: finance.currency_symbol },
    now: ctx.now,
    words: await ctx.translate(
      hold
        ? [
            ...visitTexts(hold),
            ...Object.values(addons).flatMap((some) => some.map((one) => one.name)),
            ctx.cancelRule.text,
          ]
        : [],
    ),
  }
}

async function loadAddons(ctx: BookingContext, { segments }: Hold): Promise<HeldData['addons']> {
  const { services } = await loadCatalog(ctx)
  return Object.fromEntries(
    segments.flatMap(({ id }) => {
      const addons = services.find((one) => one.id === id)?.addons ?? []
      return addons.length > 0 ? [[id, addons]] : []
    }),
  )
}
