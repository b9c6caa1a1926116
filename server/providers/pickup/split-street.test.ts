import { expect, test } from 'vitest'
import { splitStreet } from './split-street.ts'

test.each([
  ['Vestergade 12', 'Vestergade', '12'],
  ['Vestergade 12B, st.', 'Vestergade', '12B, st.'],
  ['Vestergade 12, 2. sal', 'Vestergade', '12, 2. sal'],
  ['Strandvejen 100 A', 'Strandvejen', '100 A'],
  ['Nørregade 3-5', 'Nørregade', '3-5'],
  ['Nørregade 3A - 5B', 'Nørregade', '3A - 5B'],
  ['10. Februar Vej 7', '10. Februar Vej', '7'],
  ['Butikstorvet, Torvet 4', 'Butikstorvet, Torvet', '4'],
  ['Vesterbrogade 3 Tivoli', 'Vesterbrogade', '3 Tivoli'],
  ['Vestergade12', 'Vestergade', '12'],
  ['Havnen', 'Havnen', ''],
  ['12', '12', ''],
  ['12 Vestergade', '12 Vestergade', ''],
  ['', '', ''],
])('%s', (text, street, houseNumber) => {
  expect(splitStreet(text)).toEqual({ street, houseNumber })
})
