import { offsetPieces } from '#domain/zone.ts'

const YEAR_MINUTES = 366 * 1440
const pad = (value: number) => String(value).padStart(2, '0')

/**
 * Formats a time zone as VTIMEZONE (RFC 5545) with every offset change in the year before and after an
 * instant. `at` is a whole epoch minute.
 */
export function vtimezone(zone: string, at: number): string {
  const offsets = offsetPieces(zone, { from: at - YEAR_MINUTES, until: at + YEAR_MINUTES })
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
