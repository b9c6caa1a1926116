import { expect, test } from 'vitest'
import { routeLink } from './route-link.ts'

test('a route leads to the whole address', () => {
  const link = new URL(
    routeLink({ street: 'Bådvej 1 & 3, st.', postalcode: '8000', city: 'Aarhus C', country: 'DK' }),
  )
  expect(link.origin + link.pathname).toBe('https://www.google.com/maps/dir/')
  expect(link.searchParams.get('destination')).toBe('Bådvej 1 & 3, st., 8000 Aarhus C, DK')
})
