import type { Picture as PictureData } from '#contract/content/block.ts'

/**
 * Where a picture is shown: the width of its box as a CSS length, in viewports of at least `from` rem. A
 * picture that fills its box (`object-cover`) also needs the box's `height` or its aspect `ratio`, width by
 * height: of a box that is less wide than the picture, it shows a part.
 */
export type Box = { from?: number; width: string; height?: string; ratio?: number }

/** The space within a page that is 72 rem wide, in viewports of at least 40 rem. */
const page = 'min(100vw, 72rem) - 3rem'
/** One of these columns of a page, with this gap in rem. */
export const column = (count: number, gap: number): string => `(${page} - ${(count - 1) * gap}rem) / ${count}`

/** A column of a page as wide as the screen, at most `most` rem. */
export const upTo = (most: number, more: Pick<Box, 'ratio'> = {}): Box[] => [
  { from: 40, width: `min(100vw - 3rem, ${most}rem)`, ...more },
  { width: `min(100vw - 2rem, ${most}rem)`, ...more },
]

/** A picture beside a text, and above or below it on a phone. */
export const halfOfPage: Box[] = [
  { from: 64, width: column(2, 5) },
  { from: 48, width: column(2, 3) },
  ...upTo(72),
]

/** The `sizes` attribute of a picture in these boxes, the one of the widest viewport first. */
function formatSizes(boxes: Box[], picture: Pick<PictureData, 'width' | 'height'>): string {
  const own = picture.width / picture.height
  const rounded = (factor: number) => Math.ceil(factor * 100) / 100
  return boxes
    .map(({ from, width, height, ratio = own }) => {
      const length = height
        ? `max(${width}, ${rounded(own)} * ${height})`
        : `calc(${rounded(Math.max(1, own / ratio))} * (${width}))`
      return from === undefined ? length : `(min-width: ${from}rem) ${length}`
    })
    .join(', ')
}

type Props = {
  picture: PictureData
  boxes: Box[]
  /** For the LCP candidate: load with high priority. */ eager?: boolean
  className?: string
}

/**
 * A tenant's picture in the best format that the browser supports. Its size, or `className`, reserves the
 * space while it loads.
 */
export const Picture = ({
  picture: { src, width, height, alt, sources },
  boxes,
  eager = false,
  className = 'h-auto w-full',
}: Props) => (
  <picture className="contents">
    {sources.map(({ type, srcset }) => (
      <source key={type} type={type} srcSet={srcset} sizes={formatSizes(boxes, { width, height })} />
    ))}
    <img
      src={src}
      alt={alt}
      width={width}
      height={height}
      className={className}
      {...(eager ? { fetchPriority: 'high' } : { loading: 'lazy', decoding: 'async' })}
    />
  </picture>
)
