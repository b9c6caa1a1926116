import { expect, test } from 'vitest'
import { drawPositions, LABEL_RADIUS } from './pickup-scheme.ts'

const EARTH_METRES = 6_371_008.8
const radians = (degrees: number) => (degrees * Math.PI) / 180

type Position = { latitude: number; longitude: number }
const aarhus = { latitude: 56.1572, longitude: 10.203 }
/** The place at a bearing (degrees clockwise from north) and distance from another, on a sphere. */
function placeAt(from: Position, bearing: number, metres: number): Position {
  const [angle, latitude, turn] = [metres / EARTH_METRES, radians(from.latitude), radians(bearing)]
  const to = Math.asin(
    Math.sin(latitude) * Math.cos(angle) + Math.cos(latitude) * Math.sin(angle) * Math.cos(turn),
  )
  const east = Math.atan2(
    Math.sin(turn) * Math.sin(angle) * Math.cos(latitude),
    Math.cos(angle) - Math.sin(latitude) * Math.sin(to),
  )
  const longitude = from.longitude + (east * 180) / Math.PI
  return { latitude: (to * 180) / Math.PI, longitude: ((longitude + 540) % 360) - 180 }
}
const draw = (positions: (Position | null)[]) => {
  const scheme = drawPositions(positions)
  if (!scheme) throw new Error('nothing was drawn')
  return scheme
}

test.each([
  ['no place', []],
  ['one place', [aarhus]],
  ['one place with a position', [null, aarhus, null]],
  ['a latitude that is none', [aarhus, { latitude: 156, longitude: 10 }]],
  ['a longitude that is none', [aarhus, { latitude: 56, longitude: 181 }]],
  ['numbers that are none', [aarhus, { latitude: NaN, longitude: 10 }]],
])('%s is not drawn', (_, positions) => {
  expect(drawPositions(positions)).toBeNull()
})

test('the first place is in the middle, and north is at the top', () => {
  const around = [0, 90, 180, 270].map((bearing) => placeAt(aarhus, bearing, 500))
  const [middle, north, east, south, west] = draw([aarhus, ...around]).places.map(({ at }) => at)
  expect(middle).toEqual({ x: 0.5, y: 0.5 })
  const edge = 0.5 - 1.5 * LABEL_RADIUS
  for (const [place, x, y] of [
    [north, 0.5, 0.5 - edge],
    [east, 0.5 + edge, 0.5],
    [south, 0.5, 0.5 + edge],
    [west, 0.5 - edge, 0.5],
  ] as const) {
    expect(place?.x).toBeCloseTo(x, 3)
    expect(place?.y).toBeCloseTo(y, 3)
  }
})

test('a place without a position keeps its number for itself', () => {
  const { places } = draw([null, aarhus, null, placeAt(aarhus, 45, 300)])
  expect(places.map(({ number }) => number)).toEqual([2, 4])
  expect(places[0]?.at).toEqual({ x: 0.5, y: 0.5 })
})

test.each([
  ['the equator', { latitude: 0, longitude: 0 }],
  ['Aarhus', aarhus],
  ['Tromsø', { latitude: 69.65, longitude: 18.96 }],
  ['the date line', { latitude: -16.8, longitude: 179.99 }],
])('distances and directions are true at %s', (_, middle) => {
  const bearings = [10, 80, 130, 200, 260, 315]
  const lengths = [120, 900, 2_500, 4_000, 7_500, 10_000]
  const positions = bearings.map((bearing, index) => placeAt(middle, bearing, lengths[index] ?? 0))
  const { places, scale } = draw([middle, ...positions])
  for (const [index, { at }] of places.slice(1).entries()) {
    const [east, north] = [at.x - 0.5, 0.5 - at.y]
    const metres = (Math.hypot(east, north) / scale.width) * scale.metres
    expect(metres / (lengths[index] ?? 0)).toBeCloseTo(1, 2)
    expect((Math.atan2(east, north) * 180) / Math.PI + (east < 0 ? 360 : 0)).toBeCloseTo(
      bearings[index] ?? 0,
      0,
    )
  }
})

test.each([
  // 40 % of a square whose half, less the room at its edge, is the distance.
  [0, 50],
  [90, 50],
  [120, 100],
  [300, 200],
  [600, 500],
  [1_400, 1_000],
  [12_000, 10_000],
  [90_000, 50_000],
])('places %i m apart have a scale of %i m', (metres, bar) => {
  const { scale } = draw([aarhus, placeAt(aarhus, 180, metres)])
  expect(scale.metres).toBe(bar)
  expect(scale.width).toBeGreaterThan(0.15)
  expect(scale.width).toBeLessThanOrEqual(0.4)
})

/** Ten places around the middle, of which several are close together: another set for each number. */
const crowd = (seed: number): Position[] => [
  aarhus,
  ...Array.from({ length: 10 }, (_, index) =>
    placeAt(aarhus, (seed * 67 + index * 137) % 360, 5 + ((seed * 37 + index * index * 29) % 900)),
  ),
]

test('no number covers another one, and each is near its place', () => {
  for (let seed = 0; seed < 200; seed++) {
    const { places } = draw(crowd(seed))
    expect(places.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
    for (const { number, at, label } of places) {
      for (const part of [label.x, label.y, at.x, at.y]) {
        expect(part).toBeGreaterThan(LABEL_RADIUS - 1e-6)
        expect(part).toBeLessThan(1 - LABEL_RADIUS + 1e-6)
      }
      expect(Math.hypot(label.x - at.x, label.y - at.y)).toBeLessThan(5 * LABEL_RADIUS)
      for (const other of places.filter((one) => one.number > number))
        expect(Math.hypot(label.x - other.label.x, label.y - other.label.y)).toBeGreaterThan(2 * LABEL_RADIUS)
    }
  }
})

test('a number without others nearby is at its place', () => {
  const { places } = draw([aarhus, placeAt(aarhus, 0, 500), placeAt(aarhus, 120, 400)])
  for (const { at, label } of places) expect(label).toEqual(at)
})

test('places in one house have numbers beside each other', () => {
  const { places } = draw([aarhus, aarhus, aarhus])
  expect(places.map(({ at }) => at)).toEqual([aarhus, aarhus, aarhus].map(() => ({ x: 0.5, y: 0.5 })))
  const [a, b, c] = places.map(({ label }) => label)
  expect(a).toEqual({ x: 0.5, y: 0.5 })
  for (const [one, other] of [
    [a, b],
    [a, c],
    [b, c],
  ])
    expect(Math.hypot((one?.x ?? 0) - (other?.x ?? 0), (one?.y ?? 0) - (other?.y ?? 0))).toBeGreaterThan(
      2 * LABEL_RADIUS,
    )
})
