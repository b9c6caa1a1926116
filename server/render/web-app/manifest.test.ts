import { expect, test } from 'vitest'
import { contrast } from '#domain/brand.ts'
import type { Tenant } from '#server/context/context.ts'
import { tenantId } from '#server/database/db.ts'
import { iconUrl } from '#server/tenant/icon.ts'
import { isApp } from '#server/tenant/tenant.ts'
import { buildManifest } from './manifest.ts'

const tenantWith = (profile: Partial<Tenant['profile']>): Tenant => ({
  id: tenantId('salon'),
  firstpath: 'salon',
  vanityHost: null,
  words: {},
  contentVersion: 7,
  stockVersion: 0,
  icon: '/art/salon/icon.svg',
  origin: 'http://salon.localhost',
  staffOrigin: 'http://staff-salon.localhost',
  profile: {
    title: 'Salon',
    companyname: 'Salon',
    icon: '/art/salon/icon.svg',
    favicon: '/art/salon/icon.svg',
    email: 'x@salon.example',
    timeZone: 'Europe/Copenhagen',
    default: { language: 'da', countryCode: 'DK' },
    supportedCountries: [],
    shop: false,
    signIn: true,
    openingHours: [],
    brand: { color: '#7a4b2a', mood: 'modern' },
    tenantMessages: {},
    ...profile,
  },
})

test('a manifest has what a browser needs to install a site, all of it on this site', () => {
  const manifest = buildManifest(tenantWith({ title: 'Salonen på hjørnet', tagline: 'Kom ind' }), 'da')
  expect(manifest).toMatchObject({
    id: '/',
    name: 'Salonen på hjørnet',
    description: 'Kom ind',
    lang: 'da',
    start_url: '/',
    scope: '/',
    display: 'standalone',
  })
  expect(manifest.icons.map(({ src, sizes, purpose }) => `${src} ${sizes} ${purpose}`)).toEqual([
    '/icon/7/192.png 192x192 any',
    '/icon/7/512.png 512x512 any',
    '/icon/7/maskable-192.png 192x192 maskable',
    '/icon/7/maskable-512.png 512x512 maskable',
  ])
})

test('the colours of a manifest are those of the light theme, for any brand', () => {
  for (const color of ['#000000', '#ffffff', '#ffff00', '#0000ff', '#7a4b2a']) {
    const { theme_color: theme, background_color: background } = buildManifest(
      tenantWith({ brand: { color, mood: 'modern' } }),
      'da',
    )
    for (const one of [theme, background])
      expect([color, one, contrast(one, '#ffffff') < 1.2]).toEqual([
        color,
        expect.stringMatching(/^#[0-9a-f]{6}$/),
        true,
      ])
  }
})

test.each([
  ['Aurora Hår & Skønhed', 'Aurora Hår'],
  ['Fjord Barber', 'Fjord Barber'],
  ['Hår & Hud', 'Hår & Hud'],
  ['Klip & Krøller Frederiksberg', 'Klip'],
  ['Frisørsalonen', 'Frisørsalonen'],
  ['Bo', 'Bo'],
  ['Salon of the long names', 'Salon of the'],
])('%s is called %s below its icon', (companyname, short) => {
  expect(buildManifest(tenantWith({ companyname }), 'da').short_name).toBe(short)
})

test('Norwegian has the language code that browsers know', () => {
  expect(buildManifest(tenantWith({ default: { language: 'no', countryCode: 'NO' } }), 'no').lang).toBe(
    'nb-NO',
  )
})

test('a new content version has new icon URLs, and the neutral tenant has no manifest', () => {
  expect(iconUrl({ contentVersion: 8 }, '180.png')).toBe('/icon/8/180.png')
  expect([isApp({ id: tenantId('salon') }), isApp({ id: tenantId('default') })]).toEqual([true, false])
})
