import { expect, test } from 'vitest'
import {
  addonText,
  isAddonOffered,
  parseAddonName,
  serviceText,
  sortAddons,
  sumAddonMinutes,
  sumAddonPrices,
  toAddonName,
} from './addons.ts'

const mask = { id: 'mask', name: 'Mask', minutes: 10, price: 9500, count: 2 }
const pearls = { id: 'pearls', name: 'Pearls', minutes: 0, price: 500, count: 1 }

test('the minutes and the prices of add-ons count each of them', () => {
  expect(sumAddonMinutes([mask, pearls])).toBe(20)
  expect(sumAddonPrices([mask, pearls])).toBe(19_500)
})

test('a choice has one name in addresses, and other texts are none', () => {
  for (const choice of [
    { id: 'mask', count: 1 },
    { id: 'mask_2-a', count: 5 },
  ])
    expect(parseAddonName(toAddonName('cut-1', choice))).toEqual({ service: 'cut-1', ...choice })
  expect(toAddonName('cut', { id: 'mask', count: 1 })).toBe('cut:mask')
  for (const text of [
    '',
    'cut',
    'cut:',
    ':mask',
    'cut:mask:0',
    'cut:mask:6',
    'cut:mask:1.5',
    'Cut:mask',
    'a:b:2:3',
  ])
    expect(parseAddonName(text)).toBeNull()
})

test('texts name the add-ons after their service', () => {
  expect(addonText(pearls)).toBe('Pearls')
  expect(serviceText({ serviceName: 'Cut', addons: [mask, pearls] })).toBe('Cut + 2 × Mask + Pearls')
  expect(serviceText({ serviceName: 'Cut', addons: [] })).toBe('Cut')
})

test('a choice is what the service has, at most so often', () => {
  const offered = [{ id: 'mask', most: 2 }]
  expect([1, 2, 3].map((count) => isAddonOffered(offered, { id: 'mask', count }))).toEqual([
    true,
    true,
    false,
  ])
  expect(isAddonOffered(offered, { id: 'pearls', count: 1 })).toBe(false)
  expect(sortAddons([pearls, mask])).toEqual([
    { id: 'mask', count: 2 },
    { id: 'pearls', count: 1 },
  ])
})
