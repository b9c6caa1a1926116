type Position = { latitude: number; longitude: number }
/** In the unit square: `x` from west to east, `y` from north to south. */
type Point = { x: number; y: number }
/** `at` is the true place, `label` where its number does not cover another one. */
type Place = { number: number; at: Point; label: Point }
/** `scale`: a round length in metres, and its width in the unit square. */
type Scheme = { places: Place[]; scale: { metres: number; width: number } }

/** The radius of a number in the unit square. */
export const LABEL_RADIUS = 0.04

/** From the edge of the square to the middle of the outermost number. */
const EDGE = 1.5 * LABEL_RADIUS

/** Metres of a degree of latitude, on a sphere with the Earth's mean radius of 6 371 008.8 m. */
const DEGREE_METRES = 111_195
/** The least distance from the middle to the edge: shops in one house need no larger scale. */
const MIN_REACH_METRES = 100
/** The widest scale bar, in the unit square. */
const MAX_SCALE = 0.4

/**
 * A scheme of places with north at the top, the first one that has a position in the middle: each other one
 * has its true direction and distance from it, in one scale. A place's number is its index plus 1; without a
 * position it is left out. @returns null for fewer than two positions: they would show nothing.
 */
export function drawPositions(positions: readonly (Position | null)[]): Scheme | null {
  const known = positions.flatMap((position, index) =>
    position && isOnEarth(position) ? [{ number: index + 1, position }] : [],
  )
  const [first] = known
  if (!first || known.length < 2) return null
  const offsets = known.map(({ number, position }) => ({ number, ...offsetOf(first.position, position) }))
  const reach = Math.max(
    MIN_REACH_METRES,
    ...offsets.flatMap(({ east, north }) => [Math.abs(east), Math.abs(north)]),
  )
  const perMetre = (0.5 - EDGE) / reach
  const metres = roundLength(MAX_SCALE / perMetre)
  const places = offsets.map(({ number, east, north }) => ({
    number,
    at: { x: 0.5 + east * perMetre, y: 0.5 - north * perMetre },
  }))
  return { places: withLabels(places), scale: { metres, width: metres * perMetre } }
}

const isOnEarth = ({ latitude, longitude }: Position): boolean =>
  Math.abs(latitude) < 90 && Math.abs(longitude) <= 180

/** Metres from one position to another: exact to a thousandth within the reach of a search. */
function offsetOf(from: Position, to: Position) {
  const middle = (((from.latitude + to.latitude) / 2) * Math.PI) / 180
  // The shorter way around the Earth.
  const degrees = ((to.longitude - from.longitude + 540) % 360) - 180
  return {
    east: degrees * Math.cos(middle) * DEGREE_METRES,
    north: (to.latitude - from.latitude) * DEGREE_METRES,
  }
}

/** The largest of 1, 2, 5, 10, 20, 50 … that is not above `limit`. */
function roundLength(limit: number): number {
  const power = 10 ** Math.floor(Math.log10(limit))
  return ([5, 2, 1].find((factor) => factor * power <= limit) ?? 1) * power
}

/** Distances from a place at which its number is tried: at the place, then around it. */
const RINGS = [0, 1.5, 2.5, 3.5, 4.5].map((radii) => radii * LABEL_RADIUS)
const DIRECTIONS = Array.from({ length: 16 }, (_, index) => (index * Math.PI) / 8)
/** The largest distance of two numbers that touch, with a small gap. */
const APART = 2.1 * LABEL_RADIUS

/** Moves a number that would cover another number or another place beside its own place. */
function withLabels(places: readonly Omit<Place, 'label'>[]): Place[] {
  const labels: Point[] = []
  return places.map((place) => {
    const others = places.filter(({ at }) => distanceOf(at, place.at) > LABEL_RADIUS / 4)
    const isFree = (spot: Point) =>
      isInside(spot) &&
      labels.every((label) => distanceOf(label, spot) >= APART) &&
      others.every(({ at }) => distanceOf(at, spot) >= LABEL_RADIUS)
    const label = spotsAround(place.at).find(isFree) ?? place.at
    labels.push(label)
    return { ...place, label }
  })
}

const spotsAround = ({ x, y }: Point): Point[] =>
  RINGS.flatMap((distance) =>
    distance === 0
      ? [{ x, y }]
      : DIRECTIONS.map((angle) => ({
          x: x + distance * Math.sin(angle),
          y: y - distance * Math.cos(angle),
        })),
  )
const isInside = (spot: Point): boolean =>
  [spot.x, spot.y].every((part) => part > LABEL_RADIUS - 1e-9 && part < 1 - LABEL_RADIUS + 1e-9)
const distanceOf = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y)
