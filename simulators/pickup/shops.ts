/** A shop of the simulator. Times are local, `HH:MM`; several pairs of a day are split shifts. */
export type SimulatedShop = {
  id: string
  name: string
  street: string
  zipCode: string
  city: string
  countryCode: string
  latitude: string
  longitude: string
  /** Metres. */
  distance: number
  /** By weekday, 0 is Monday; a missing day is closed. */
  hours: Partial<Record<number, (readonly [from: string, to: string])[]>>
}

type Row = [
  id: string,
  name: string,
  street: string,
  zipCode: string,
  latitude: string,
  longitude: string,
  distance: number,
  hours: SimulatedShop['hours'],
]

const everyDay = (from: string, to: string): SimulatedShop['hours'] =>
  Object.fromEntries([0, 1, 2, 3, 4, 5, 6].map((day) => [day, [[from, to]]]))
const weekdays = (from: string, to: string, saturday?: [string, string]): SimulatedShop['hours'] => ({
  ...Object.fromEntries([0, 1, 2, 3, 4].map((day) => [day, [[from, to]]])),
  ...(saturday && { 5: [saturday] }),
})
/** Closed at noon. */
const splitShifts: SimulatedShop['hours'] = Object.fromEntries(
  [0, 1, 2, 3, 4].map((day) => [
    day,
    [
      ['09:00', '12:00'],
      ['13:00', '17:30'],
    ],
  ]),
)

const cities: Record<string, { city: string; countryCode: string }> = {
  8000: { city: 'Aarhus C', countryCode: 'DK' },
  9000: { city: 'Aalborg', countryCode: 'DK' },
  1620: { city: 'København V', countryCode: 'DK' },
  2100: { city: 'København Ø', countryCode: 'DK' },
  10115: { city: 'Berlin', countryCode: 'DE' },
  20095: { city: 'Hamburg', countryCode: 'DE' },
  '0150': { city: 'Oslo', countryCode: 'NO' },
  5003: { city: 'Bergen', countryCode: 'NO' },
  21120: { city: 'Malmö', countryCode: 'SE' },
  41103: { city: 'Göteborg', countryCode: 'SE' },
}

const rows: Row[] = [
  [
    '95001',
    'Kiosken på Vestergade',
    'Vestergade 21',
    '8000',
    '56.1572',
    '10.2030',
    180,
    everyDay('08:00', '22:00'),
  ],
  ['95002', 'Brugsen & Co', 'Nørregade 3-5', '8000', '56.1590', '10.2105', 420, everyDay('07:00', '21:00')],
  ['95003', 'Blomster "Anemone"', 'Jægergårdsgade 12B, st.', '8000', '56.1496', '10.2003', 760, splitShifts],
  [
    '95004',
    'Cykelsmeden',
    '10. Februar Vej 7',
    '8000',
    '56.1522',
    '10.1951',
    910,
    weekdays('09:00', '17:30'),
  ],
  [
    '95005',
    'Tanken på Ringgaden',
    'Vestre Ringgade 100 A',
    '8000',
    '56.1610',
    '10.1810',
    1_650,
    everyDay('00:00', '24:00'),
  ],
  [
    '95006',
    'Boghandlen',
    'Banegårdspladsen 1',
    '8000',
    '56.1503',
    '10.2046',
    1_900,
    weekdays('10:00', '18:00', ['10:00', '15:00']),
  ],
  [
    '95011',
    'Kiosken på Boulevarden',
    'Boulevarden 30',
    '9000',
    '57.0440',
    '9.9190',
    95,
    everyDay('06:30', '23:00'),
  ],
  [
    '95012',
    'Farvehandlen',
    'Vesterbro 62',
    '9000',
    '57.0475',
    '9.9120',
    340,
    weekdays('08:00', '17:30', ['09:00', '13:00']),
  ],
  ['95013', 'Købmanden', 'Danmarksgade 48', '9000', '57.0461', '9.9260', 510, everyDay('08:00', '20:00')],
  ['95014', 'Urmageren', 'Bispensgade 9', '9000', '57.0500', '9.9177', 690, splitShifts],
  ['95015', 'Havnekiosken', 'Slotspladsen 4', '9000', '57.0512', '9.9230', 880, everyDay('08:00', '00:00')],
  [
    '95031',
    'Vesterbro Kiosk',
    'Vesterbrogade 46',
    '1620',
    '55.6722',
    '12.5538',
    210,
    everyDay('07:00', '23:00'),
  ],
  [
    '95032',
    'Papirhandlen',
    'Vesterbrogade 77',
    '1620',
    '55.6709',
    '12.5475',
    540,
    weekdays('09:30', '18:00', ['10:00', '15:00']),
  ],
  [
    '95033',
    'Grønthandleren',
    'Vesterbrogade 120',
    '1620',
    '55.6703',
    '12.5440',
    770,
    everyDay('08:00', '20:00'),
  ],
  [
    '95021',
    'Kiosken på Trianglen',
    'Østerbrogade 79',
    '2100',
    '55.6993',
    '12.5775',
    230,
    everyDay('07:00', '23:00'),
  ],
  [
    'GLS_DE-2761000001',
    'Kiosk am Park',
    'Invalidenstraße 12',
    '10115',
    '52.5310',
    '13.3840',
    350,
    weekdays('08:00', '19:30', ['09:00', '14:00']),
  ],
  [
    'GLS_DE-2761000002',
    'Schreibwaren Lindner',
    'Chausseestraße 5a',
    '10115',
    '52.5279',
    '13.3870',
    620,
    splitShifts,
  ],
  [
    'GLS_DE-2761000003',
    'Späti Nordbahnhof',
    'Gartenstraße 87',
    '10115',
    '52.5330',
    '13.3890',
    840,
    everyDay('06:00', '00:00'),
  ],
  [
    'GLS_DE-2761000004',
    'Kiosk am Rathaus',
    'Mönckebergstraße 7',
    '20095',
    '53.5510',
    '9.9990',
    150,
    weekdays('08:00', '20:00', ['09:00', '18:00']),
  ],
  [
    'GLS_NO-5781000001',
    'Kiosken ved havna',
    'Rådhusgata 23',
    '0150',
    '59.9100',
    '10.7400',
    260,
    everyDay('07:00', '23:00'),
  ],
  [
    'GLS_NO-5781000002',
    'Bokhandelen',
    'Skippergata 9',
    '0150',
    '59.9085',
    '10.7460',
    480,
    weekdays('09:00', '17:00', ['10:00', '15:00']),
  ],
  [
    'GLS_NO-5781000003',
    'Butikken på Torget',
    'Torget 2',
    '5003',
    '60.3950',
    '5.3250',
    90,
    everyDay('08:00', '22:00'),
  ],
  [
    'GLS_SE-7521000001',
    'Tobakshörnan',
    'Södergatan 16',
    '21120',
    '55.6040',
    '13.0010',
    210,
    everyDay('08:00', '22:00'),
  ],
  [
    'GLS_SE-7521000002',
    'Pappershandeln',
    'Baltzarsgatan 31',
    '21120',
    '55.6035',
    '13.0050',
    430,
    weekdays('10:00', '18:00', ['10:00', '16:00']),
  ],
  [
    'GLS_SE-7521000003',
    'Närbutiken',
    'Vallgatan 8',
    '41103',
    '57.7050',
    '11.9650',
    120,
    everyDay('07:00', '22:00'),
  ],
]

/** Fifteen shops in Denmark, one of them the only one in its postal code, and some in other countries. */
export const simulatedShops: readonly SimulatedShop[] = rows.map(
  ([id, name, street, zipCode, latitude, longitude, distance, hours]) => ({
    id,
    name,
    street,
    zipCode,
    ...(cities[zipCode] ?? { city: '', countryCode: '' }),
    latitude,
    longitude,
    distance,
    hours,
  }),
)

/** Postal codes with which the simulator shows how a service fails; letters and digits of any country. */
export const failingZipCodes = {
  /** No shops: a SOAP error of the Danish service. */ none: '9990',
  /** Answers after six seconds. */ slow: '8888',
  /** An error in the headers of a response without a body (ShipIT). */ headerError: '99999',
  /** Fails (500). */ down: '7777',
}

/** The shops of a postal code, nearest first; in any other one the three of the nearest postal codes. */
export function shopsNear(countryCode: string, zipCode: string): SimulatedShop[] {
  const all = simulatedShops.filter((shop) => shop.countryCode === countryCode)
  const here = all.filter((shop) => shop.zipCode === zipCode)
  if (here.length > 0) return here
  const apart = (shop: SimulatedShop) => Math.abs(Number(shop.zipCode) - Number.parseInt(zipCode, 10))
  return all.sort((a, b) => apart(a) - apart(b) || 0).slice(0, 3)
}
