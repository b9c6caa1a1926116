import { expect, test } from 'vitest'
import type { PageContext } from '#contract/page.ts'
import { loadTexts } from '#server/context/load-texts.ts'
import { isBookable, loadCatalog, type OfferedService } from './load-catalog.ts'
import { withPerson } from '#web/routes/book/shared/totals.ts'
import { priceText } from './price-text.ts'

type Own = Record<string, { active: boolean; price: number; priceIncVat: number }>
const t = loadTexts().translate('en')

/** A service at 500.00 of these members, of whom anna and bo are in the team. */
async function offer(
  members: string[],
  own: Own = {},
  fromprice = false,
  priceIncVat = 50_000,
  individualLengths: Record<string, number> = {},
) {
  const team = ['anna', 'bo'].map((id) => ({ id, displayname: id, role: null, bio: null, avatar: null }))
  const service = { id: 'cut', svctype: 'hair', duration: 30, fromprice, priceIncVat, members, addons: [] }
  const answers: Record<string, unknown> = {
    listServiceTypes: { documents: [{ id: 'hair', svctype: 'Hair' }] },
    listServices: {
      documents: [{ ...service, addons: [], individualPricing: own, individualLengths }],
      hiddenForMembers: 0,
      addonNames: [],
    },
    listTeam: { documents: team },
    getFinance: { currency: 'DKK', currency_symbol: 'kr' },
  }
  const ctx = { call: async (name: string) => answers[name] }
  const catalog = await loadCatalog(ctx as unknown as PageContext)
  const [offered] = catalog.offered
  if (!offered) throw new Error('nothing is offered')
  return { catalog, offered, text: textOf(offered) }
}
const textOf = (offered: OfferedService) =>
  priceText(t, 'en', offered, { currency: 'DKK', symbol: 'kr' }).replaceAll(/\s/g, ' ')
const at = (priceIncVat: number, active = true) => ({ active, price: 0, priceIncVat })

test.each([
  ['without own prices', {}, 50_000, 50_000, 'kr 500.00'],
  ['over the own prices', { anna: at(45_000), bo: at(60_000) }, 45_000, 60_000, 'kr 450.00 – kr 600.00'],
  ['over the service’s where a price rests', { anna: at(45_000), bo: at(1, false) }, 45_000, 50_000, ''],
  [
    'without a person who has left the team',
    { anna: at(45_000), bo: at(45_000), eva: at(1) },
    45_000,
    45_000,
    '',
  ],
  ['free with one of them', { anna: at(0) }, 0, 50_000, 'kr 0.00 – kr 500.00'],
  ['free with all of them', { anna: at(0), bo: at(0) }, 0, 0, 'Free'],
])('the price of a service %s', async (_, own, low, high, text) => {
  const { offered, text: shown } = await offer(['anna', 'bo', 'eva'], own)
  expect(offered).toMatchObject({ low, high })
  if (text) expect(shown).toBe(text)
})

test('a service is as long as each takes, and one with a person as they take', async () => {
  const lengths = async (members: string[], own: Record<string, number>) =>
    (await offer(members, {}, false, 50_000, own)).offered
  expect(await lengths(['anna', 'bo'], { bo: 45 })).toMatchObject({
    minutes: 30,
    longest: 45,
    lengths: { anna: 30, bo: 45 },
  })
  // The service's own counts for nobody, and somebody who has left does not count.
  expect(await lengths(['anna', 'bo', 'eva'], { anna: 20, bo: 45, eva: 90 })).toMatchObject({
    minutes: 20,
    longest: 45,
  })
  expect(withPerson(await lengths(['anna', 'bo'], { bo: 45 }), 'bo')).toMatchObject({
    minutes: 45,
    longest: 45,
  })
  expect(await lengths(['eva'], { eva: 90 })).toMatchObject({ minutes: 30, longest: 30 })
})

test('a price is "From", also from nothing', async () => {
  expect((await offer(['anna'], {}, true)).text).toBe('From kr 500.00')
  expect((await offer(['anna'], {}, true, 0)).text).toBe('From kr 0.00')
})

test('a service that nobody of the team performs is offered at its own price, and cannot be booked', async () => {
  const { catalog, offered } = await offer(['eva'])
  expect(offered).toMatchObject({ low: 50_000, high: 50_000, prices: {} })
  expect([isBookable(offered), catalog.services]).toEqual([false, []])
})
