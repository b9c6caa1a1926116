import { drawPositions, LABEL_RADIUS } from '#domain/checkout/pickup-scheme.ts'
import { useFormat } from '#web/ui/format.ts'
import { useText } from '#web/ui/text.tsx'
import { distanceText } from './pickup-texts.ts'

type Scheme = NonNullable<ReturnType<typeof drawPositions>>

/** The side of the square in units of the drawing. */
const SIDE = 320
/** The room for scale and north arrow below the square. */
const FOOT = 36
const DOT = 3
const PADDING = 12

type SchemeProps = { scheme: Scheme; /** The number of the place that is selected. */ selected: number }

/**
 * Where the pickup locations of the list are, without a map. The list is the source: a screen reader gets the
 * caption only.
 */
export function PickupScheme({ scheme: { places, scale }, selected }: SchemeProps) {
  const t = useText()
  const { dateLanguage } = useFormat()
  // The selected one is drawn last, so that nothing covers it.
  const ordered = places.toSorted((a, b) => Number(a.number === selected) - Number(b.number === selected))
  return (
    <figure className="grid gap-2">
      <svg
        viewBox={`0 0 ${SIDE} ${SIDE + FOOT}`}
        aria-hidden="true"
        className="w-full max-w-80 rounded border border-line bg-surface text-[13px]"
      >
        <line
          x1={0}
          y1={SIDE}
          x2={SIDE}
          y2={SIDE}
          className="stroke-line"
          vectorEffect="non-scaling-stroke"
        />
        {ordered.map((place) => (
          <Place key={place.number} {...place} selected={place.number === selected} />
        ))}
        <g transform={`translate(${PADDING} ${SIDE + FOOT / 2})`} className="stroke-text">
          <path d={`M0 -4V4M0 0H${scale.width * SIDE}M${scale.width * SIDE} -4V4`} fill="none" />
          <text x={scale.width * SIDE + 8} dy="0.35em" className="tabular fill-text" stroke="none">
            {distanceText(dateLanguage, scale.metres)}
          </text>
        </g>
        <g transform={`translate(${SIDE - PADDING} ${SIDE + FOOT / 2})`} className="stroke-text">
          <text textAnchor="end" x={-14} dy="0.35em" className="fill-text" stroke="none">
            N
          </text>
          <path d="M-5 9V-9M-10 -3L-5 -9L0 -3" fill="none" />
        </g>
      </svg>
      <figcaption className="max-w-80 text-sm text-muted">{t('checkout.pickupScheme')}</figcaption>
    </figure>
  )
}

type PlaceProps = Scheme['places'][number] & { selected: boolean }

/** A number on its place, or beside it with a line to it. */
function Place({ number, at, label, selected }: PlaceProps) {
  const [x, y, labelX, labelY] = [at.x, at.y, label.x, label.y].map((part) => part * SIDE)
  return (
    <g>
      <path d={`M${x} ${y}L${labelX} ${labelY}`} className="stroke-control" />
      <circle cx={x} cy={y} r={DOT} className="fill-text" />
      <circle
        cx={labelX}
        cy={labelY}
        r={LABEL_RADIUS * SIDE}
        className={selected ? 'fill-brand stroke-brand-line' : 'fill-surface stroke-control'}
        strokeWidth={1.5}
      />
      <text
        x={labelX}
        y={labelY}
        dy="0.35em"
        textAnchor="middle"
        className={`tabular font-medium ${selected ? 'fill-on-brand' : 'fill-text'}`}
      >
        {number}
      </text>
    </g>
  )
}
