import { offsetPieces } from '#domain/zone.ts'

const YEAR_MINUTES = 366 * 1440
const pad = (value: number) => String(value).padStart(2, '0')

/**
 * Formats a time zone as VTIMEZONE (RFC 5545) with every offset change from a year before an instant to a
 * year after another. Both are whole epoch minutes.
 */
export function vtimezone(zone: string, first: number, last = first): string {
  const offsets = offsetPieces(zone, { from: first - YEAR_MINUTES, until: last + YEAR_MINUTES })
  const standard = Math.min(...offsets.map((piece) => piece.offset))
  const observances = offsets.map((piece, index) => {
    const before = offsets[index - 1]?.offset ?? piece.offset
    const kind = piece.offset > standard ? 'DAYLIGHT' : 'STANDARD'
    return [
      `BEGIN:${kind}`,
      `DTSTART:${wallClock(piece.from + before)}`,
      `TZOFFSETFROM:${offsetText(before)}`,
      `TZOFFSETTO:${offsetText(piece.offset)}`,
      `END:${kind}`,
    ]
  })
  return ['BEGIN:VTIMEZONE', `TZID:${zone}`, ...observances.flat(), 'END:VTIMEZONE'].join('\r\n')
}

/** Formats a minute as local time without a zone: 20261025T030000. */
const wallClock = (minute: number) =>
  new Date(minute * 60_000).toISOString().replace(/[-:]/g, '').slice(0, 15)

function offsetText(minutes: number): string {
  const size = Math.abs(minutes)
  return `${minutes < 0 ? '-' : '+'}${pad(Math.floor(size / 60))}${pad(size % 60)}`
}
