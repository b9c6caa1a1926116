/** A card of the grid that a mouse, a finger or a key holds. */
export type Held = {
  /** Its place in the column. */ place: HTMLElement
  card: HTMLElement
  visit: string
  position: number
  /** Whether its end is held: then it gets longer, and stays where it is. */
  byEnd: boolean
  origin: HTMLElement
  target: HTMLElement
  rows: number
  longer: number
  height: number
}

/** Takes the card of a visit in its column; null: it cannot be moved. */
export function take(card: HTMLElement, byEnd: boolean): Held | null {
  const place = card.closest('li')
  const origin = card.closest<HTMLElement>('[data-column]')
  const { visit, position, movable } = card.dataset
  if (!place || !origin || visit === undefined || movable === undefined) return null
  const still = { origin, target: origin, rows: 0, longer: 0, height: place.offsetHeight }
  return { place, card, visit, position: Number(position), byEnd, ...still }
}

export const rowHeight = ({ origin }: Held): number => origin.offsetHeight / Number(origin.dataset.rows)

/** The column as `toDrop` knows it. */
export const placeOf = ({ dataset: { column = '', from } }: HTMLElement) => ({
  member: column,
  from: Number(from),
})

/** Shows the card where it is held: it stays within its column, and lasts five minutes at least. */
export function show(held: Held): void {
  const { place, origin, target } = held
  const height = rowHeight(held)
  const total = Number(origin.dataset.rows)
  const first = Math.round(place.offsetTop / height)
  const span = Math.max(1, Math.round(held.height / height))
  held.rows = Math.min(Math.max(held.rows, -first), total - first - 1)
  held.longer = Math.min(Math.max(held.longer, 1 - span), total - first - span)
  const aside = target.getBoundingClientRect().left - origin.getBoundingClientRect().left
  // A script may set a style, though no element of the page may bring one along.
  place.style.transform = `translate(${aside}px, ${held.rows * height}px)`
  place.style.height = held.longer === 0 ? '' : `${held.height + held.longer * height}px`
  place.classList.add('held')
}

/** Says at the card what it is held at. */
export function label({ place }: Held, text: string): void {
  place.dataset.heldAt = text
}

/** Puts the card back where it was. */
export function putBack({ place }: Held): void {
  place.style.transform = ''
  place.style.height = ''
  place.classList.remove('held')
  delete place.dataset.heldAt
}

/** The columns that are shown, in their order. */
export const columnsOf = (frame: HTMLElement): HTMLElement[] =>
  [...frame.querySelectorAll<HTMLElement>('[data-column]')].filter(
    ({ offsetParent }) => offsetParent !== null,
  )
